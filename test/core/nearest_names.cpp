#include <graft/core/nearest_names.hpp>

#include <doctest/doctest.h>

#include <initializer_list>
#include <string>
#include <string_view>

namespace {

std::string hint(std::string_view wanted, std::initializer_list<std::string_view> names) {
    graft::nearest_names like{wanted};
    for (std::string_view const name : names)
        like.add(name);
    CHECK(like.empty() == like.hint().empty());
    return like.hint();
}

TEST_CASE("nearest_names: three names at most, the nearest first, and of equal ones the shorter") {
    CHECK(hint("relu", {}).empty());
    CHECK(hint("relu", {"matmul", "x"}).empty());
    CHECK(hint("relu_defualt", {"relu_default_1", "relu_default"}) ==
          "; did you mean 'relu_default' or 'relu_default_1'?");
    CHECK(hint("abcdef", {"abc", "abcd12", "abcde1", "abcdeg", "abcde"}) ==
          "; did you mean 'abcde', 'abcde1' or 'abcdeg'?");
    CHECK(hint("relu", {"rela", "rela"}) == "; did you mean 'rela'?");
    CHECK(hint("x", {"y", "xy", "long"}) == "; did you mean 'y' or 'xy'?");
}

TEST_CASE("nearest_names: an op is like its name without the namespace or the overload") {
    CHECK(hint("add", {"aten::add.Tensor", "aten::matmul"}) == "; did you mean 'aten::add.Tensor'?");
    CHECK(hint("aten::add", {"aten::add.Tensor"}) == "; did you mean 'aten::add.Tensor'?");
    CHECK(hint("add.Tensor", {"aten::add.Tensor"}) == "; did you mean 'aten::add.Tensor'?");
    CHECK(hint("aten.add.Tensor", {"aten::add.Tensor"}) == "; did you mean 'aten::add.Tensor'?");
}

using graft::edit_distance;

TEST_CASE("edit_distance: counts what is inserted, deleted, exchanged or swapped") {
    CHECK(edit_distance("", "") == 0);
    CHECK(edit_distance("", "abc") == 3);
    CHECK(edit_distance("relu", "relu") == 0);
    CHECK(edit_distance("rela", "relu") == 1);
    CHECK(edit_distance("relu", "elu") == 1);
    CHECK(edit_distance("rleu", "relu") == 1);
    CHECK(edit_distance("kitten", "sitting") == 3);
    CHECK(edit_distance("sitting", "kitten") == 3);
    static_assert(edit_distance("alfa", "alpha") == 2);
}

} // namespace
