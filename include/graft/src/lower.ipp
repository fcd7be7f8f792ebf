#pragma once

// Reading, lowering and running models.

#define GRAFT_LOWER_BODIES
#include <graft/lower/executorch.hpp>
#include <graft/lower/lowering_passes.hpp>
#include <graft/lower/model.hpp>
#include <graft/lower/read_pt2.hpp>

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
