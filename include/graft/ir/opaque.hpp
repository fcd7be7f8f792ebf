#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>

#include <cstddef>
#include <string_view>

namespace graft {

/// True for `cond`, `while_loop`, `scan`, `map` and their like, which call graphs of the module.
[[nodiscard]] GRAFT_CONSTEXPR bool is_control_flow(target_info const& target);

/// True for a target that nothing is known of: an op that nobody has described, a function of PyTorch that does not
/// compute with numbers, or a higher-order operator other than control flow. A call of it may write to every tensor that
/// it takes and show it in every result, so that it stays where it is; the values in the graph say what it gives.
[[nodiscard]] GRAFT_CONSTEXPR bool is_opaque(target_info const& target);

/// True for a node that calls such a target.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE bool is_opaque(graph const& g, node_id n) {
    return g.op(n) == opcode::call_function && is_opaque(g.target(n));
}

/// True for a submodule that an opaque call is given, so that nothing is known of how its graph runs.
[[nodiscard]] GRAFT_CONSTEXPR bool is_opaque_body(graph const& g, std::string_view submodule);

namespace detail {

template <class F>
void for_each_node(arg_ref a, F const& f) {
    if (a.is_node())
        f(a.node());
    else if (is_aggregate(a.kind()))
        for (std::size_t i = 0; i < a.size(); ++i)
            for_each_node(a[i], f);
}

// Calls `f` with what a call of a known op writes to and, unless only that is asked for, may be a view of.
template <class F>
void for_each_shared(graph const& g, node_id n, bool written, F const& f) {
    op_info const& op = *g.target(n).op;
    for (std::size_t i = 0; i < op.arguments.size(); ++i)
        if (auto const a = g.schema_arg(n, i);
            a && (op.arguments[i].writes || (!written && !op.arguments[i].alias.empty())))
            for_each_node(*a, f);
}

} // namespace detail

/// The values that opaque calls of a graph may write to or show: those that they take and give, and what shares memory
/// with these. Linear in nodes and arguments.
class opaque_reach {
public:
    explicit opaque_reach(graph const& g); ///< Of the calls in `g`, which outlives it.

    /// True for a value among them; nodes that were made later are not.
    [[nodiscard]] bool operator[](node_id n) const { return n < reached_.size() && reached_[n] != 0; }
    /// True when the graph has no opaque calls.
    [[nodiscard]] bool empty() const { return reached_.empty(); }

    /// True when a call writes to one of these values.
    [[nodiscard]] bool writes(node_id n) const;

private:
    void mark(node_id n) {
        if (reached_[n] == 0) {
            reached_[n] = 1;
            pending_.push_back(n);
        }
    }

    // Where a call makes several values share memory, `n` among them: marks all of these.
    void spread(node_id call, node_id n);

    graph const* g_;
    vec<unsigned char> reached_; // by node, of those that were there
    vec<node_id> pending_;
};

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <algorithm>
#    include <array>

namespace graft {

namespace detail {

inline constexpr std::string_view higher_order_prefix = "torch.ops.higher_order.";

} // namespace detail

GRAFT_CONSTEXPR bool is_control_flow(target_info const& target) {
    constexpr std::array<std::string_view, 7> names{
        "cond", "while_loop", "while_loop_stack_output", "scan", "associative_scan", "map", "map_impl"};
    std::size_t const prefix = detail::higher_order_prefix.size();
    return target.op == nullptr && target.name.substr(0, prefix) == detail::higher_order_prefix &&
           std::find(names.begin(), names.end(), target.name.substr(prefix)) != names.end();
}

GRAFT_CONSTEXPR bool is_opaque(target_info const& target) {
    if (target.op != nullptr)
        return false;
    if (target.name.substr(0, detail::higher_order_prefix.size()) != detail::higher_order_prefix)
        return target.is_op() || (target.name.substr(0, 6) == "torch." && target.name.substr(0, 10) != "torch.sym_");
    return !is_control_flow(target);
}

GRAFT_CONSTEXPR bool is_opaque_body(graph const& g, std::string_view submodule) {
    for (node_id const n : g.nodes())
        if (g.op(n) == opcode::get_attr && g.target(n).name == submodule &&
            !g.all_uses(n, [&g](node_id user) { return !is_opaque(g, user); }))
            return true;
    return false;
}

GRAFT_INLINE opaque_reach::opaque_reach(graph const& g) : g_(&g) {
    for (node_id const n : g.nodes())
        if (is_opaque(g, n)) {
            reached_.resize(g.capacity(), 0);
            mark(n);
            g.for_each_input(n, [this](node_id input) { mark(input); });
        }
    while (!pending_.empty()) {
        node_id const n = pending_.back();
        pending_.pop_back();
        spread(n, n);
        g.for_each_use(n, [&](node_id user) { spread(user, n); });
    }
}

GRAFT_INLINE bool opaque_reach::writes(node_id n) const {
    if (empty() || g_->op(n) != opcode::call_function || g_->target(n).op == nullptr)
        return false;
    bool found = false;
    detail::for_each_shared(*g_, n, true, [&](node_id written) { found = found || (*this)[written]; });
    return found;
}

GRAFT_INLINE void opaque_reach::spread(node_id call, node_id n) {
    if (g_->op(call) != opcode::call_function)
        return;
    target_info const target = g_->target(call);
    bool const item = target.name == "operator.getitem";
    if (!item && (target.op == nullptr || !(target.op->returns_alias() || target.op->mutates())))
        return;
    bool const gives = target.gives_alias();
    bool among = gives && call == n;
    auto const all = [&](auto const& f) {
        if (item)
            detail::for_each_node(g_->arg(call, 0), f);
        else
            detail::for_each_shared(*g_, call, false, f);
    };
    all([&](node_id shared) { among = among || shared == n; });
    if (!among)
        return;
    if (gives)
        mark(call);
    all([this](node_id shared) { mark(shared); });
}

} // namespace graft
#endif
