#include <graft/pass/order.hpp>

#include <doctest/doctest.h>

#include <array>
#include <string_view>

namespace {

using graft::pass_order;
using graft::this_before_that;

template <class... Names>
constexpr std::array<std::string_view, sizeof...(Names)> names(Names... list) {
    return {list...};
}

static_assert(pass_order<>().empty());
static_assert(pass_order<"b", "a">() == names("b", "a"));
static_assert(pass_order<"b", "a">(this_before_that<"a", "b">()) == names("a", "b"));
// What becomes free waits behind what already is.
static_assert(pass_order<"a", "b", "c", "d", "e">(this_before_that<"c", "a">(), this_before_that<"e", "b">()) ==
              names("c", "d", "e", "a", "b"));
// A constraint that is given twice, and one of a pass with itself.
static_assert(pass_order<"b", "a">(this_before_that<"a", "b">(), this_before_that<"a", "b">(),
                                   this_before_that<"b", "b">()) == names("a", "b"));
// A pass listed twice runs twice, both times before what it must precede.
static_assert(pass_order<"c", "a", "b", "a">(this_before_that<"a", "c">(), this_before_that<"b", "c">()) ==
              names("a", "b", "a", "c"));
static_assert(pass_order<"a", "b", "a">(this_before_that<"b", "a">()) == names("b", "a", "a"));

} // namespace

TEST_CASE("pass_order: a diamond runs from its top to its bottom") {
    constexpr auto order = pass_order<"bottom", "right", "left", "top">(
        this_before_that<"left", "bottom">(), this_before_that<"right", "bottom">(), this_before_that<"top", "left">(),
        this_before_that<"top", "right">());
    CHECK(order == names("top", "right", "left", "bottom"));
}
