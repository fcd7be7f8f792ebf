#pragma once

#include <graft/runtime/library.hpp>

namespace graft_test {

/// Every kernel there is, and those of the in-place ops that decompositions take apart; compiled once.
graft::kernel_library all_test_kernels();

} // namespace graft_test
