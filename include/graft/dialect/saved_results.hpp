#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>

namespace graft {

/// Says what kernels give of what a call saves for its gradient, and of all that is computed of that: statistics of
/// 16-bit floats in the dtype of what is given for the channels, no numbers of bags where none are noted. PyTorch's
/// programs record others there, which its kernels do not give.
GRAFT_INLINE void know_saved_results(graph& g);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/dialect/aten/batch_norm.hpp>
#    include <graft/dialect/aten/lookup.hpp>
#    include <graft/dialect/aten/normalization.hpp>
#    include <graft/dialect/aten/pooling_forms.hpp>
#    include <graft/dialect/infer.hpp>
#    include <graft/meta/vec.hpp>
#    include <graft/symbolic/value_spec.hpp>

namespace graft {
namespace detail {

// True of a call that saves something, of which more than the first result is to be inferred.
[[nodiscard]] inline bool saves_others(graph const& g, node_id n) {
    if (!g.target(n).is_any_of(aten::native_batch_norm, aten::_native_batch_norm_legit.default_,
                               aten::_native_batch_norm_legit.no_stats, aten::_native_batch_norm_legit_functional,
                               aten::_native_batch_norm_legit_no_training, aten::_embedding_bag,
                               aten::embedding_bag.default_, aten::embedding_bag.padding_idx))
        return false;
    value_spec const recorded = *g.val(n), given = inferred_value(g, n);
    return recorded.items.size() == given.items.size() && has_same_sizes(recorded.items.at(0), given.items.at(0)) &&
           !has_same_sizes(recorded, given);
}

} // namespace detail

GRAFT_INLINE void know_saved_results(graph& g) {
    vec<bool> changed(g.capacity(), false);
    for (node_id const n : g.nodes()) {
        if (g.op(n) != opcode::call_function || g.val(n) == nullptr)
            continue;
        try {
            bool anew = false;
            g.for_each_input(n, [&](node_id input) { anew = anew || changed[input]; });
            if (!anew && !detail::saves_others(g, n))
                continue;
            value_spec const before = *g.val(n);
            infer(g, n);
            changed[n] = !detail::has_same_sizes(before, *g.val(n));
        } catch (error const&) { // the verifier tells what is wrong with the call
        }
    }
}

} // namespace graft
#endif
