#pragma once

#include <graft/config.hpp>
#include <graft/meta/view.hpp>
#include <graft/rewrite/bind_pattern.hpp>
#include <graft/runtime/kernel.hpp>

namespace graft {

struct graph_module;

/// What a program may run on: kernels, and backend ops that run by their patterns.
struct kernel_library {
    kernel_table kernels;       ///< the kernels
    view<bound_op const> bound; ///< backend ops with their patterns
    /// What is done to a module before its regions are inlined, such as to put in the casts of autocast; may be null.
    void (*prepare_regions)(graph_module&) = nullptr;

    /// The pattern behind a backend op, or null.
    [[nodiscard]] constexpr bound_op const* find_bound(op_info const& op) const {
        for (bound_op const& b : bound)
            if (b.op->name == op.name)
                return &b;
        return nullptr;
    }

    /// True when the op can run: by its own kernel, by kernels of everything in its pattern, or as what an out-variant
    /// is made of.
    [[nodiscard]] bool supports(op_info const& op) const;
};

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/dialect/out_variant.hpp>

namespace graft {

GRAFT_INLINE bool kernel_library::supports(op_info const& op) const {
    if (kernels.find(op) != nullptr)
        return true;
    bound_op const* const b = find_bound(op);
    if (b == nullptr) {
        op_info const* const functional = functional_of(op);
        return functional != nullptr && supports(*functional);
    }
    for (pattern_node const& n : b->pattern)
        if (n.kind == pattern_kind::call && kernels.find(*n.op) == nullptr)
            return false;
    return true;
}

} // namespace graft
#endif
