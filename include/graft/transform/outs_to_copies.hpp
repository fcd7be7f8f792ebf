#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/program.hpp>

#include <cstddef>
#include <string_view>

namespace graft {

/// Makes of every call of an out-variant, such as `div.out(x, y, out=o)`, the call of the op that computes its results,
/// and a `copy_` of each to the tensor that it is to be written to. A tensor that would get other sizes is an error
/// (`errc::unsupported`) that names the node. Returns how many calls changed.
struct outs_to_copies_pass {
    static constexpr std::string_view name = "outs_to_copies"; ///< by which constraints name it
    std::size_t operator()(graph& g) const;                    ///< runs it
    /// Runs it in the graph of a module and in those that its calls run.
    std::size_t operator()(graph_module& module) const;
};
inline constexpr outs_to_copies_pass outs_to_copies{}; ///< called or run by a manager

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/dialect/aten/copy.hpp>
#    include <graft/dialect/infer.hpp>
#    include <graft/dialect/out_conversion.hpp>
#    include <graft/dialect/out_variant.hpp>
#    include <graft/ir/at_node.hpp>
#    include <graft/ir/map_arg.hpp>
#    include <graft/ir/opaque.hpp>
#    include <graft/meta/vec.hpp>

#    include <algorithm>
#    include <cstdint>

namespace graft {
namespace detail {

/// What a call of an out-variant writes to, in the order of its results.
[[nodiscard]] inline vec<node_id> given_outs(graph const& g, node_id n, op_info const& op) {
    vec<node_id> outs;
    for (std::size_t i = 0; i < op.arguments.size(); ++i) {
        if (!op.arguments[i].writes)
            continue;
        auto const given = g.schema_arg(n, i);
        std::size_t const before = outs.size();
        if (given && given->is_node())
            outs.push_back(given->node());
        for (std::size_t item = 0; given && is_aggregate(given->kind()) && item < given->size(); ++item)
            if ((*given)[item].is_node())
                outs.push_back((*given)[item].node());
        if (outs.size() == before)
            raise(errc::unsupported, "outs_to_copies: ", op.name, " is given no tensor for '", op.arguments[i].name,
                  "'");
    }
    return outs;
}

/// A call before `n` that is like it otherwise.
[[nodiscard]] inline node_id call_before(graph& g, node_id n, op_info const& op, vec<arg> const& args,
                                         vec<kwarg> const& kwargs) {
    node_id const made = g.call_function(g.intern_target(op, g.target(n).dialect), args, kwargs);
    g.copy_meta(n, made);
    infer(g, made);
    return made;
}

/// The call of `functional` with what the call of an out-variant gives it, before that; it computes in the dtypes in
/// which that does.
[[nodiscard]] inline node_id call_of_functional(graph& g, node_id n, op_info const& op, op_info const& functional,
                                                dtype written) {
    vec<kwarg> given;
    for (schema_argument const& argument : functional.arguments)
        if (int const slot = op.find_argument(argument.name); slot >= 0)
            if (auto const value = g.schema_arg(n, static_cast<std::size_t>(slot)))
                given.push_back({argument.name, to_arg(*value)});
    node_id const made = call_before(g, n, functional, {}, given);
    auto const asks = [](kwarg const& k) { return k.key == "dtype" && k.value.kind != arg_kind::none; };
    value_spec const& natural = *g.val(made);
    if (!natural.is_tensor() || std::any_of(given.begin(), given.end(), asks))
        return made;
    auto const first = g.schema_arg(made, 0);
    tensor_spec const* const argument = first && first->is_node() ? tensor_of(g.val(first->node())) : nullptr;
    out_conversion const how = conversion_of_out(
        op, functional, argument == nullptr ? dtype::undefined : argument->dtype, natural.tensor.dtype, written);
    if (how.asked == dtype::undefined && how.operand == dtype::undefined)
        return made;
    g.erase_node(made);
    if (how.asked != dtype::undefined) {
        erase_if(given, [](kwarg const& k) { return k.key == "dtype"; });
        given.push_back({"dtype", how.asked});
    }
    if (how.operand != dtype::undefined)
        given[0].value =
            arg::node(call_before(g, n, aten::_to_copy.default_.info(), {given[0].value}, {{"dtype", how.operand}}));
    return call_before(g, n, functional, {}, given);
}

/// `to` once `value` is written to it.
[[nodiscard]] inline node_id copied_to(graph& g, node_id n, node_id to, node_id value) {
    if (recorded_tensor(g, to).sizes != recorded_tensor(g, value).sizes)
        raise(errc::unsupported, "outs_to_copies: ", g.target(n).name, " gives '", g.name(to), "' other sizes");
    return call_before(g, n, aten::copy_.default_.info(), {arg::node(to), arg::node(value)}, {});
}

inline void copy_out(graph& g, node_id n, op_info const& op, op_info const& functional) {
    auto const scope = inserting_before(g, n);
    vec<node_id> const outs = given_outs(g, n, op);
    node_id const made = call_of_functional(g, n, op, functional, recorded_tensor(g, outs[0]).dtype);
    bool const several = g.val(made)->is_list();
    vec<node_id> values, written;
    for (std::size_t i = 0; i < outs.size(); ++i) {
        if (several) {
            values.push_back(g.call_function("operator.getitem", {arg::node(made), static_cast<std::int64_t>(i)}));
            g.copy_meta(n, values.back());
            infer(g, values.back());
        } else {
            values.push_back(made);
        }
    }
    for (std::size_t i = 0; i < outs.size(); ++i)
        written.push_back(copied_to(g, n, outs[i], values[i]));
    if (!several) {
        g.replace_all_uses_with(n, written[0]);
    } else {
        vec<node_id> items;
        for (node_id const user : g.users(n))
            items.push_back(user);
        for (node_id const item : items) {
            std::int64_t const i = g.arg(item, 1).integer();
            g.replace_all_uses_with(item, written.at(static_cast<std::size_t>(i)));
            g.erase_node(item);
        }
    }
    g.erase_node(n);
}

} // namespace detail

GRAFT_INLINE std::size_t outs_to_copies_pass::operator()(graph& g) const {
    std::size_t count = 0;
    for (node_id const n : g.nodes()) {
        op_info const* const op = g.op(n) == opcode::call_function ? g.target(n).op : nullptr;
        op_info const* const functional = op != nullptr ? functional_of(*op) : nullptr;
        if (functional == nullptr)
            continue;
        at_node(g, n, [&] { detail::copy_out(g, n, *op, *functional); });
        ++count;
    }
    return count;
}

GRAFT_INLINE std::size_t outs_to_copies_pass::operator()(graph_module& module) const {
    std::size_t count = (*this)(module.graph);
    for (submodule& inner : module.submodules)
        if (!is_opaque_body(module.graph, inner.name))
            count += (*this)(inner.module);
    return count;
}

} // namespace graft
#endif
