#pragma once

#include "../../examples/graft_opt/kernels.hpp"

namespace graft_test {

/// Every kernel there is, compiled once with graft-opt's tables.
inline graft::kernel_library all_test_kernels() { return graft_opt_library(); }

} // namespace graft_test
