#pragma once

#include <graft/config.hpp>
#include <graft/dialect/known_ops.hpp>
#include <graft/ir/program.hpp>
#include <graft/meta/view.hpp>
#include <graft/schema/op_info.hpp>
#include <graft/transform/decompose.hpp>
#include <graft/transform/detail/prepare_regions.hpp>

#include <string_view>

namespace graft {

/// Gives a program without writes: every in-place op becomes the op that computes what it writes, every later use of
/// the tensor, and of its views, uses the new value, and what is written to a parameter, buffer or user's input is an
/// output that the signature calls its mutation; a constant that is written to, such as a cache that is no buffer of
/// its module, becomes a buffer that is not persistent. Writes to what an op of which nothing is known takes or gives
/// stay as they are; without such a TRAINING program becomes one of ATEN. Regions are inlined (`inline_regions`).
/// Returns whether there was anything to do; a write that cannot be expressed is an error that names the node, and then
/// nothing changes. `find` gives the ops that writes become which no schema tells of, `unsaid_views` what is put in
/// place of calls whose schemas hide that they return a view, and `prepare` puts into each module what its regions say.
struct functionalize_pass {
    static constexpr std::string_view name = "functionalize"; ///< by which constraints name it
    /// Runs it.
    bool operator()(exported_program& program, op_lookup find, view<decomposition const> unsaid_views,
                    void (*prepare)(graph_module&)) const;
    /// By the tables of a dialect; a template, so that only who calls it pays for them.
    template <class Dialect = aten_dialect, class Known = known_ops, class Composites = detail::autocast_composites>
    bool operator()(exported_program& program, op_lookup find = find_known_op<Known>) const {
        return (*this)(program, find, unsaid_view_table<Dialect>(), detail::prepare_regions<Composites>);
    }
};
inline constexpr functionalize_pass functionalize{}; ///< called or run by a manager

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/transform/functionalize.ipp>
#endif
