#pragma once

#include <graft/config.hpp>
#include <graft/core/error.hpp>
#include <graft/ir/argument.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/never.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/schema/carrier.hpp>
#include <graft/schema/op.hpp>

#include <concepts>
#include <cstddef>
#include <optional>
#include <string_view>

namespace graft {

/// A node of a graph under construction: calling an op with values adds the call to their graph.
struct value {
    graft::graph* owner = nullptr; ///< the graph it is in
    node_id id = no_node;          ///< its id there

    /// The node's name; a value that is in no graph has none, which is an error.
    [[nodiscard]] constexpr std::string_view name() const {
        if (owner == nullptr)
            raise(errc::invalid_argument, "the value is of no graph");
        return owner->name(id);
    }
};

/// The value of a new placeholder of `g`.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value placeholder(graph& g, std::string_view name) {
    return {&g, g.placeholder(name)};
}

/// Ends the graph: it returns these values.
GRAFT_CONSTEXPR_INLINE node_id output(graph& g, vec<value> const& results) {
    vec<arg> items;
    items.reserve(results.size());
    for (value const v : results) {
        if (v.owner != &g)
            raise(errc::invalid_argument, "the results are of different graphs");
        items.push_back(arg::node(v.id));
    }
    return g.output(arg::tuple(items));
}

/// Values that an op takes as one argument, a list.
template <std::same_as<value> First, std::same_as<value>... Rest>
[[nodiscard]] constexpr vec<value> list(First const& first, Rest const&... rest) {
    return {first, rest...};
}

/// Result `I` of a call that returns several: a call of `operator.getitem`.
template <int I>
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value out(value const& results) {
    return {results.owner, results.owner->call_function("operator.getitem", {arg::node(results.id), arg(I)})};
}

/// A call with values is given something that no node takes.
template <class T>
struct no_argument_of_a_node {
    static_assert(never_type<T>, "graft: a T is no argument of a call that adds a node to a graph; give a value, a "
                                 "literal, or a list of them. [E-VAL-1]");
};

namespace detail {

template <class T>
constexpr arg to_arg(T const&) {
    static_cast<void>(requires { sizeof(no_argument_of_a_node<T>); });
    return {};
}
constexpr arg to_arg(value v) { return arg::node(v.id); }
template <class T>
    requires std::constructible_from<arg, T const&>
constexpr arg to_arg(T const& literal) {
    return arg{literal};
}
template <class T>
constexpr arg to_arg(std::optional<T> const& maybe) {
    return maybe ? to_arg(*maybe) : arg{};
}
template <iterable T>
    requires(!std::constructible_from<arg, T const&>)
constexpr arg to_arg(T const& items) {
    vec<arg> values;
    for (auto const& item : items)
        values.push_back(to_arg(item));
    return arg::list(values);
}

// Takes the graph of the values in an argument; false when there are several.
constexpr bool take_owner(graph*& owner, value const& v) {
    if (owner == nullptr)
        owner = v.owner;
    return owner == v.owner;
}
template <class T>
constexpr bool take_owner(graph*& owner, T const& argument) {
    if constexpr (!carrying<T>) {
        return true;
    } else if constexpr (iterable<T>) {
        for (auto const& item : argument)
            if (!take_owner(owner, item))
                return false;
        return true;
    } else if constexpr (requires { *argument; }) {
        return !argument || take_owner(owner, *argument);
    } else {
        static_cast<void>(requires { sizeof(no_argument_of_a_node<T>); });
        return true;
    }
}

/// What calling an op with values means: a new call_function node.
struct value_carrier {
    template <class Op, int... Slot, class... Arguments>
    static constexpr value call(slots<Slot...>, Arguments const&... arguments) {
        op_info const& op = Op::info();
        graph* owner = nullptr;
        if (!(take_owner(owner, arguments) && ...))
            raise(errc::invalid_argument, "the arguments of ", op.name, " are of different graphs");
        if (owner == nullptr)
            raise(errc::invalid_argument, "the arguments of ", op.name, " are of no graph");
        call_arguments given;
        (given.add(op, static_cast<std::size_t>(Slot), to_arg(arguments)), ...);
        return {owner, owner->call_function(op, given.args, given.kwargs)};
    }
};

} // namespace detail

/// A call with a `value` among its arguments adds a node.
template <>
struct carrier_of<value> {
    using type = detail::value_carrier; ///< what adds the node
};

} // namespace graft
