#pragma once

// What is known of every op; the bodies of transform/ and of tools: rule_text/, rulecheck/, debug/; reading, lowering
// and running models.

#define GRAFT_LOWER_BODIES
#include <graft/debug.hpp>
#include <graft/lower/cpu_ops.hpp>
#include <graft/lower/executorch.hpp>
#include <graft/lower/lowering_passes.hpp>
#include <graft/lower/model.hpp>
#include <graft/lower/read_pt2.hpp>
#include <graft/rule_text.hpp>
#include <graft/rulecheck.hpp>
#include <graft/transform.hpp>

template graft::op_info const* graft::find_aten_op<graft::aten_dialect>(std::string_view);
template graft::op_info const& graft::op_named<graft::aten_dialect>(std::string_view);
template void graft::check_op_name<graft::aten_dialect>(std::string_view);
template graft::op_info const* graft::find_known_op<graft::known_ops>(std::string_view);
template graft::op_info const* graft::find_cpu_op<graft::cpu_ops>(std::string_view);
template graft::view<graft::op_info const* const> graft::every_known_op<graft::known_ops>();
template graft::view<graft::decomposition const> graft::decomposition_table<graft::aten_dialect>();
template graft::view<graft::decomposition const> graft::unsaid_view_table<graft::aten_dialect>();
template void graft::detail::prepare_regions<>(graft::graph_module&);

template graft::view<graft::any_phase const> graft::rule_sets::phases<>();
template graft::any_phase const& graft::rule_sets::optional_rules<>();
template std::string graft::rule_sets::catalogue<>();
template graft::rewrite_result graft::detail::decompose_and_rewrite<void>(graph&, decompose_options const&,
                                                                          graft::symbol_ranges);
template graft::rewrite_result graft::detail::decompose_step<void>(exported_program&, decompose_options const&);
template graft::rewrite_result graft::detail::lower_to_edge<>(exported_program&, decompose_options const&);

template graft::exported_program graft::read_pt2<graft::cpu_ops>(std::string const&);
template class graft::basic_model<graft::cpu_ops>;
template void graft::prepare_for_executorch<>(exported_program&, kernel_library const&);
template graft::edge_program_manager graft::edge_program_manager::to_backend<>(kernel_library const&) const;
template graft::executorch_program_manager graft::edge_program_manager::to_executorch<>() const;
template graft::executorch_program_manager
graft::edge_program_manager::to_executorch<>(executorch_backend_config const&) const;
template graft::pass_registry graft::lowering_passes<>(kernel_library const&, decompose_options const&);
template graft::any_phase const* graft::rules_of_pass<>(std::string_view);
template graft::pass_manager graft::to_edge_passes<>(decompose_options const&);
template graft::pass_manager graft::to_backend_passes<>(kernel_library const&, to_backend_options const&);
