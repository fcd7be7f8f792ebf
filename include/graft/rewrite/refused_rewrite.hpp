#pragma once

#include <graft/config.hpp>
#include <graft/core/error.hpp>
#include <graft/ir/graph.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <string>
#include <string_view>

namespace graft {

/// A rule that matched where it may not be applied.
struct refused_rewrite {
    std::string_view rule;  ///< its name, which is the rule's own text
    node_id node = no_node; ///< the root of what matched
    std::string reason;     ///< in words; empty in a constant expression
};

/// In one sentence: `'fuse' matched at %add, but is refused: its result would be f64[2], not f32[2]`.
[[nodiscard]] GRAFT_INLINE std::string text(graph const& g, refused_rewrite const& r);

namespace detail {

// Why a value may not take the place of another.
[[nodiscard]] GRAFT_INLINE std::string changed_value_text(value_spec const* before, value_spec const* after);

// Raises what a rule raised at a node with the rule's name before it, `where` in the rule, and the node.
[[noreturn]] GRAFT_INLINE void raise_in_rule(error const& e, std::string_view rule, std::string_view where,
                                             graph const& g, node_id n);

} // namespace detail
} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/ir/text/print_value.hpp>

namespace graft {

GRAFT_INLINE std::string text(graph const& g, refused_rewrite const& r) {
    return "'" + std::string{r.rule} + "' matched at %" + std::string{g.last_name(r.node)} +
           ", but is refused: " + r.reason;
}

namespace detail {

GRAFT_INLINE std::string changed_value_text(value_spec const* before, value_spec const* after) {
    return "its result would be " + (after == nullptr ? "unknown" : text(*after)) + ", not " +
           (before == nullptr ? "unknown" : text(*before));
}

GRAFT_INLINE void raise_in_rule(error const& e, std::string_view rule, std::string_view where, graph const& g,
                                node_id n) {
    error named(e.code(), join({"rule '", rule, "': ", where, e.sentence()}));
    if (!e.node().empty())
        named.at_node(e.node(), e.stack_trace());
    raise(named.at_node(std::string{g.name(n)}, std::string{g.meta(n, "stack_trace")}));
}

} // namespace detail
} // namespace graft
#endif
