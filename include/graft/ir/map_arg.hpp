#pragma once

#include <graft/core/error.hpp>
#include <graft/ir/argument.hpp>
#include <graft/ir/argument_store.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>
#include <graft/schema/op_info.hpp>

#include <cstddef>
#include <utility>

namespace graft {

/// The argument as one that can be stored, with `f(node)`, an `arg`, in the place of every node at any depth; FX's
/// `map_arg`. Texts stay in the graph of the argument, which must live as long as the result is used.
template <class F>
[[nodiscard]] constexpr arg map_arg(arg_ref a, F&& f) {
    switch (a.kind()) {
    case arg_kind::none: return {};
    case arg_kind::node: return f(a.node());
    case arg_kind::boolean: return a.boolean();
    case arg_kind::integer: return a.integer();
    case arg_kind::real: return a.real();
    case arg_kind::string: return a.text();
    case arg_kind::device: return arg::device(a.text());
    case arg_kind::dtype: return a.dtype();
    case arg_kind::layout: return a.layout();
    case arg_kind::memory_format: return a.memory_format();
    case arg_kind::ellipsis: return arg::ellipsis();
    default: break;
    }
    arg aggregate;
    aggregate.kind = a.kind();
    aggregate.items.reserve(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a.kind() == arg_kind::dict)
            aggregate.keys.push_back(a.key(i));
        aggregate.items.push_back(map_arg(a[i], f));
    }
    return aggregate;
}

/// The argument as it is, its nodes included.
[[nodiscard]] constexpr arg to_arg(arg_ref a) {
    return map_arg(a, [](node_id n) { return arg::node(n); });
}

/// All arguments of a node, mapped so.
template <class F>
[[nodiscard]] constexpr call_arguments map_arguments(graph const& g, node_id n, F&& f) {
    call_arguments mapped;
    mapped.args.reserve(g.arg_count(n));
    for (std::size_t i = 0; i < g.arg_count(n); ++i)
        mapped.args.push_back(map_arg(g.arg(n, i), f));
    mapped.kwargs.reserve(g.kwarg_count(n));
    for (std::size_t i = 0; i < g.kwarg_count(n); ++i)
        mapped.kwargs.push_back({g.kwarg_key(n, i), map_arg(g.kwarg(n, i), f)});
    return mapped;
}

/// All arguments of a node as they are.
[[nodiscard]] constexpr call_arguments arguments_of(graph const& g, node_id n) {
    return map_arguments(g, n, [](node_id input) { return arg::node(input); });
}

/// The arguments with `f(value, schema_argument)` in the place of every value that is given, in the order of the
/// op's schema. An argument that the op does not take, or takes twice, is an error that names it.
template <class F>
[[nodiscard]] constexpr call_arguments args_map(op_info const& op, F&& f, vec<arg> args, vec<kwarg> kwargs = {}) {
    std::size_t mapped = 0;
    for (std::size_t i = 0; i < op.arguments.size(); ++i) {
        schema_argument const& slot = op.arguments[i];
        bool const positional = !slot.kwarg_only && i < args.size();
        for (kwarg& k : kwargs)
            if (k.key == slot.name) {
                if (positional)
                    raise(errc::invalid_argument, op.name, ": argument '", slot.name, "' is given twice");
                k.value = f(k.value, slot);
                ++mapped;
            }
        if (positional) {
            args[i] = f(args[i], slot);
            ++mapped;
        }
    }
    if (mapped == args.size() + kwargs.size())
        return {std::move(args), std::move(kwargs)};
    for (kwarg const& k : kwargs)
        if (op.find_argument(k.key) < 0)
            raise(errc::invalid_argument, op.name, ": there is no argument '", k.key, "'");
    raise(errc::invalid_argument, op.name, ": ", args.size(), " positional arguments are given, more than it takes");
}

} // namespace graft
