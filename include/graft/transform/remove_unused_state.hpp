#pragma once

#include <graft/config.hpp>
#include <graft/ir/program.hpp>

#include <cstddef>
#include <string_view>

namespace graft {

/// Drops parameters, buffers and constants that the graph does not use: placeholder, signature entry and tensor.
/// What an output mutates or is the gradient of stays, and a tensor that another input stands for. Returns how many were
/// dropped.
struct remove_unused_state_pass {
    static constexpr std::string_view name = "remove_unused_state"; ///< by which constraints name it
    std::size_t operator()(exported_program& program) const;        ///< runs it
};
inline constexpr remove_unused_state_pass remove_unused_state{}; ///< called or run by a manager

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/meta/vec.hpp>

#    include <set>
#    include <utility>

namespace graft {

GRAFT_INLINE std::size_t remove_unused_state_pass::operator()(exported_program& program) const {
    graph& g = program.graph();
    std::set<std::string_view> named, used; // `named` by outputs
    for (output_spec const& out : program.signature.outputs)
        if (out.is_mutation() || out.is_gradient())
            named.insert(out.target);
    vec<input_spec> kept, dropped;
    for (input_spec& spec : program.signature.inputs) {
        node_id const n = g.find(spec.name).value_or(no_node);
        bool const unused =
            n != no_node && g.use_count(n) == 0 && !named.contains(spec.target) && program.find_state(spec) != nullptr;
        if (unused)
            g.erase_node(n);
        (unused ? dropped : kept).push_back(std::move(spec));
    }
    program.signature.inputs = std::move(kept);
    for (input_spec const& spec : program.signature.inputs)
        used.insert(spec.target);
    for (input_spec const& spec : dropped)
        if (!used.contains(spec.target))
            program.state_of(spec).erase(spec.target);
    return dropped.size();
}

} // namespace graft
#endif
