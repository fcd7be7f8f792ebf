#pragma once

#include <graft/ir/call_target.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>

namespace graft {

struct decomposition;

template <class Dialect>
[[nodiscard]] view<decomposition const> decomposition_table();

/// What `decompose` leaves whole, and what it knows beside the ops of ATen.
struct decompose_options {
    /// Ops that a backend has: `aten::linear`, `aten::upsample_nearest2d.vec`, or their names. A name is an error where
    /// `check_op_name` says so.
    vec<call_target> preserve_ops{};
    /// Compositions of ops of another dialect, which are looked up first: `decomposition_table<my_dialect>()`. Their
    /// memory must outlive who is given the options.
    view<decomposition const> compositions{};
};

} // namespace graft
