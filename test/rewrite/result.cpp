#include <graft/rewrite/result.hpp>

#include <doctest/doctest.h>

namespace {

TEST_CASE("result: nothing has happened and nothing is claimed until a rewrite says so") {
    graft::rewrite_result const none;
    CHECK(none.rewrites == 0);
    CHECK(none.unsound == 0);
    CHECK_FALSE(none.converged);
    CHECK(none.per_rule.empty());
    CHECK(graft::rewrite_options{}.rewrites == 0);
}

} // namespace
