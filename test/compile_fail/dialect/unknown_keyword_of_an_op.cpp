// expect: graft: unknown keyword: Op has no argument of this NAME
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/ir/value.hpp>

using namespace graft;
using namespace graft::literals;

void build(value x, value y) {
#if defined(GRAFT_EXPECT_ERROR)
    aten::add.Tensor(x, y, "beta"_a = 2);
#else
    aten::add.Tensor(x, y, "alpha"_a = 2);
#endif
}
