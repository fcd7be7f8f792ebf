// expect: graft: unknown pass: a constraint speaks of NAME, which is not among the PASSES; add it
#include <graft/pass/order.hpp>

#if defined(GRAFT_EXPECT_ERROR)
constexpr auto order = graft::pass_order<"quantize", "fuse">(graft::this_before_that<"fuze", "quantize">());
#else
constexpr auto order = graft::pass_order<"quantize", "fuse">(graft::this_before_that<"fuse", "quantize">());
#endif

static_assert(order.size() == 2);
