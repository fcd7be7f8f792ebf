// Header-only: what holds in constants needs bodies.
#include <graft/symbolic/divide.hpp>

#include "random_size.hpp"

#include <doctest/doctest.h>

using namespace graft;

namespace {

constexpr bool divides_polynomials() {
    sym_int const s = symbol("s0");
    sym_int const t = symbol("s1");
    detail::sym_quotient const q = detail::divide(4 * s * t + 6 * s + 3, sym_term{2, {}});
    return q.exact == 2 * s * t + 3 * s && q.rest == 3 && detail::is_multiple(4 * s * t, 2 * t) &&
           !detail::is_multiple(4 * s, t) && !detail::is_multiple(s, s + 1);
}
static_assert(divides_polynomials());

} // namespace

TEST_CASE("sym_divide: quotient and rest make up the dividend") {
    sym_random random(3);
    for_random_expressions(2, 300, 4, true, [&](sym_tree const&, sym_int const& a) {
        sym_int const b = random.between(-6, 6) * sym_int(sym_tree_symbols[0]);
        for (sym_int const& divisor : {b, sym_int(random.between(1, 6)), a}) {
            sym_term const term = detail::single_term(divisor);
            if (term.coefficient == 0)
                continue;
            detail::sym_quotient const q = detail::divide(a, term);
            CHECK(q.exact * divisor + q.rest == a);
        }
    });
}

TEST_CASE("sym_divide: the common divisor divides both") {
    sym_random random(4);
    for (int i = 0; i < 200; ++i) {
        sym_int const common = random.between(1, 4) * build(random.tree(1, false));
        sym_int const a = build(random.tree(2, false)) * common;
        sym_int const b = build(random.tree(2, false)) * common;
        if (a == 0 || b == 0)
            continue;
        sym_term const divisor = detail::common_divisor(a, b);
        CHECK(divisor.coefficient > 0);
        CHECK(detail::divide(a, divisor).rest == 0);
        CHECK(detail::divide(b, divisor).rest == 0);
        sym_term const known = detail::single_term(common);
        if (known.coefficient > 0)
            CHECK(detail::divide_terms(divisor, known).coefficient > 0);
    }
}

TEST_CASE("sym_divide: a multiple of a sum is divided by it") {
    sym_int const s = symbol("s0"), half = sym_int(sym_function::floor_div, {symbol("s1"), 2});
    auto const quotient = [](sym_int const& a, sym_int const& b) { return detail::simplify_floor_div({a, b}); };
    CHECK(quotient(4 * half + 4, half + 1) == 4);
    CHECK(quotient(s * (half + 1) * 6, s * 2 * (half + 1)) == 3);
    CHECK(quotient(s * (half + s), half + s) == s);
    CHECK_FALSE(quotient(4 * half + 3, half + 1) == 4);
    CHECK_FALSE(quotient(4 * half + 4, half + 2) == 4);
}

// As torch writes the sizes of what is padded to a multiple and seen as rows of so many.
TEST_CASE("sym_divide: what a remainder was taken from is divided as the multiple that it is") {
    sym_int const s = symbol("s0"), t = symbol("s1");
    sym_int const even = s - mod(s, 32) + 32, padded = s + mod(64 - mod(s, 64), 64);
    CHECK(floor_div(even, floor_div(s - mod(s, 32), 32) + 1) == 32);
    CHECK(floor_div(padded, floor_div(padded, 64)) == 64);
    CHECK(floor_div(t * padded, floor_div(padded, 64)) == 64 * t);
    CHECK(floor_div(padded, floor_div(padded, 63)).is_symbolic());
    CHECK(floor_div(t - mod(s, 32) + 32, floor_div(s - mod(s, 32), 32) + 1).is_symbolic());
    CHECK(detail::without_remainders(even) == 32 * floor_div(s, 32) + 32);
    CHECK(detail::without_remainders(padded) == -64 * floor_div(-s, 64));
    CHECK(detail::has_remainder(floor_div(t + mod(s, 2), 3)));
    CHECK_FALSE(detail::has_remainder(floor_div(t + s, 3)));
}

TEST_CASE("sym_divide: real numbers are not taken for integers") {
    sym_int const real(sym_function::to_float, {symbol("s0")});
    CHECK(detail::is_integral(symbol("s0")));
    CHECK_FALSE(detail::is_integral(symbol("f0", assumption::real)));
    CHECK_FALSE(detail::is_integral(2 * real + 1));
    CHECK_FALSE(detail::is_integral(sym_int(sym_function::max, {real, 1})));
    CHECK(detail::is_integral(sym_int(sym_function::floor_to_int, {real})));
}
