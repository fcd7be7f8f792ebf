// Header-only: what holds in constants needs bodies.
#include <graft/symbolic/range.hpp>

#include "random_size.hpp"

#include <graft/symbolic/math.hpp>
#include <graft/symbolic/parse.hpp>

#include <doctest/doctest.h>

#include <array>
#include <limits>
#include <string>

using namespace graft;

namespace {

constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();

constexpr bool bounds_in_constants() {
    sym_int const s = symbol("s0");
    sym_int const u = symbol("u0", assumption::integer);
    std::array const rows{symbol_range{symbol("s0"), {2, 10}}, symbol_range{symbol("u0"), {-3, 4}}};
    return bounds(2 * s + 1) == sym_range{3, {}} && bounds(2 * s + 1, rows) == sym_range{5, 21} &&
           bounds(u * u, rows) == sym_range{0, 16} && bounds(u * s, rows) == sym_range{-30, 40} &&
           bounds(floor_div(s, 3), rows) == sym_range{0, 3} && bounds(max(u, 2), rows) == sym_range{2, 4} &&
           bounds(mod(u, 3), rows) == sym_range{0, 2};
}
static_assert(bounds_in_constants());

} // namespace

TEST_CASE("sym_range: every value lies inside the bounds") {
    std::array const rows{symbol_range{sym_tree_symbols[0], {1, 6}}, symbol_range{sym_tree_symbols[1], {1, 6}},
                          symbol_range{sym_tree_symbols[2], {-5, 6}}};
    sym_random random(32);
    int bounded = 0;
    for_random_expressions(31, 3000, 4, true, [&](sym_tree const& tree, sym_int const& x) {
        for (symbol_ranges ranges : {symbol_ranges(), symbol_ranges(rows)}) {
            sym_range const range = bounds(x, ranges);
            bounded += range.min && range.max ? 1 : 0;
            for (int i = 0; i < 3; ++i) {
                sym_values const values = random.values();
                std::int64_t value = 0;
                try {
                    value = direct_value(tree, values);
                } catch (error const&) {
                    continue;
                }
                REQUIRE((!range.min || *range.min <= value));
                REQUIRE((!range.max || value <= *range.max));
            }
        }
    });
    CHECK(bounded > 2000);
}

TEST_CASE("sym_range: overflow makes a bound unknown, not wrong") {
    sym_int const s = symbol("s0");
    sym_int const u = symbol("u0", assumption::integer);
    std::array const rows{symbol_range{symbol("s0"), {1, highest}}, symbol_range{symbol("u0"), {lowest, highest}}};
    CHECK(bounds(s + 1, rows) == sym_range{2, {}});
    CHECK(bounds(s * s, rows) == sym_range{1, {}});
    CHECK(bounds(u, rows) == sym_range{lowest, highest});
    CHECK(bounds(u * u, rows) == sym_range{0, {}});
    CHECK(bounds(floor_div(u, -s), rows).max == std::nullopt);
}

TEST_CASE("sym_range: a size times a real number is rounded to one between those of the ends") {
    std::array const rows{symbol_range{symbol("s0"), {3, 30}}, symbol_range{symbol("u0"), {-5, -1}}};
    auto const of = [&](std::string const& function, std::string const& x) {
        return bounds(parse_sympy(function + "(" + x + ")"), rows);
    };
    std::string const scaled = "Mul(Float('1.7', precision=53), ToFloat(Symbol('s0', positive=True)))";
    CHECK(of("TruncToInt", scaled) == sym_range{5, 51});
    CHECK(of("FloorToInt", scaled) == sym_range{5, 51});
    CHECK(of("CeilToInt", scaled) == sym_range{5, 52});
    CHECK(of("RoundToInt", scaled) == sym_range{5, 52});
    CHECK(of("TruncToInt", "IntTrueDiv(Symbol('s0', positive=True), Integer(2))") == sym_range{1, 15});
    CHECK(of("TruncToInt", "FloatTrueDiv(ToFloat(Symbol('s0', positive=True)), Float('0.5', precision=53))") ==
          sym_range{5, 60});
    CHECK(of("TruncToInt", "IntTrueDiv(Symbol('u0', integer=True), Integer(2))") == sym_range{-3, 0});
    CHECK(of("TruncToInt", "IntTrueDiv(Integer(7), Symbol('u0', integer=True))") == sym_range{});
}

TEST_CASE("sym_range: a divisor that may be zero bounds nothing") {
    sym_int const s = symbol("s0");
    sym_int const u = symbol("u0", assumption::integer);
    CHECK(bounds(floor_div(s, u)) == sym_range{});
    CHECK(bounds(mod(s, u)) == sym_range{});
    CHECK(bounds(floor_div(s, symbol("s1"))) == sym_range{0, {}});
}

TEST_CASE("sym_range: zero, where the range of a divisor ends, is no value of it") {
    sym_int const s = symbol("s0"), u = symbol("u0", assumption::integer);
    std::array const low{symbol_range{symbol("s0"), {2, 10}}, symbol_range{symbol("u0"), {0, 2}}};
    std::array const high{symbol_range{symbol("s0"), {2, 10}}, symbol_range{symbol("u0"), {-2, 0}}};
    std::array const none{symbol_range{symbol("s0"), {2, 10}}, symbol_range{symbol("u0"), {0, 0}}};
    CHECK(bounds(floor_div(s, u), low) == sym_range{1, 10});
    CHECK(bounds(floor_div(s, u), high) == sym_range{-10, -1});
    CHECK(bounds(floor_div(s, u), none) == sym_range{});
}

TEST_CASE("sym_range: while ranges hold, symbols are in them wherever nothing is said of them") {
    sym_int const s = symbol("s0");
    symbol_range const rows[] = {{symbol("s0"), {4, 9}}}, others[] = {{symbol("s0"), {1, 2}}};
    {
        symbols_within const outer(rows);
        CHECK(bounds(s - 4) == sym_range{0, 5});
        CHECK(bounds(s, others) == sym_range{1, 2});
        {
            symbols_within const inner{symbol_ranges()};
            CHECK(bounds(s).max == std::nullopt);
        }
        CHECK(bounds(s).max == 9);
    }
    CHECK(bounds(s).max == std::nullopt);
}
