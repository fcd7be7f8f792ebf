#pragma once

// What is known of every op.

#include <graft/config.hpp>
#include <graft/lower/cpu_ops.hpp>
#include <graft/transform/decompose.hpp>

template graft::op_info const* graft::find_aten_op<graft::aten_dialect>(std::string_view);
template graft::op_info const& graft::op_named<graft::aten_dialect>(std::string_view);
template void graft::check_op_name<graft::aten_dialect>(std::string_view);
template graft::op_info const* graft::find_known_op<graft::known_ops>(std::string_view);
template graft::op_info const* graft::find_cpu_op<graft::cpu_ops>(std::string_view);
template graft::view<graft::op_info const* const> graft::every_known_op<graft::known_ops>();
template graft::view<graft::decomposition const> graft::decomposition_table<graft::aten_dialect>();
template graft::view<graft::decomposition const> graft::unsaid_view_table<graft::aten_dialect>();
