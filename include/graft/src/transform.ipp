#pragma once

// The bodies of transform/.

#define GRAFT_TRANSFORM_BODIES
#include <graft/transform.hpp>

template graft::view<graft::any_phase const> graft::rule_sets::phases<>();
template graft::any_phase const& graft::rule_sets::optional_rules<>();
template std::string graft::rule_sets::catalogue<>();
template graft::rewrite_result graft::detail::decompose_and_rewrite<void>(graph&, decompose_options const&,
                                                                          graft::symbol_ranges);
template graft::rewrite_result graft::detail::decompose_step<void>(exported_program&, decompose_options const&);
template graft::rewrite_result graft::detail::lower_to_edge<>(exported_program&, decompose_options const&);
