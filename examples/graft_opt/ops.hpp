// What is known of every op, and what rewrites, is compiled once, in ops.cpp.
#pragma once

#include <graft/dialect/known_ops.hpp>
#include <graft/meta/view.hpp>
#include <graft/rewrite/driver.hpp>
#include <graft/transform/decompose.hpp>

extern template graft::op_info const* graft::find_aten_op<graft::aten_dialect>(std::string_view);
extern template graft::op_info const* graft::find_known_op<graft::known_ops>(std::string_view);
extern template graft::view<graft::op_info const* const> graft::every_known_op<graft::known_ops>();
extern template graft::view<graft::decomposition const> graft::decomposition_table<graft::aten_dialect>();
extern template struct graft::rewrite_by_rules<>;
