#include <graft/pass/counts.hpp>

#include <doctest/doctest.h>

TEST_CASE("pass_result: what a pass counts in several graphs is added up by name") {
    graft::pass_result all;
    graft::detail::add_result(all, {false, {}});
    CHECK_FALSE(all.modified);
    graft::detail::add_result(all, {true, {{"a", 1}, {"b", 2}}});
    graft::detail::add_result(all, {false, {{"b", 3}}});
    CHECK(all.modified);
    REQUIRE(all.counts.size() == 2);
    CHECK(all.counts[0].count == 1);
    CHECK(all.counts[1].what == "b");
    CHECK(all.counts[1].count == 5);
}
