#pragma once

#include <graft/config.hpp>
#include <graft/dialect/sym_operation.hpp>
#include <graft/ir/graph.hpp>
#include <graft/symbolic/compare.hpp>
#include <graft/symbolic/math.hpp>
#include <graft/symbolic/range.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <optional>
#include <string_view>

namespace graft {

namespace detail {

[[nodiscard]] GRAFT_CONSTEXPR std::optional<bool> decide(sym_function relation, sym_int const& a, sym_int const& b,
                                                         symbol_ranges ranges);

} // namespace detail

/// The expression simplified by what is known of its symbols: with s in [1, 127], Min(128, s)
/// is s.
[[nodiscard]] GRAFT_CONSTEXPR sym_int refine(sym_int const& value, symbol_ranges ranges);

/// The value with its sizes and numbers simplified so; a truth is left as it is, for it may be
/// the very assertion that keeps a symbol in its range.
[[nodiscard]] GRAFT_CONSTEXPR value_spec refine(value_spec value, symbol_ranges ranges);

namespace detail {

[[nodiscard]] GRAFT_CONSTEXPR tensor_spec const& recorded_tensor(graph const& g, node_id n);

/// What the meta function of the op that a node calls says of its value, by what is recorded of it where symbols alone
/// do not tell.
[[nodiscard]] GRAFT_CONSTEXPR value_spec inferred_value(graph const& g, node_id n);

/// Infers a call of an op or of a Python function; false when nothing is known of what it
/// computes.
GRAFT_CONSTEXPR bool infer_call(graph& g, node_id n, symbol_ranges ranges);

} // namespace detail

/// Computes the value of a node from those of its arguments, by the meta function of its op;
/// what is known of the symbols, the range constraints of a program, simplifies it.
///
/// Placeholders and attributes keep the value they have, and so does a call whose value cannot
/// be inferred, or one of several values: of an unknown op, or of one whose result depends on the
/// elements of its arguments. If such a call has no value, that is an error, as a wrong call is; it names node
/// and stack trace.
GRAFT_CONSTEXPR void infer(graph& g, node_id n, symbol_ranges ranges = {});

/// Computes the value of every node, in execution order.
GRAFT_CONSTEXPR_INLINE void infer_all(graph& g, symbol_ranges ranges = {}) {
    for (node_id const n : g.nodes())
        infer(g, n, ranges);
}

/// Computes the strides of every call anew, for passes that make copies of views: dtypes and sizes stay, and so does
/// everything that is known of a call which is not inferred.
struct infer_strides_pass {
    static constexpr std::string_view name = "infer_strides";   ///< by which constraints name it
    void operator()(graph& g, symbol_ranges ranges = {}) const; ///< runs it
};
inline constexpr infer_strides_pass infer_strides{}; ///< called or run by a manager

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/dialect/recorded_call.hpp>
#    include <graft/dialect/sym_known.hpp>
#    include <graft/dialect/sym_operation.hpp>
#    include <graft/ir/bind_arguments.hpp>
#    include <graft/meta/vec.hpp>
#    include <graft/schema/infer.hpp>

#    include <cstddef>
#    include <cstdint>
#    include <string>
#    include <utility>

namespace graft {
namespace detail {

/// The operands of a max or min without those that another one beats for all values in the
/// ranges.
[[nodiscard]] constexpr vec<sym_int> unbeaten(sym_function f, vec<sym_int> operands, symbol_ranges ranges) {
    auto const beats = [&](sym_int const& a, sym_int const& b) {
        return known_le(f == sym_function::max ? b : a, f == sym_function::max ? a : b, ranges) == true;
    };
    for (std::size_t i = operands.size(); i-- > 0;)
        for (std::size_t j = 0; j < operands.size(); ++j)
            if (j != i && beats(operands[j], operands[i])) {
                operands.erase(operands.begin() + static_cast<std::ptrdiff_t>(i));
                break;
            }
    return operands;
}

GRAFT_CONSTEXPR std::optional<bool> decide(sym_function relation, sym_int const& a, sym_int const& b,
                                           symbol_ranges ranges) {
    switch (relation) {
    case sym_function::le: return known_le(a, b, ranges);
    case sym_function::lt: return known_lt(a, b, ranges);
    case sym_function::ge: return known_le(b, a, ranges);
    case sym_function::gt: return known_lt(b, a, ranges);
    case sym_function::eq: return known_eq(a, b, ranges);
    default: return std::nullopt;
    }
}

[[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_int refine_function(sym_function f, vec<sym_int> operands,
                                                             symbol_ranges ranges) {
    if (f == sym_function::max || f == sym_function::min)
        return apply(f, unbeaten(f, std::move(operands), ranges));
    if (operands.size() == 2)
        if (std::optional<bool> const truth = decide(f, operands[0], operands[1], ranges))
            return *truth ? 1 : 0;
    return apply(f, std::move(operands));
}

} // namespace detail

GRAFT_CONSTEXPR sym_int refine(sym_int const& value, symbol_ranges ranges) {
    if (!value.is_symbolic())
        return value;
    vec<sym_int> summands{value.constant()};
    for (sym_term const& term : value.terms()) {
        sym_int product = term.coefficient;
        for (sym_factor const& factor : term.factors) {
            sym_atom const& atom = factor.atom;
            if (atom.function == sym_function::symbol) {
                product *= pow(atom.name, factor.exponent);
                continue;
            }
            vec<sym_int> operands;
            for (sym_int const& operand : atom.operands)
                operands.push_back(refine(operand, ranges));
            product *= pow(detail::refine_function(atom.function, std::move(operands), ranges), factor.exponent);
        }
        summands.push_back(std::move(product));
    }
    return sym_int::sum(summands);
}

GRAFT_CONSTEXPR value_spec refine(value_spec value, symbol_ranges ranges) {
    if (value.k == value_spec::kind::sym_bool)
        return value;
    auto const simplify = [&](sym_int& number) {
        if (number.is_symbolic())
            number = refine(number, ranges);
    };
    simplify(value.integer);
    for (sym_int& size : value.tensor.sizes)
        simplify(size);
    for (sym_int& stride : value.tensor.strides)
        simplify(stride);
    simplify(value.tensor.storage_offset);
    for (value_spec& item : value.items)
        item = refine(std::move(item), ranges);
    return value;
}

namespace detail {

GRAFT_CONSTEXPR tensor_spec const& recorded_tensor(graph const& g, node_id n) {
    tensor_spec const* const known = tensor_of(g.val(n));
    if (known == nullptr)
        raise(errc::invalid_argument, "the node '", g.name(n), "' is not known to be a tensor");
    return *known;
}

/// The recorded number of a node; a real one that is only known when the program runs has a kind, but no value.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE argument<tensor_spec> number_to_infer(graph const& g, node_id n) {
    value_spec const* const val = g.val(n);
    if (val == nullptr || val->k != value_spec::kind::sym_float)
        return recorded_number<tensor_spec>(g, n);
    if (std::optional<double> const known = known_real(*val))
        return *known;
    return argument<tensor_spec>::unknown_real(val->integer);
}

GRAFT_CONSTEXPR value_spec inferred_value(graph const& g, node_id n) {
    auto const tensor_of = [&g](node_id input) -> tensor_spec const& { return recorded_tensor(g, input); };
    auto const number_of = [&g](node_id input) { return number_to_infer(g, input); };
    call<tensor_spec> const bound = bind_arguments<tensor_spec>(g, n, tensor_of, number_of);
    value_spec const* const recorded = g.val(n);
    if (recorded == nullptr)
        return graft::infer(bound);
    return infer_recorded(bound, *recorded);
}

/// `operator.getitem`: one of several values.
[[nodiscard]] constexpr value_spec infer_item(graph const& g, node_id n) {
    if (g.arg_count(n) != 2 || !g.arg(n, 0).is_node() || g.arg(n, 1).kind() != arg_kind::integer)
        raise(errc::invalid_argument, "operator.getitem takes a node and an integer");
    node_id const source = g.arg(n, 0).node();
    value_spec const* const val = g.val(source);
    if (val == nullptr || !val->is_list())
        raise(errc::invalid_argument, "the node '", g.name(source), "' is not known to have several values");
    std::int64_t const index = g.arg(n, 1).integer();
    auto const count = static_cast<std::int64_t>(val->items.size());
    if (index < -count || index >= count)
        raise(errc::invalid_argument, "item ", index, " of the ", count, " values of '", g.name(source), "'");
    return val->items[static_cast<std::size_t>(index < 0 ? index + count : index)];
}

/// An operand of a function on symbolic numbers: a node or a literal.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec sym_operand(graph const& g, arg_ref operand) {
    switch (operand.kind()) {
    case arg_kind::node:
        if (value_spec const* const val = g.val(operand.node()))
            if (!val->is_none() && !val->is_tensor() && !val->is_list())
                return *val;
        raise(errc::invalid_argument, "the node '", g.name(operand.node()), "' is not known to be a number");
    case arg_kind::boolean: return value_spec::of_boolean(operand.boolean() ? 1 : 0);
    case arg_kind::integer: return value_spec::of_integer(operand.integer());
    case arg_kind::real: return sym_real(operand.real());
    default: raise(errc::invalid_argument, "an operand is no number");
    }
}

[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec infer_sym(graph const& g, node_id n, sym_target const& target) {
    if (g.arg_count(n) != target.operands)
        raise(errc::invalid_argument, g.target(n).name, " takes ", target.operands, " operands, not ", g.arg_count(n));
    vec<value_spec> operands;
    for (std::size_t i = 0; i < target.operands; ++i)
        operands.push_back(sym_operand(g, g.arg(n, i)));
    return evaluate(target.operation, operands);
}

/// The value with the recorded ones of the items that nothing is inferred of: such as depend on elements.
[[nodiscard]] constexpr value_spec with_recorded_items(value_spec inferred, value_spec const* recorded) {
    if (inferred.is_list() && recorded != nullptr && recorded->items.size() == inferred.items.size())
        for (std::size_t i = 0; i < inferred.items.size(); ++i)
            if (inferred.items[i].is_none())
                inferred.items[i] = recorded->items[i];
    return inferred;
}

GRAFT_CONSTEXPR bool infer_call(graph& g, node_id n, symbol_ranges ranges) {
    target_info const target = g.target(n);
    if (target.name == "operator.getitem") {
        g.set_val(n, infer_item(g, n));
    } else if (sym_target const* const function = called_sym_target(target)) {
        symbols_within const nothing{
            symbol_ranges()}; // a truth may be the very assertion that keeps a symbol in its range
        g.set_val(n, refine(infer_sym(g, n, *function), ranges));
    } else if (target.op != nullptr && target.op->meta != nullptr) {
        value_spec result = inferred_value(g, n);
        if (!target.op->returns.empty())
            g.set_val(n, with_recorded_items(refine(std::move(result), ranges), g.val(n)));
    } else {
        return false;
    }
    return true;
}

} // namespace detail

GRAFT_CONSTEXPR void infer(graph& g, node_id n, symbol_ranges ranges) {
    symbols_within const scope(symbols_within::given_or_held(ranges));
    try {
        opcode const op = g.op(n);
        if (op == opcode::placeholder || op == opcode::get_attr || op == opcode::output)
            return;
        bool const known = op == opcode::call_function && detail::infer_call(g, n, ranges);
        if (!known && g.val(n) == nullptr)
            raise(errc::unsupported, g.target(n).name, ": nothing is known of its result: the op ",
                  g.target(n).op == nullptr ? "is unknown" : "has no meta function");
    } catch (error& e) {
        if (e.code() == errc::unsupported && g.val(n) != nullptr)
            return;
        e.at_node(std::string{g.name(n)}, std::string{g.meta(n, "stack_trace")});
        throw;
    }
}

namespace detail {

/// True if both are tensors, or lists of such, of equal dtypes and sizes.
[[nodiscard]] constexpr bool has_same_sizes(value_spec const& a, value_spec const& b) {
    if (a.k != b.k || a.items.size() != b.items.size() || a.tensor.dtype != b.tensor.dtype ||
        a.tensor.sizes != b.tensor.sizes)
        return false;
    for (std::size_t i = 0; i < a.items.size(); ++i)
        if (!has_same_sizes(a.items[i], b.items[i]))
            return false;
    return true;
}

} // namespace detail

GRAFT_INLINE void infer_strides_pass::operator()(graph& g, symbol_ranges ranges) const {
    for (node_id const n : g.nodes()) {
        if (g.op(n) != opcode::call_function || g.val(n) == nullptr)
            continue;
        value_spec const before = *g.val(n);
        if (!before.is_tensor() && !before.is_list())
            continue;
        try {
            infer(g, n, ranges);
        } catch (error const&) { // the verifier tells what is wrong with the call
        }
        if (!detail::has_same_sizes(before, *g.val(n)))
            g.set_val(n, before);
    }
}

} // namespace graft
#endif
