#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft {

namespace detail {

// True if the dtype, which is of integers, has this number.
GRAFT_CONSTEXPR bool holds_number(dtype d, std::int64_t number);

/// Has a call of an op that takes numbers take tensors (`op_info::of_tensors`), of the dtype of its result, if one of its
/// numbers is only known when the program runs. Returns the tensors made, in execution order.
[[nodiscard]] GRAFT_INLINE vec<node_id> take_tensors(graph& g, node_id n);

} // namespace detail

/// Makes a 0-d tensor of every Python number that stands where a schema takes a Tensor: `add.Tensor(x, 2.0)`
/// gets `full([], 2.0)`. Floats become f32, integers i64 and bools b8, which promotes as the number did, or of the
/// dtype of the other operand, where that is the one it is computed in. A symbolic number becomes a `scalar_tensor`;
/// exir's `ScalarToTensorPass` and `SymToTensorPass`. Where a symbolic number stands for a Scalar the call becomes one of
/// the op that takes tensors, if there is one (`op_info::of_tensors`). Returns how many numbers were replaced.
struct scalar_to_tensor_pass {
    static constexpr std::string_view name = "scalar_to_tensor"; ///< by which constraints name it
    std::size_t operator()(graph& g) const;                      ///< runs it
};
inline constexpr scalar_to_tensor_pass scalar_to_tensor{}; ///< called or run by a manager

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/core/fitted_number.hpp>
#    include <graft/dialect/aten.hpp>
#    include <graft/dialect/infer.hpp>
#    include <graft/ir/map_arg.hpp>
#    include <graft/transform/remove_mixed_types.hpp>

#    include <bit>
#    include <utility>

namespace graft {
namespace detail {

GRAFT_CONSTEXPR bool holds_number(dtype d, std::int64_t number) {
    std::int64_t const bits = static_cast<std::int64_t>(element_size(d)) * 8 - (is_signed(d) ? 1 : 0);
    if (bits >= 63)
        return is_signed(d) || number >= 0;
    return number < (std::int64_t{1} << bits) && number >= (is_signed(d) ? -(std::int64_t{1} << bits) : 0);
}

// The dtype that a number has as a tensor among the arguments of `n`: the default of its kind, f64 of a real that is
// all there is to copy, or that of a tensor of the kind that computes in its own dtype with it: of integers any that has
// the number, of reals f64, or one of rank 0, with which a tensor would promote as an equal, unless integers are divided
// as reals. Beside c128 it is f64, which keeps all of its digits; and f32 where a 16-bit float that is multiplied or
// divided by it would not hold it: as the second operand PyTorch takes it as it is, as the first in the dtype of the
// other.
inline dtype number_dtype(graph const& g, node_id n, arg const& number, bool second) {
    if (number.kind == arg_kind::boolean)
        return dtype::boolean;
    bool const real = number.kind == arg_kind::real;
    dtype found = !real ? dtype::i64 : g.target(n) == aten::_to_copy ? dtype::f64 : dtype::f32;
    tensor_spec const* const result = tensor_of(g.val(n));
    bool const divides = result != nullptr && is_floating_point(result->dtype);
    g.for_each_input(n, [&](node_id input) {
        tensor_spec const* const val = tensor_of(g.val(input));
        if (val == nullptr)
            return;
        dtype const d = val->dtype;
        if (real && second && is_floating_point(d) && element_size(d) == 2 && multiplies_or_divides(*g.target(n).op) &&
            !is_about_held(std::bit_cast<double>(number.bits), d))
            return;
        if (real ? is_floating_point(d) && (val->dim() == 0 || d == dtype::f64)
                 : is_integral(d, false) && ((val->dim() == 0 && !divides) || holds_number(d, number.bits)))
            found = d;
        else if (real && d == dtype::c128)
            found = dtype::f64;
    });
    return found;
}

// A tensor of the number, infinite where the dtype has no real so large; an integer wraps.
inline node_id full_of(graph& g, std::uint32_t target, arg const& number, dtype d) {
    bool const real = number.kind == arg_kind::real;
    scalar const element = converted_to(d, real ? scalar(std::bit_cast<double>(number.bits)) : scalar(number.bits));
    bool const kept = number.kind == arg_kind::boolean;
    return g.call_function(target,
                           {arg::list({}), kept   ? number
                                           : real ? arg(element.to<double>())
                                                  : arg(element.to<std::int64_t>())},
                           {{"dtype", d}});
}

// The dtype of a number that is only known when the program runs; undefined of anything else.
inline dtype symbolic_dtype(graph const& g, arg const& value) {
    value_spec const* const val = value.kind == arg_kind::node ? g.val(static_cast<node_id>(value.bits)) : nullptr;
    if (val == nullptr)
        return dtype::undefined;
    switch (val->k) {
    case value_spec::kind::sym_int: return dtype::i64;
    case value_spec::kind::sym_bool: return dtype::boolean;
    case value_spec::kind::sym_float: return dtype::f32;
    default: return dtype::undefined;
    }
}

GRAFT_INLINE vec<node_id> take_tensors(graph& g, node_id n) {
    op_info const* const op = g.target(n).op;
    tensor_spec const* const result = tensor_of(g.val(n));
    if (op == nullptr || op->of_tensors == nullptr || result == nullptr)
        return {};
    dtype const computed = result->dtype;
    call_arguments const given = arguments_of(g, n);
    auto const argument_at = [&](std::size_t slot) -> arg const* {
        if (slot < given.args.size())
            return &given.args[slot];
        for (kwarg const& named : given.kwargs)
            if (named.key == op->arguments[slot].name)
                return &named.value;
        return nullptr;
    };
    bool unknown = false;
    for (std::size_t slot = 0; slot < op->arguments.size(); ++slot)
        if (arg const* const value = argument_at(slot);
            op->arguments[slot].type == type_kind::scalar && value != nullptr)
            unknown = unknown || symbolic_dtype(g, *value) != dtype::undefined;
    if (!unknown)
        return {};
    auto const scope = inserting_before(g, n);
    vec<node_id> made;
    call_arguments taken;
    for (std::size_t slot = 0; slot < op->of_tensors->arguments.size(); ++slot) {
        int const from = op->find_argument(op->of_tensors->arguments[slot].name);
        arg const* const value = from < 0 ? nullptr : argument_at(static_cast<std::size_t>(from));
        if (value == nullptr)
            continue;
        bool const becomes = op->of_tensors->arguments[slot].type == type_kind::tensor &&
                             op->arguments[static_cast<std::size_t>(from)].type == type_kind::scalar;
        if (becomes) {
            node_id const tensor =
                g.call_function(aten::scalar_tensor.default_.info(), {*value}, {{"dtype", computed}});
            g.copy_meta(n, tensor);
            infer(g, tensor);
            made.push_back(tensor);
        }
        taken.add(*op->of_tensors, slot, becomes ? arg::node(made.back()) : *value);
    }
    g.set_target(n, g.intern_target(*op->of_tensors));
    g.set_args(n, taken.args, taken.kwargs);
    return made;
}

} // namespace detail

GRAFT_INLINE std::size_t scalar_to_tensor_pass::operator()(graph& g) const {
    std::size_t count = 0;
    std::uint32_t const target = g.intern_target(aten::full.default_.info());
    for (node_id const n : g.nodes()) {
        if (g.op(n) != opcode::call_function || g.target(n).op == nullptr)
            continue;
        count += detail::take_tensors(g, n).size();
        op_info const* const op = g.target(n).op;
        std::size_t const before = count;
        auto const to_tensor = [&](arg const& value, schema_argument const& slot) {
            if (slot.type != type_kind::tensor || slot.list)
                return value;
            dtype const symbolic = detail::symbolic_dtype(g, value);
            if (!is_number(value.kind) && symbolic == dtype::undefined)
                return value;
            auto const scope = inserting_before(g, n);
            node_id const made =
                symbolic != dtype::undefined
                    ? g.call_function(aten::scalar_tensor.default_.info(), {value}, {{"dtype", symbolic}})
                    : detail::full_of(g, target, value, detail::number_dtype(g, n, value, slot.name == "other"));
            g.copy_meta(n, made);
            infer(g, made);
            ++count;
            return arg::node(made);
        };
        call_arguments given = arguments_of(g, n);
        given = args_map(*op, to_tensor, std::move(given.args), std::move(given.kwargs));
        if (count == before)
            continue;
        g.set_args(n, given.args, given.kwargs);
        if (detail::multiplies_or_divides(*op) && g.val(n) != nullptr &&
            detail::inferred_value(g, n).tensor.dtype != g.val(n)->tensor.dtype)
            detail::mixed_type_remover(g, mixed_types::all).compute_in(n, *op, dtype::f32);
    }
    return count;
}

} // namespace graft
#endif
