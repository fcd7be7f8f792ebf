#pragma once

#include <graft/runtime/library.hpp>

/// What graft-opt runs programs on: every kernel there is, and its backend op by its pattern.
graft::kernel_library graft_opt_library();
