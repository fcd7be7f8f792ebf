// Header-only: what holds in constants needs bodies.
#include <graft/ir/literal_table.hpp>

#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <span>
#include <vector>

namespace {

using namespace graft;

std::int64_t bits(double value) { return std::bit_cast<std::int64_t>(value); }

TEST_CASE("literal_table: None is id 0, whatever bits come with it") {
    literal_table literals;
    CHECK(literals.intern(arg_kind::none, 0) == 0);
    CHECK(literals.intern(arg_kind::none, 5) == 0);
    CHECK(literals.find(arg_kind::none, 0) == 0);
    CHECK(literals.size() == 1);
}

TEST_CASE("literal_table: 1, 1.0 and True differ, as do 0.0 and -0.0") {
    literal_table literals;
    std::uint32_t const integer = literals.intern(arg_kind::integer, 1);
    std::uint32_t const real = literals.intern(arg_kind::real, bits(1.0));
    std::uint32_t const boolean = literals.intern(arg_kind::boolean, 1);
    CHECK(integer != real);
    CHECK(real != boolean);
    CHECK(integer != boolean);
    CHECK(literals.intern(arg_kind::real, bits(0.0)) != literals.intern(arg_kind::real, bits(-0.0)));
    CHECK(literals.intern(arg_kind::integer, 1) == integer);
}

TEST_CASE("literal_table: aggregates are equal when kind and items are") {
    literal_table literals;
    std::uint32_t const one = literals.intern(arg_kind::integer, 1);
    std::uint32_t const two = literals.intern(arg_kind::integer, 2);
    std::vector<std::uint32_t> const ab{one, two}, ba{two, one}, a{one};
    std::uint32_t const list = literals.intern(arg_kind::list, ab);
    CHECK(literals.intern(arg_kind::list, ab) == list);
    CHECK(literals.intern(arg_kind::tuple, ab) != list);
    CHECK(literals.intern(arg_kind::list, ba) != list);
    CHECK(literals.intern(arg_kind::list, a) != list);
    CHECK(literals[list].count == 2);
    CHECK(literals.items(list)[1] == two);
    std::vector<std::uint32_t> const nested{list, one};
    std::uint32_t const outer = literals.intern(arg_kind::list, nested);
    CHECK(literals.items(outer)[0] == list);
    CHECK(literals.find(arg_kind::list, nested) == outer);
}

TEST_CASE("literal_table: an empty list is not None, nor an empty tuple") {
    literal_table literals;
    std::uint32_t const list = literals.intern(arg_kind::list, std::span<std::uint32_t const>{});
    CHECK(list != 0);
    CHECK(literals.intern(arg_kind::tuple, std::span<std::uint32_t const>{}) != list);
    CHECK(literals.items(list).empty());
}

TEST_CASE("literal_table: find does not add") {
    literal_table literals;
    CHECK_FALSE(literals.find(arg_kind::integer, 3).has_value());
    literals.intern(arg_kind::integer, 4);
    CHECK_FALSE(literals.find(arg_kind::integer, 3).has_value());
    CHECK(literals.size() == 2);
}

TEST_CASE("literal_table: ids hold while the table grows") {
    literal_table literals;
    std::vector<std::uint32_t> ids;
    for (std::int64_t i = 0; i < 5000; ++i)
        ids.push_back(literals.intern(arg_kind::integer, i * 1'000'003));
    for (std::int64_t i = 0; i < 5000; ++i)
        REQUIRE(literals.find(arg_kind::integer, i * 1'000'003) == ids[static_cast<std::size_t>(i)]);
}

constexpr bool works_in_constants() {
    literal_table literals;
    std::array<std::uint32_t, 2> const items{literals.intern(arg_kind::integer, 3),
                                             literals.intern(arg_kind::integer, 4)};
    std::uint32_t const list = literals.intern(arg_kind::list, items);
    for (std::int64_t i = 0; i < 40; ++i)
        literals.intern(arg_kind::integer, i);
    return literals.find(arg_kind::list, items) == list && literals[items[1]].bits == 4;
}
static_assert(works_in_constants());

} // namespace
