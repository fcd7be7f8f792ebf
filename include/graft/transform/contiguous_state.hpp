#pragma once

#include <graft/config.hpp>
#include <graft/ir/program.hpp>

#include <cstddef>
#include <string_view>

namespace graft {

/// Copies parameters, buffers and constants that are contiguous in no order of their dimensions, as windows and
/// expanded tensors are, into tensors of their own that are; the Edge dialect has no others. What an output mutates
/// stays, and what `as_strided` looks behind. Returns how many were copied.
struct contiguous_state_pass {
    static constexpr std::string_view name = "contiguous_state"; ///< by which constraints name it
    std::size_t operator()(exported_program& program) const;     ///< runs it
};
inline constexpr contiguous_state_pass contiguous_state{}; ///< called or run by a manager

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/core/tensor.hpp>
#    include <graft/dialect/aten/view.hpp>
#    include <graft/dialect/meta/strides.hpp>

#    include <set>
#    include <utility>

namespace graft {

GRAFT_INLINE std::size_t contiguous_state_pass::operator()(exported_program& program) const {
    graph& g = program.graph();
    std::set<std::string_view> mutated;
    for (output_spec const& out : program.signature.outputs)
        if (out.is_mutation())
            mutated.insert(out.target);
    std::size_t count = 0;
    for (input_spec const& spec : program.signature.inputs) {
        tensor const* const state = program.find_state(spec);
        node_id const n = g.find(spec.name).value_or(no_node);
        if (state == nullptr || n == no_node || g.val(n) == nullptr || !g.val(n)->is_tensor() ||
            mutated.contains(spec.target))
            continue;
        value_spec val = *g.val(n);
        bool const by_place = !g.all_uses(n, [&](node_id user) { return g.target(user) != aten::as_strided; });
        if (by_place || is_dense(val.tensor))
            continue;
        program.state_of(spec).at(spec.target) = state->contiguous();
        val.tensor.strides = contiguous_strides(val.tensor.sizes);
        val.tensor.storage_offset = 0;
        g.set_val(n, std::move(val));
        ++count;
    }
    return count;
}

} // namespace graft
#endif
