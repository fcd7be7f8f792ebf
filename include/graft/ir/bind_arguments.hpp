#pragma once

#include <graft/core/error.hpp>
#include <graft/ir/at_node.hpp>
#include <graft/ir/graph.hpp>
#include <graft/schema/call.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <cstddef>
#include <string_view>
#include <type_traits>

namespace graft {
namespace detail {

/// Makes arguments of a call out of the arguments of a node.
template <class Tensor, class TensorOf, class NumberOf>
class argument_binder {
public:
    constexpr argument_binder(graph const& g, op_info const& op, TensorOf& tensor_of, NumberOf& number_of)
        : graph_(&g), op_(&op), tensor_of_(&tensor_of), number_of_(&number_of) {}

    constexpr argument<Tensor> bind(arg_ref given, schema_argument const& slot) const {
        switch (given.kind()) {
        case arg_kind::none: return std::nullopt;
        case arg_kind::node: return bind_node(given.node(), slot);
        case arg_kind::boolean: return given.boolean();
        case arg_kind::integer: return given.integer();
        case arg_kind::real: return given.real();
        case arg_kind::complex: return scalar::complex(given[0].real(), given[1].real());
        case arg_kind::string:
        case arg_kind::device: return given.text();
        case arg_kind::dtype: return given.dtype();
        case arg_kind::layout: return given.layout();
        case arg_kind::memory_format: return given.memory_format();
        case arg_kind::list:
        case arg_kind::tuple: return bind_list(given, slot);
        default:
            raise(errc::invalid_argument, op_->name, ": argument '", slot.name, "' is of a kind that no schema takes");
        }
    }

private:
    static constexpr bool is_number(value_spec const& val) {
        return val.k == value_spec::kind::sym_int || val.k == value_spec::kind::sym_bool ||
               val.k == value_spec::kind::sym_float;
    }

    constexpr argument<Tensor> bind_node(node_id n, schema_argument const& slot) const {
        value_spec const* const val = graph_->val(n);
        // PyTorch wraps a number for a Tensor, also one that is only known when the program runs.
        bool const takes_number = slot.type != type_kind::tensor ? val == nullptr || !val->is_tensor()
                                                                 : !slot.list && val != nullptr && is_number(*val);
        if (takes_number)
            return (*number_of_)(n);
        Tensor const& value = (*tensor_of_)(n);
        return value;
    }

    constexpr argument<Tensor> bind_list(arg_ref given, schema_argument const& slot) const {
        argument<Tensor> list;
        list.kind = slot.type == type_kind::tensor ? argument_kind::tensors : argument_kind::integers;
        for (std::size_t i = 0; i < given.size(); ++i) {
            argument<Tensor> const item = bind(given[i], slot);
            if (slot.type == type_kind::tensor &&
                (item.kind == argument_kind::tensor || item.kind == argument_kind::none))
                list.tensors.push_back(item.tensor);
            else if (item.is_unknown_real())
                raise(errc::unsupported, op_->name, ": argument '", slot.name,
                      "' holds a number that is only known when the program runs");
            else if (slot.type != type_kind::tensor && item.is_number())
                append(list, item);
            else
                raise(errc::invalid_argument, op_->name, ": argument '", slot.name, "' has ", text(item.kind),
                      " in its list");
        }
        return list;
    }

    // One number that is no integer makes all of them Scalars.
    static constexpr void append(argument<Tensor>& list, argument<Tensor> const& item) {
        if (list.kind == argument_kind::integers && item.kind == argument_kind::integer) {
            list.integers.push_back(item.integer);
            return;
        }
        for (sym_int const& integer : list.integers)
            list.numbers.push_back(integer.value());
        list.integers.clear();
        list.kind = argument_kind::numbers;
        list.numbers.push_back(item.to_number());
    }

    graph const* graph_;
    op_info const* op_;
    TensorOf* tensor_of_;
    NumberOf* number_of_;
};

/// The recorded value of a node that is not a tensor, as an argument.
template <class Tensor>
constexpr argument<Tensor> recorded_number(graph const& g, node_id n) {
    value_spec const* const val = g.val(n);
    if (val == nullptr || val->k == value_spec::kind::none || val->is_tensor() || val->is_list())
        raise(errc::invalid_argument, "the node '", g.name(n), "' is not known to be a number");
    if (val->k == value_spec::kind::sym_bool && !val->integer.is_symbolic())
        return val->integer.value() != 0;
    return val->integer;
}

/// Fills every slot of `c` that the node gives an argument for.
template <class Tensor, class Binder>
constexpr void bind_given(call<Tensor>& c, graph const& g, node_id n, Binder const& binder) {
    op_info const& op = c.op();
    std::size_t positional = 0;
    while (positional < op.arguments.size() && !op.arguments[positional].kwarg_only)
        ++positional;
    if (g.arg_count(n) > positional)
        raise(errc::invalid_argument, op.name, ": ", g.arg_count(n),
              " positional arguments are given, where the operator takes ", positional);
    for (std::size_t i = 0; i < g.arg_count(n); ++i)
        c.set(i, binder.bind(g.arg(n, i), op.arguments[i]));
    for (std::size_t i = 0; i < g.kwarg_count(n); ++i) {
        std::string_view const key = g.kwarg_key(n, i);
        int const slot = op.find_argument(key);
        if (slot < 0)
            raise(errc::invalid_argument, op.name, ": there is no argument '", key, "'");
        if (static_cast<std::size_t>(slot) < g.arg_count(n))
            raise(errc::invalid_argument, op.name, ": argument '", key, "' is given twice");
        c.set(slot, binder.bind(g.kwarg(n, i), op.arguments[static_cast<std::size_t>(slot)]));
    }
    c.check();
}

} // namespace detail

/// The call that a node makes: every slot of the op's schema, from the node or from its
/// default.
///
/// `tensor_of(node)` is a `Tensor const&` that outlives the call, `number_of(node)` anything
/// that an `argument<Tensor>` can be made of. A node without an op, an argument of the wrong
/// kind, one that is unknown, missing or given twice is an error that names the node, the op
/// and the argument.
template <class Tensor, class TensorOf, class NumberOf>
[[nodiscard]] constexpr call<Tensor> bind_arguments(graph const& g, node_id n, TensorOf&& tensor_of,
                                                    NumberOf&& number_of) {
    return at_node(g, n, [&] {
        op_info const* const op = g.target(n).op;
        if (op == nullptr)
            raise(errc::unsupported, g.target(n).name, ": no op of this name is known");
        call<Tensor> bound(*op);
        using binder =
            detail::argument_binder<Tensor, std::remove_reference_t<TensorOf>, std::remove_reference_t<NumberOf>>;
        detail::bind_given(bound, g, n, binder(g, *op, tensor_of, number_of));
        return bound;
    });
}

/// The call that a node makes, where the numbers that nodes compute are those recorded in their values; one that is not
/// recorded is an error. `tensor_of(node)` is a `Tensor const&` that outlives the call.
template <class Tensor, class TensorOf>
[[nodiscard]] constexpr call<Tensor> bind_arguments(graph const& g, node_id n, TensorOf&& tensor_of) {
    return bind_arguments<Tensor>(g, n, tensor_of,
                                  [&g](node_id number) { return detail::recorded_number<Tensor>(g, number); });
}

} // namespace graft
