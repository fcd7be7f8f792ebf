#pragma once

#include <graft/runtime/library.hpp>

namespace graft_test {

/// Every kernel there is; compiled once.
graft::kernel_library all_test_kernels();

} // namespace graft_test
