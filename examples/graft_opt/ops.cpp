#include "ops.hpp"

#include "kernels.hpp"
#include "runnable_ops.hpp"

template graft::op_info const* graft::find_aten_op<graft::aten_dialect>(std::string_view);
template graft::op_info const* graft::find_known_op<graft::known_ops>(std::string_view);
template graft::view<graft::op_info const* const> graft::every_known_op<graft::known_ops>();
template graft::view<graft::decomposition const> graft::decomposition_table<graft::aten_dialect>();
template struct graft::rewrite_by_rules<>;

graft::op_info const* find_runnable_op(std::string_view name) { return graft::dialect<runnable_ops>::find(name); }
