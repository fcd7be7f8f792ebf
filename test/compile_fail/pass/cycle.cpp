// expect: graft: the passes NAMES form a cycle: each must run before the next, and the last before the first
#include <graft/pass/order.hpp>

using graft::this_before_that;

#if defined(GRAFT_EXPECT_ERROR)
constexpr auto order = graft::pass_order<"plan", "quantize", "fuse", "dce">(
    this_before_that<"fuse", "quantize">(), this_before_that<"quantize", "plan">(), this_before_that<"plan", "fuse">(),
    this_before_that<"plan", "dce">());
#else
constexpr auto order = graft::pass_order<"plan", "quantize", "fuse", "dce">(
    this_before_that<"fuse", "quantize">(), this_before_that<"quantize", "plan">(), this_before_that<"plan", "dce">());
#endif

static_assert(order.size() == 4);
