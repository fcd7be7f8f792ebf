// Header-only: what holds in constants needs bodies.
#include <graft/symbolic/compare.hpp>

#include "random_size.hpp"

#include <doctest/doctest.h>

#include <array>
#include <limits>
#include <utility>
#include <vector>

using namespace graft;

namespace {

constexpr bool compares_in_constants() {
    sym_int const s = symbol("s0");
    sym_int const u = symbol("u0", assumption::integer);
    std::array const rows{symbol_range{symbol("s0"), {2, 10}}};
    return known_le(1, s) == true && known_lt(s, 1) == false && !known_le(s, u) && known_eq(s, s) == true &&
           known_eq(s, s + 1) == false && !known_eq(s, u) && known_le(s, 10, rows) == true &&
           known_eq(s, 11, rows) == false;
}
static_assert(compares_in_constants());

} // namespace

TEST_CASE("sym_compare: what is known holds for every value") {
    sym_random random(42);
    std::vector<std::pair<sym_tree, sym_int>> all;
    for_random_expressions(41, 60, 3, true, [&](sym_tree const& t, sym_int const& x) { all.emplace_back(t, x); });
    for (auto const& [left_tree, left] : all)
        for (auto const& [right_tree, right] : all) {
            sym_values const values = random.values();
            std::int64_t a = 0;
            std::int64_t b = 0;
            try {
                a = direct_value(left_tree, values);
                b = direct_value(right_tree, values);
            } catch (error const&) {
                continue;
            }
            CHECK(known_le(left, right).value_or(a <= b) == (a <= b));
            CHECK(known_lt(left, right).value_or(a < b) == (a < b));
            CHECK(known_eq(left, right).value_or(a == b) == (a == b));
        }
}

TEST_CASE("sym_compare: what a remainder was taken from is compared as the multiple that it is") {
    sym_int const s = symbol("s0");
    CHECK(known_eq(s - mod(s, 32) + 32, 32 * floor_div(s - mod(s, 32), 32) + 32) == true);
    CHECK(known_eq(s - mod(s, 32), 32 * floor_div(s, 32)) == true);
    CHECK(known_eq(s - mod(s, 32), 16 * floor_div(s, 16)) == std::nullopt);
    CHECK(known_le(1, floor_div(s - mod(s, 32), 32) + 1) == true);
    CHECK(max(1, floor_div(s - mod(s, 32), 32) + 1) == floor_div(s - mod(s, 32), 32) + 1);
}

TEST_CASE("sym_compare: a remainder that would be too large as a division stays one") {
    sym_int const s = symbol("s0"), rest = mod(s, std::int64_t{1} << 62);
    CHECK(known_le(8 * rest, 8 * s) == std::nullopt);
    CHECK(known_le(0, 8 * rest) == true);
    CHECK(floor_div(s - 4 * rest, symbol("s1")).is_symbolic());
    CHECK(known_le(pow(s + mod(s, 3), 7), pow(s, 9)) == std::nullopt);
}

TEST_CASE("sym_compare: where the difference overflows, nothing is known") {
    std::int64_t const lowest = std::numeric_limits<std::int64_t>::min();
    std::int64_t const highest = std::numeric_limits<std::int64_t>::max();
    sym_int const u = symbol("u0", assumption::integer);
    std::array const rows{symbol_range{symbol("u0"), {lowest, highest}}};
    CHECK(known_le(lowest, u) == std::nullopt);
    CHECK(known_le(lowest, u, rows) == std::nullopt);
    CHECK(known_le(u, highest, rows) == true);
}

TEST_CASE("sym_compare: integers are told apart however far they are") {
    std::int64_t const lowest = std::numeric_limits<std::int64_t>::min();
    std::int64_t const highest = std::numeric_limits<std::int64_t>::max();
    CHECK(known_le(lowest, highest) == true);
    CHECK(known_le(lowest, 1) == true);
    CHECK(known_le(highest, -1) == false);
    CHECK(known_lt(highest, lowest) == false);
    CHECK(known_eq(lowest, highest) == false);
}

TEST_CASE("sym_compare: a product is compared by what its terms have in common") {
    sym_int const s = symbol("s0"), t = symbol("s1");
    std::array const rows{symbol_range{symbol("s0"), {2, 64}}, symbol_range{symbol("s1"), {2, 64}}};
    CHECK(known_lt(t, s * t, rows) == true);
    CHECK(known_eq(s * t, t, rows) == false);
    CHECK(known_le(s * t, t) == std::nullopt); // s0 may be 1
    CHECK(known_le(t, s * t) == true);
    CHECK(known_eq(s * t, 2 * t, rows) == std::nullopt);
}
