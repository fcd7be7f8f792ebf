#pragma once

#include <graft/config.hpp>
#include <graft/ir/argument.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/value.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/pattern/constant.hpp>
#include <graft/pattern/detail/pattern_value.hpp>
#include <graft/pattern/trace.hpp>

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <string_view>
#include <type_traits>
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
        g_.output(nodes_[0].kind == pattern_kind::roots ? returned_roots() : returned(0));
        return std::move(g_);
    }

    // What the parts of the pattern are in the graph.
    GRAFT_CONSTEXPR arg variable(pattern_node const& n) const;
    static constexpr arg literal(constant const& c) { return to_arg(c); }
    static constexpr arg list(vec<arg> const& items) { return arg::list(items); }
    GRAFT_CONSTEXPR_INLINE arg item(arg const& whole, constant const& index) {
        return arg::node(g_.call_function("operator.getitem", {whole, to_arg(index)}));
    }
    GRAFT_CONSTEXPR arg call(pattern_node const& n, vec<slot_value<arg>>& operands);
    GRAFT_CONSTEXPR arg other(std::size_t at) const;

private:
    GRAFT_CONSTEXPR arg returned_roots();

    GRAFT_CONSTEXPR arg returned(std::size_t at);

    [[nodiscard]] constexpr node_id find(std::string_view name) const {
        for (named const& v : variables_)
            if (v.name == name)
                return v.node;
        return no_node;
    }

    static constexpr bool limits_uses(pattern_node const& n) { return n.one_use || n.one_user || n.internal; }

    struct named {
        std::string_view name;
        node_id node;
    };

    pattern_side nodes_;
    graph g_;
    vec<named> variables_;
    vec<std::pair<std::size_t, node_id>> wildcards_;
};

// What a function that builds a graph is called with.
struct values_by_place {
    static constexpr std::size_t most = variables_by_place::most;
    template <std::size_t>
    using at = value;
};

// A callback `graph(auto, auto, auto)` gives a graph instead of building one.
template <class F>
consteval bool builds_graph() {
    constexpr std::size_t count = parameters_of<values_by_place, F>();
    if constexpr (count == 3)
        return !requires(F const& f, value v) { requires std::convertible_to<decltype(f(v, v, v)), graph>; };
    else
        return count > 0;
}

// What a function that builds a graph may return.
template <class R>
concept returned_value =
    std::same_as<R, value> || tuple_like<R> || iterable<R> || requires(R const& r) { to_constant(r); };

template <class F, std::size_t... I>
consteval auto result_of(std::index_sequence<I...>) {
    return std::type_identity<std::remove_cvref_t<decltype(std::declval<F const&>()(values_by_place::at<I>{}...))>>{};
}

// Nothing, or what is to be reported of a pattern, as a `std::type_identity`.
template <class P>
consteval auto pattern_mistake() {
    if constexpr (pattern_like<P>) {
        return std::type_identity<graph>{};
    } else if constexpr (!builds_graph<P>()) {
        return std::type_identity<stands_for_no_pattern<P>>{};
    } else {
        using result =
            typename decltype(result_of<P>(std::make_index_sequence<parameters_of<values_by_place, P>()>{}))::type;
        return std::type_identity<std::conditional_t<returned_value<result>, graph, gives_no_pattern<result>>>{};
    }
}

// What a function that builds `g` returns, as the argument of the output; what is nothing that a graph has is reported.
template <class R>
GRAFT_CONSTEXPR_INLINE arg returned_arg(graph const& g, R const& result) {
    if constexpr (std::same_as<R, value>) {
        if (result.owner != &g)
            raise(errc::invalid_argument, "the function of a pattern returns a value of another graph");
        return arg::node(result.id);
    } else if constexpr (requires { to_constant(result); }) {
        return to_arg(to_constant(result));
    } else if constexpr (tuple_like<R>) {
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            return arg::tuple({returned_arg(g, get<I>(result))...});
        }(std::make_index_sequence<std::tuple_size<R>::value>{});
    } else if constexpr (iterable<R>) {
        vec<arg> results;
        for (auto const& one : result)
            results.push_back(returned_arg(g, one));
        return arg::tuple(std::move(results));
    } else {
        static_cast<void>(requires { sizeof(gives_no_pattern<R>); });
        return {};
    }
}

// The graph that the function builds of the placeholders of these names.
template <class F, std::size_t... I>
GRAFT_CONSTEXPR_INLINE graph built_graph(F const& f, std::string_view const* names, std::index_sequence<I...>) {
    graph g;
    value const parameters[] = {placeholder(g, names[I])...};
    using result = std::remove_cvref_t<decltype(f(parameters[I]...))>;
    if constexpr (returned_value<result>)
        g.output(returned_arg(g, f(parameters[I]...)));
    else
        static_cast<void>(requires { sizeof(gives_no_pattern<result>); });
    return g;
}

template <class Places>
struct parameter_names;
template <std::size_t... I>
struct parameter_names<std::index_sequence<I...>> {
    static constexpr std::string_view names[] = {variables_by_place::at<I>::name...};
};

} // namespace detail

/// A function of one to sixteen values that calls ops with them, such as a generic lambda.
template <class F>
concept graph_function = !detail::stands_for_a_pattern<F> && detail::builds_graph<F>();

/// The graph of a pattern: its variables, then its wildcards, are the placeholders, in the order in which they stand in
/// it; `roots` are returned together. As in FX, arguments are not exchanged and two calls that are written twice are
/// two nodes.
///
/// Of a function it is the graph that the function builds, as FX traces it: the parameters are the placeholders `x0`,
/// `x1`, ..., or have names, `pattern_graph<"x", "y">(f)`; a call that is made once and used twice is one node; several
/// results are returned in a `std::tuple` or a list. Of a graph it is the graph.
/// @{
template <fixed_string... Names, class P>
[[nodiscard]] constexpr graph pattern_graph(P const& p) {
    constexpr std::size_t given = sizeof...(Names);
    if constexpr (given == 0) {
        using mistake = typename decltype(detail::pattern_mistake<P>())::type;
        static_cast<void>(requires { sizeof(mistake); });
    }
    if constexpr (pattern_like<P>) {
        auto const& made = to_pattern(p);
        detail::pattern_graph_builder builder{made.nodes};
        builder.declare_own();
        return builder.build();
    } else if constexpr (given > 0) {
        if constexpr (detail::takes<detail::values_by_place, P>(std::make_index_sequence<given>{})) {
            constexpr std::string_view names[] = {Names.view()...};
            return detail::built_graph(p, names, std::make_index_sequence<given>{});
        } else {
            static_cast<void>(requires { sizeof(has_other_parameters<given>); });
            return {};
        }
    } else if constexpr (detail::builds_graph<P>()) {
        using places = std::make_index_sequence<detail::parameters_of<detail::values_by_place, P>()>;
        return detail::built_graph(p, detail::parameter_names<places>::names, places{});
    } else {
        return {};
    }
}
[[nodiscard]] GRAFT_CONSTEXPR_INLINE graph pattern_graph(graph g) { return g; }
/// @}

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

struct any_pattern;

namespace detail {

// One pattern, rather than several, or an option beside them.
template <class T>
concept no_list = (std::is_class_v<T> || std::is_pointer_v<T>)&&!iterable<T> && !std::same_as<T, any_pattern>;

} // namespace detail

/// An item of a list of patterns, made of whatever `pattern_graph` takes: a graph, a pattern of a rule, a function.
struct any_pattern {
    graph g; ///< its graph

    /// Keeps the graph.
    GRAFT_CONSTEXPR_INLINE any_pattern(graph pattern) : g(std::move(pattern)) {}
    /// Makes the graph.
    template <detail::no_list P>
        requires(!std::same_as<P, graph>)
    constexpr any_pattern(P const& pattern) : g(pattern_graph(pattern)) {}
};

namespace detail {

GRAFT_CONSTEXPR_INLINE vec<graph> graphs_of(std::initializer_list<any_pattern> patterns) {
    vec<graph> graphs;
    graphs.reserve(patterns.size());
    for (any_pattern const& p : patterns)
        graphs.push_back(p.g);
    return graphs;
}

} // namespace detail
} // namespace graft

#if defined(GRAFT_CORE_BODIES)

namespace graft::detail {

GRAFT_CONSTEXPR void pattern_graph_builder::declare_own() {
    for (pattern_node const& n : nodes_)
        if (n.kind == pattern_kind::variable && find(n.name) == no_node)
            variables_.push_back({n.name, g_.placeholder(n.name)});
    for (std::size_t i = 0; i < nodes_.size(); ++i)
        if (nodes_[i].kind == pattern_kind::any)
            wildcards_.push_back({i, g_.placeholder("any")});
}

GRAFT_CONSTEXPR arg pattern_graph_builder::returned_roots() {
    vec<arg> results;
    for_each_child(nodes_, 0, [&](std::size_t child) { results.push_back(returned(child)); });
    return arg::tuple(std::move(results));
}

GRAFT_CONSTEXPR arg pattern_graph_builder::returned(std::size_t at) {
    if (limits_uses(nodes_[at]))
        raise(errc::unsupported, "a graph cannot say who uses a variable or its result");
    return pattern_value<arg>(nodes_, at, *this);
}

GRAFT_CONSTEXPR arg pattern_graph_builder::variable(pattern_node const& n) const {
    if (limits_uses(n))
        raise(errc::unsupported, "a graph cannot say who uses a variable or its result");
    node_id const found = find(n.name);
    if (found == no_node)
        raise(errc::invalid_argument, "the replacement uses '", n.name, "', which the pattern does not bind");
    return arg::node(found);
}

GRAFT_CONSTEXPR arg pattern_graph_builder::call(pattern_node const& n, vec<slot_value<arg>>& operands) {
    if (n.any_attributes)
        raise(errc::unsupported, "a graph says every argument of a call");
    call_arguments given;
    for (slot_value<arg>& operand : operands)
        given.add(*n.op, operand.slot, std::move(operand.value));
    return arg::node(g_.call_function(*n.op, given.args, given.kwargs));
}

GRAFT_CONSTEXPR arg pattern_graph_builder::other(std::size_t at) const {
    if (nodes_[at].kind != pattern_kind::any)
        raise(errc::unsupported, "a graph cannot say this part of a pattern: only variables, wildcards, literals, "
                                 "calls, lists and items");
    for (auto const& [where, n] : wildcards_)
        if (where == at)
            return arg::node(n);
    raise(errc::invalid_argument, "a wildcard stands in a replacement");
}

} // namespace graft::detail
#endif
