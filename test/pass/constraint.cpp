#include <graft/pass/constraint.hpp>

#include <doctest/doctest.h>

#include <string_view>
#include <vector>

namespace {

using graft::this_before_that;

void validate(std::vector<std::string_view> names, std::vector<graft::pass_constraint> constraints) {
    graft::validate_constraints(names, constraints);
}

} // namespace

TEST_CASE("validate_constraints: a list that keeps its constraints passes") {
    CHECK_NOTHROW(validate({"a", "b"}, {this_before_that("a", "b")}));
    CHECK_NOTHROW(validate({"a", "a", "b"}, {this_before_that("a", "b")}));
}

TEST_CASE("validate_constraints: a broken constraint names both passes and where they are") {
    CHECK_THROWS_WITH_AS(validate({"b", "c", "a"}, {this_before_that("a", "b")}),
                         "graft: pass schedule constraint violated: 'a' is to run before 'b', but the "
                         "pass list has 'b' at index 0 and 'a' at index 2",
                         graft::error);
}

TEST_CASE("validate_constraints: every run of a pass counts") {
    CHECK_THROWS_AS(validate({"a", "b", "a"}, {this_before_that("a", "b")}), graft::error);
    CHECK_THROWS_AS(validate({"b", "a", "b"}, {this_before_that("a", "b")}), graft::error);
}

TEST_CASE("validate_constraints: absent passes and a pass against itself break nothing") {
    CHECK_NOTHROW(validate({"b", "a"}, {this_before_that("a", "x"), this_before_that("x", "b")}));
    CHECK_NOTHROW(validate({"a", "a"}, {this_before_that("a", "a")}));
}
