#include <graft/pass/explain_order.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

namespace {

using graft::this_before_that;

std::string explain(std::vector<std::string_view> const& ordered,
                    std::vector<graft::pass_constraint> const& constraints) {
    return graft::explain_order(ordered, constraints);
}

} // namespace

TEST_CASE("explain_order: each pass is listed with what must run before it, in the order of running") {
    CHECK(explain({}, {}) == "");
    CHECK(explain({"a", "b", "c", "d"}, {this_before_that("b", "d"), this_before_that("a", "d"),
                                         this_before_that("a", "c"), this_before_that("a", "d")}) ==
          "1. a\n2. b\n3. c, after a\n4. d, after a, b\n");
}

TEST_CASE("explain_order: of a pass that runs twice the last run counts, and both runs are explained") {
    CHECK(explain({"a", "b", "a", "c", "c"}, {this_before_that("a", "c")}) ==
          "1. a\n2. b\n3. a\n4. c, after a\n5. c, after a\n");
}

TEST_CASE("explain_order: constraints without effect are listed with the reason") {
    CHECK(explain({"a", "b"}, {this_before_that("a", "x"), this_before_that("y", "b"), this_before_that("a", "a"),
                               this_before_that("b", "a")}) ==
          "1. a\n2. b\n"
          "'a' before 'x' has no effect: there is no pass 'x'\n"
          "'y' before 'b' has no effect: there is no pass 'y'\n"
          "'a' before 'a' has no effect: a pass cannot precede itself\n"
          "'b' before 'a' has no effect: it is on a cycle of constraints\n");
}
