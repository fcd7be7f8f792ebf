#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/text/parse.hpp>
#include <graft/ir/text/parse_fx.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/pattern/detail/pattern_side.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace graft {

namespace detail {

// Makes a graph of a pattern in pre-order; its variables are the placeholders.
class pattern_graph_builder {
public:
    constexpr explicit pattern_graph_builder(pattern_side nodes) : nodes_(nodes) {}

    // `names` become placeholders in this order, whether the pattern has them or not.
    GRAFT_CONSTEXPR_INLINE void declare(view<std::string_view const> names) {
        for (std::string_view const name : names)
            variables_.push_back({name, g_.placeholder(name)});
    }
    // The variables of the pattern that are not declared yet, in the order in which they stand in it.
    GRAFT_CONSTEXPR void declare_own();

    GRAFT_CONSTEXPR_INLINE graph build() {
        g_.output(build(0));
        return std::move(g_);
    }

private:
    GRAFT_CONSTEXPR arg build(std::size_t at);

    GRAFT_CONSTEXPR node_id call(std::size_t at);

    GRAFT_CONSTEXPR arg variable(std::string_view name) const;

    [[nodiscard]] constexpr node_id find(std::string_view name) const {
        for (named const& v : variables_)
            if (v.name == name)
                return v.node;
        return no_node;
    }

    constexpr arg wildcard(std::size_t at) const {
        for (auto const& [where, n] : wildcards_)
            if (where == at)
                return arg::node(n);
        raise(errc::invalid_argument, "a wildcard stands in a replacement");
    }

    struct named {
        std::string_view name;
        node_id node;
    };

    pattern_side nodes_;
    graph g_;
    vec<named> variables_;
    vec<std::pair<std::size_t, node_id>> wildcards_;
};

} // namespace detail

/// The graph of a pattern: its variables, then its wildcards, are the placeholders, in the order in which they stand in
/// it. As in FX, arguments are not exchanged and two calls that are written twice are two nodes.
template <std::size_t N, class Names>
[[nodiscard]] constexpr graph pattern_graph(pattern<N, Names> const& p) {
    detail::pattern_graph_builder builder{p.nodes};
    builder.declare_own();
    return builder.build();
}

/// The graph of a right side whose placeholders are those of `lhs`, in the same order; raises when `rhs` has others.
template <std::size_t N, class Names>
[[nodiscard]] constexpr graph replacement_graph(pattern<N, Names> const& rhs, graph const& lhs) {
    vec<std::string_view> names;
    for (node_id const n : lhs.nodes())
        if (lhs.op(n) == opcode::placeholder)
            names.push_back(lhs.target(n).name);
    detail::pattern_graph_builder builder{rhs.nodes};
    builder.declare(names);
    return builder.build();
}

/// The graph of a text: FX's `str(graph)`, which gives numbers of users, or the lossless form of `parse`.
/// `find_op(name)` gives calls their ops, or null; a name is one such as `aten::relu`.
template <class FindOp = detail::no_op_known>
[[nodiscard]] constexpr graph parse_graph(std::string_view text, FindOp const& find_op = {}) {
    constexpr std::string_view mark = "[num_users=";
    for (std::size_t i = 0; i + mark.size() <= text.size(); ++i)
        if (text.substr(i, mark.size()) == mark)
            return parse_fx(text, find_op);
    graph g = parse(text);
    for (std::uint32_t id = 0; id < g.target_count(); ++id)
        if (target_info const target = g.target_at(id); target.is_op())
            g.intern_target(target.name, find_op(target.name), target.dialect);
    return g;
}

} // namespace graft

#if defined(GRAFT_SUBGRAPH_BODIES)
#    include <graft/pattern/constant.hpp>

namespace graft {
namespace detail {

GRAFT_CONSTEXPR void pattern_graph_builder::declare_own() {
    for (pattern_node const& n : nodes_)
        if (n.kind == pattern_kind::variable && find(n.name) == no_node)
            variables_.push_back({n.name, g_.placeholder(n.name)});
    for (std::size_t i = 0; i < nodes_.size(); ++i)
        if (nodes_[i].kind == pattern_kind::any)
            wildcards_.push_back({i, g_.placeholder("any")});
}

GRAFT_CONSTEXPR arg pattern_graph_builder::build(std::size_t at) {
    pattern_node const& n = nodes_[at];
    if ((n.one_use || n.one_user || n.internal) && (at == 0 || n.kind == pattern_kind::variable))
        raise(errc::unsupported, "a graph cannot say who uses a variable or its result");
    if (n.any_attributes)
        raise(errc::unsupported, "a graph says every argument of a call");
    switch (n.kind) {
    case pattern_kind::variable:
        return variable(n.name);
    case pattern_kind::any:
        return wildcard(at);
    case pattern_kind::literal:
        return to_arg(n.value);
    case pattern_kind::call:
        return arg::node(call(at));
    case pattern_kind::list: {
        vec<arg> items;
        for_each_child(nodes_, at, [&](std::size_t child) { items.push_back(build(child)); });
        return arg::list(std::move(items));
    }
    case pattern_kind::item:
        return arg::node(g_.call_function("operator.getitem", {build(at + 1), to_arg(n.value)}));
    default:
        break;
    }
    raise(errc::unsupported, "a graph cannot say this part of a pattern: only variables, wildcards, literals, "
                             "calls, lists and items");
}

GRAFT_CONSTEXPR node_id pattern_graph_builder::call(std::size_t at) {
    op_info const& op = *nodes_[at].op;
    vec<arg> args;
    vec<kwarg> kwargs;
    for_each_child(nodes_, at, [&](std::size_t child) {
        auto const slot = static_cast<std::size_t>(nodes_[child].slot);
        schema_argument const& argument = op.arguments[slot];
        if (!argument.kwarg_only && kwargs.empty() && slot == args.size())
            args.push_back(build(child));
        else
            kwargs.push_back({argument.name, build(child)});
    });
    return g_.call_function(op, args, kwargs);
}

GRAFT_CONSTEXPR arg pattern_graph_builder::variable(std::string_view name) const {
    node_id const n = find(name);
    if (n == no_node)
        raise(errc::invalid_argument, "the replacement uses '", name, "', which the pattern does not bind");
    return arg::node(n);
}

} // namespace detail
} // namespace graft
#endif
