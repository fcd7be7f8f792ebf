#pragma once

#include <graft/runtime/library.hpp>
#include <graft/schema/op_info.hpp>
#include <graft/transform/decompose_options.hpp>

#include <string_view>

/// What graft-opt runs programs on: every kernel there is, and those of own_ops.hpp.
graft::kernel_library graft_opt_library();

/// The op of this name, of own_ops.hpp or of those that the CPU runs, or null.
graft::op_info const* find_graft_opt_op(std::string_view name);

/// How ops are decomposed that are not among those of ATen which lowering knows.
graft::decompose_options graft_opt_decompositions();
