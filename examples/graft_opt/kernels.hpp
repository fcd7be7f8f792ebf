#pragma once

#include <graft/runtime/library.hpp>
#include <graft/schema/op_info.hpp>

#include <string_view>

/// What graft-opt runs programs on: every kernel there is, and its backend op by its pattern.
graft::kernel_library graft_opt_library();

/// The op of this name among `runnable_ops`, or null. As it knows all of every op, it is compiled in ops.cpp.
graft::op_info const* find_runnable_op(std::string_view name);
