#include <graft/pattern/names.hpp>

#include <doctest/doctest.h>

#include <type_traits>

namespace {

using graft::name_type;
using graft::variable_names;
using graft::unknown_names;
using graft::detail::has_name;
using graft::detail::join_all;
using graft::detail::join_names;

static_assert(has_name<name_type<"x">, variable_names<"y", "x">>);
static_assert(!has_name<name_type<"x">, variable_names<"y", "xx", "">>);
static_assert(!has_name<name_type<"x">, variable_names<>>);

static_assert(
    std::is_same_v<join_names<variable_names<"x", "y">, variable_names<"y", "z", "x">>, variable_names<"x", "y", "z">>);
static_assert(std::is_same_v<join_names<variable_names<>, variable_names<"y", "x">>, variable_names<"y", "x">>);
static_assert(std::is_same_v<join_names<variable_names<"x">, variable_names<>>, variable_names<"x">>);
static_assert(std::is_same_v<join_names<variable_names<"x", "y">, variable_names<"y">>, variable_names<"x", "y">>);

static_assert(std::is_same_v<join_all<>, variable_names<>>);
static_assert(std::is_same_v<join_all<variable_names<"b">, variable_names<"a", "b">, variable_names<"c", "a">>,
                             variable_names<"b", "a", "c">>);

static_assert(has_name<name_type<"x">, unknown_names>);
static_assert(std::is_same_v<join_names<unknown_names, variable_names<"x">>, unknown_names>);
static_assert(std::is_same_v<join_names<variable_names<"x">, unknown_names>, unknown_names>);
static_assert(std::is_same_v<join_all<variable_names<"x">, unknown_names, variable_names<"y">>, unknown_names>);

TEST_CASE("names: joining keeps each name once, in order of first occurrence") {
    using joined = join_all<variable_names<"y", "x">, variable_names<"x">, variable_names<"z">>;
    CHECK(std::is_same_v<joined, variable_names<"y", "x", "z">>);
}

} // namespace
