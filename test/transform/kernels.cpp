#include "kernels.hpp"

#include <graft/dialect/known_ops.hpp>
#include <graft/runtime/kernels.hpp>

graft::kernel_library graft_test::all_test_kernels() { return {graft::all_kernels<graft::known_ops>(), {}}; }
