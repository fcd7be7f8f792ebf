#pragma once

#include <graft/config.hpp>
#include <graft/core/error.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>

namespace graft {

/// Whether the node that replaces another takes over its metadata.
enum class propagate_meta : bool { no, yes };

/// Makes the users of `n` that `wanted(user)` admits use `replacement`, and returns them in order of first use: FX's
/// `replace_all_uses_with` with its `delete_user_cb` and `propagate_meta`. Metadata goes to a node that has none, its
/// value and type included; one that has some is an error, and then nothing changes. O(uses of `n`).
template <class F>
constexpr vec<node_id> replace_uses(graph& g, node_id n, node_id replacement, F&& wanted,
                                    propagate_meta propagate = propagate_meta::no) {
    g.checked(n);
    g.checked(replacement);
    if (propagate == propagate_meta::yes) {
        if (!g.meta(replacement).is_none())
            raise(errc::invalid_argument, "replace_uses: '", g.name(replacement), "' has metadata, which that of '",
                  g.name(n), "' would replace");
        g.copy_meta(n, replacement);
        if (g.val(replacement) == nullptr)
            g.copy_val(n, replacement);
        if (g.type(replacement).empty())
            g.set_type(replacement, g.type(n));
    }
    vec<node_id> changed;
    node_id last = no_node;
    bool last_wanted = false;
    // The uses of one user come one after the other, but for those that were added later.
    auto const asked_once = [&](node_id user) {
        if (user != last) {
            last = user;
            last_wanted = wanted(user);
            if (last_wanted)
                changed.push_back(user);
        }
        return last_wanted;
    };
    g.replace_all_uses_with(n, operand::node(replacement), asked_once);
    return changed;
}

/// Makes all users of `n` use `replacement`, and returns them in order of first use. Metadata goes to a node that has
/// none; one that has some is an error, and then nothing changes. O(uses of `n`).
GRAFT_CONSTEXPR_INLINE vec<node_id> replace_uses(graph& g, node_id n, node_id replacement,
                                                 propagate_meta propagate = propagate_meta::no) {
    return replace_uses(
        g, n, replacement, [](node_id) { return true; }, propagate);
}

} // namespace graft
