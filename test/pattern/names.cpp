#include <graft/pattern/names.hpp>

#include <doctest/doctest.h>

#include <type_traits>

namespace {

using graft::name_type;
using graft::names;
using graft::unknown_names;
using graft::detail::has_name;
using graft::detail::join_all;
using graft::detail::join_names;

static_assert(has_name<name_type<"x">, names<"y", "x">>);
static_assert(!has_name<name_type<"x">, names<"y", "xx", "">>);
static_assert(!has_name<name_type<"x">, names<>>);

static_assert(std::is_same_v<join_names<names<"x", "y">, names<"y", "z", "x">>, names<"x", "y", "z">>);
static_assert(std::is_same_v<join_names<names<>, names<"y", "x">>, names<"y", "x">>);
static_assert(std::is_same_v<join_names<names<"x">, names<>>, names<"x">>);
static_assert(std::is_same_v<join_names<names<"x", "y">, names<"y">>, names<"x", "y">>);

static_assert(std::is_same_v<join_all<>, names<>>);
static_assert(std::is_same_v<join_all<names<"b">, names<"a", "b">, names<"c", "a">>, names<"b", "a", "c">>);

static_assert(has_name<name_type<"x">, unknown_names>);
static_assert(std::is_same_v<join_names<unknown_names, names<"x">>, unknown_names>);
static_assert(std::is_same_v<join_names<names<"x">, unknown_names>, unknown_names>);
static_assert(std::is_same_v<join_all<names<"x">, unknown_names, names<"y">>, unknown_names>);

TEST_CASE("names: joining keeps each name once, in order of first occurrence") {
    CHECK(std::is_same_v<join_all<names<"y", "x">, names<"x">, names<"z">>, names<"y", "x", "z">>);
}

} // namespace
