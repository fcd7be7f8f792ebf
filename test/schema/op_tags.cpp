#include <graft/schema/op_tags.hpp>

#include <doctest/doctest.h>

using graft::op_tags;

static_assert(graft::has(op_tags::core | op_tags::view, op_tags::view));
static_assert((op_tags::core & op_tags::view) == op_tags::none);
static_assert(without(op_tags::core | op_tags::view, op_tags::core | op_tags::random) == op_tags::view);

TEST_CASE("op_tags: a set has exactly the flags it was made of") {
    op_tags const tags = op_tags::inplace | op_tags::random;
    CHECK(graft::has(tags, op_tags::inplace));
    CHECK(graft::has(tags, op_tags::random));
    CHECK(graft::has(tags, op_tags::inplace | op_tags::random));
    CHECK_FALSE(graft::has(tags, op_tags::inplace | op_tags::core));
    CHECK_FALSE(graft::has(tags, op_tags::side_effect));
    CHECK_FALSE(graft::has(tags, op_tags::higher_order));
}
