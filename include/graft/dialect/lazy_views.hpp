#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>

#include <cstdint>

namespace graft {

/// Finds views that PyTorch conjugates or negates when they are read: they share memory with what they are taken of,
/// where graft's kernels give copies.
class lazy_views {
public:
    /// Of a graph as it is now.
    explicit lazy_views(graph const& g);

    /// What a call does beside showing what other views show.
    enum class role : std::uint8_t {
        none,
        lazy,     ///< gives such a view
        resolves, ///< gives a copy of one, where others give the tensor itself (`resolve_conj`)
    };
    /// What node `n` does.
    [[nodiscard]] role role_of(node_id n) const { return roles_[n]; }
    /// True if there is any such view.
    [[nodiscard]] bool any() const { return any_; }

private:
    vec<role> roles_; // by node
    bool any_ = false;
};

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/schema/op_info.hpp>
#    include <graft/symbolic/value_spec.hpp>

namespace graft {

GRAFT_INLINE lazy_views::lazy_views(graph const& g) : roles_(g.capacity(), role::none) {
    struct marks_of {
        bool conjugated = false, negated = false;
    };
    vec<marks_of> marks(g.capacity()); // by node
    for (node_id const n : g.nodes()) {
        if (g.op(n) != opcode::call_function || g.arg_count(n) == 0 || !g.arg(n, 0).is_node())
            continue;
        node_id const first = g.arg(n, 0).node();
        target_info const target = g.target(n);
        tensor_spec const* const from = detail::tensor_of(g.val(first));
        bool const complex = from != nullptr && is_complex(from->dtype);
        lazy_mark const does = target.op != nullptr ? target.op->marks : lazy_mark::none;
        bool const conjugates = complex && does == lazy_mark::conjugates, negates = does == lazy_mark::negates;
        marks_of const of = marks[first];
        if (conjugates || negates)
            roles_[n] = role::lazy;
        else if ((of.conjugated && does == lazy_mark::resolves_conj) || (of.negated && does == lazy_mark::resolves_neg))
            roles_[n] = role::resolves;
        any_ = any_ || roles_[n] == role::lazy;
        if (!target.gives_alias() || roles_[n] == role::resolves)
            continue;
        marks[n] = {of.conjugated != conjugates, of.negated != negates};
        tensor_spec const* const shown = detail::tensor_of(g.val(n));
        if (complex && shown != nullptr && !is_complex(shown->dtype)) // of conjugates only the imaginary parts differ
            marks[n] = {false, of.negated != (of.conjugated && does != lazy_mark::shows_real)};
    }
}

} // namespace graft
#endif
