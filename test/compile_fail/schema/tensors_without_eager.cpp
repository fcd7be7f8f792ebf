// expect: graft: a call of OP with tensors runs it at once; include <graft/runtime/eager.hpp>
#include <graft/core/tensor.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#if !defined(GRAFT_EXPECT_ERROR)
#    include <graft/runtime/eager.hpp>
#    include <graft/runtime/kernels/elementwise.hpp>
#endif

graft::tensor sum(graft::tensor const& x, graft::tensor const& y) { return graft::aten::add.Tensor(x, y); }
