#pragma once

#include <graft/config.hpp>
#include <graft/dialect/sym_known.hpp>
#include <graft/ir/target_table.hpp>
#include <graft/meta/vec.hpp>
#include <graft/schema/op_info.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <array>
#include <cstddef>
#include <string_view>

namespace graft {

/// An operation on symbolic numbers as graphs spell it.
struct sym_target {
    /// The Python function, empty when only ExecuTorch has a name for the operation.
    std::string_view python;
    /// The op of ExecuTorch's runtime, empty when it has none.
    std::string_view prim;
    /// That op by the name that ExecuTorch's documentation has for it, empty when it has none.
    std::string_view documented;
    sym_operation operation; ///< what it computes
    std::size_t operands;    ///< how many it takes
};

namespace detail {

inline constexpr std::array<sym_target, 31> sym_targets{{
    {"operator.add", "executorch_prim::add.Scalar", "executorch_prims::add.int", sym_operation::add, 2},
    {"operator.sub", "executorch_prim::sub.Scalar", "executorch_prims::sub.int", sym_operation::sub, 2},
    {"operator.mul", "executorch_prim::mul.Scalar", "executorch_prims::mul.int", sym_operation::mul, 2},
    {"operator.neg", "executorch_prim::neg.Scalar", "", sym_operation::neg, 1},
    {"operator.abs", "", "", sym_operation::abs, 1},
    {"operator.pow", "", "", sym_operation::pow, 2},
    {"torch._sym_sqrt", "", "", sym_operation::square_root, 1},
    {"operator.floordiv", "executorch_prim::floordiv.Scalar", "executorch_prims::floordiv.int", sym_operation::floordiv,
     2},
    {"operator.truediv", "executorch_prim::truediv.Scalar", "", sym_operation::truediv, 2},
    {"operator.mod", "executorch_prim::mod.Scalar", "", sym_operation::mod, 2},
    {"operator.lshift", "", "", sym_operation::left_shift, 2},
    {"operator.rshift", "", "", sym_operation::right_shift, 2},
    {"torch.sym_max", "executorch_prim::sym_max.Scalar", "", sym_operation::max, 2},
    {"torch.sym_min", "executorch_prim::sym_min.Scalar", "", sym_operation::min, 2},
    {"operator.eq", "executorch_prim::eq.Scalar", "executorch_prims::eq.int", sym_operation::eq, 2},
    {"operator.ne", "", "", sym_operation::ne, 2},
    {"operator.ge", "executorch_prim::ge.Scalar", "executorch_prims::ge.int", sym_operation::ge, 2},
    {"operator.le", "executorch_prim::le.Scalar", "executorch_prims::le.int", sym_operation::le, 2},
    {"operator.gt", "executorch_prim::gt.Scalar", "executorch_prims::gt.int", sym_operation::gt, 2},
    {"operator.lt", "executorch_prim::lt.Scalar", "executorch_prims::lt.int", sym_operation::lt, 2},
    {"operator.and_", "", "", sym_operation::logical_and, 2},
    {"operator.or_", "", "", sym_operation::logical_or, 2},
    {"operator.not_", "", "", sym_operation::logical_not, 1},
    {"torch.sym_not", "executorch_prim::sym_not.Scalar", "", sym_operation::logical_not, 1},
    {"torch.sym_ite", "executorch_prim::sym_ite.Scalar", "", sym_operation::choose, 3},
    {"torch.sym_int", "executorch_prim::sym_int.Scalar", "", sym_operation::to_int, 1},
    {"torch.sym_float", "executorch_prim::sym_float.Scalar", "", sym_operation::to_real, 1},
    {"math.ceil", "executorch_prim::ceil.Scalar", "", sym_operation::ceil, 1},
    {"math.floor", "", "", sym_operation::floor, 1},
    {"math.trunc", "executorch_prim::trunc.Scalar", "", sym_operation::trunc, 1},
    {"round", "executorch_prim::round.Scalar", "", sym_operation::round, 1},
}};

} // namespace detail

/// The operation that a graph calls by this name, Python's or ExecuTorch's, or null.
[[nodiscard]] GRAFT_CONSTEXPR sym_target const* find_sym_target(std::string_view name);

/// The operation that an op is, under the name of ExecuTorch or another one, or null.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_target const* find_sym_target(op_info const& op) {
    return find_sym_target(op.original != nullptr ? op.original->name : op.name);
}

/// The operation on numbers that a target is, a Python function or an op by any of its names, or null. The op is found
/// even where the program was read by somebody who does not know it.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_target const* called_sym_target(target_info const& target) {
    return target.op != nullptr ? find_sym_target(*target.op) : find_sym_target(target.name);
}

/// The value of an operation on numbers, each a sym_int, sym_bool or sym_float.
[[nodiscard]] GRAFT_CONSTEXPR value_spec evaluate(sym_operation operation, vec<value_spec> const& operands);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/symbolic/math.hpp>

#    include <bit>
#    include <cstdint>
#    include <optional>
#    include <utility>

namespace graft {

GRAFT_CONSTEXPR sym_target const* find_sym_target(std::string_view name) {
    if (name.empty() || (name.find("::") != name.npos && !name.starts_with("executorch_prim")))
        return nullptr;
    for (sym_target const& target : detail::sym_targets)
        if (target.python == name || target.prim == name || target.documented == name)
            return &target;
    return nullptr;
}

namespace detail {

[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec sym_relation(sym_function f, vec<sym_int> operands) {
    return value_spec::of_boolean(apply(f, std::move(operands)));
}

/// What Python's `&` and `|` are of truths and of integers.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec sym_bits(sym_function truths, sym_function bits,
                                                         vec<value_spec> const& operands) {
    bool of_truths = true;
    vec<sym_int> x;
    for (value_spec const& operand : operands) {
        of_truths = of_truths && operand.k == value_spec::kind::sym_bool;
        x.push_back(operand.integer);
    }
    return of_truths ? sym_relation(truths, std::move(x)) : value_spec::of_integer(apply(bits, std::move(x)));
}

/// Two to the power of this many bits.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_int sym_shift(sym_int const& bits) {
    return apply(sym_function::pow_by_natural, {2, bits});
}

[[nodiscard]] constexpr value_spec sym_number(sym_int value, bool is_real) {
    if (is_real)
        return value_spec::of_real(std::move(value));
    return value_spec::of_integer(std::move(value));
}

/// A known real number as an integer, ties going to the even one.
[[nodiscard]] constexpr std::int64_t round_real(sym_function f, double number) {
    constexpr double limit = 9223372036854775808.0;
    if (!(number >= -limit && number < limit))
        raise(errc::invalid_argument, "a real number is out of range of an integer");
    auto const whole = static_cast<std::int64_t>(number);
    double const rest = number - static_cast<double>(whole);
    switch (f) {
    case sym_function::ceil_to_int: return rest > 0 ? whole + 1 : whole;
    case sym_function::floor_to_int: return rest < 0 ? whole - 1 : whole;
    case sym_function::round_to_int:
        if (rest > 0.5 || (rest == 0.5 && whole % 2 != 0))
            return whole + 1;
        return rest < -0.5 || (rest == -0.5 && whole % 2 != 0) ? whole - 1 : whole;
    default: return whole;
    }
}

[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec sym_rounded(sym_function f, sym_int const& x) {
    if (sym_atom const* const atom = x.atom(); atom && atom->function == sym_function::real)
        return value_spec::of_integer(round_real(f, std::bit_cast<double>(atom->operands[0].value())));
    return value_spec::of_integer(apply(f, {x}));
}

} // namespace detail

GRAFT_CONSTEXPR value_spec evaluate(sym_operation operation, vec<value_spec> const& operands) {
    if (std::optional<value_spec> known = evaluate_known(operation, operands))
        return *std::move(known);
    vec<sym_int> x;
    bool real = false;
    for (value_spec const& operand : operands) {
        x.push_back(operand.integer);
        real = real || operand.k == value_spec::kind::sym_float;
    }
    switch (operation) {
    case sym_operation::add: return detail::sym_number(x[0] + x[1], real);
    case sym_operation::sub: return detail::sym_number(x[0] - x[1], real);
    case sym_operation::mul: return detail::sym_number(x[0] * x[1], real);
    case sym_operation::neg: return detail::sym_number(-x[0], real);
    case sym_operation::abs: return detail::sym_number(max(x[0], -x[0]), real);
    case sym_operation::pow:
        return detail::sym_number(apply(real ? sym_function::float_pow : sym_function::pow_by_natural, std::move(x)),
                                  real);
    case sym_operation::square_root:
        return value_spec::of_real(
            apply(sym_function::square_root, {real ? x[0] : apply(sym_function::to_float, {x[0]})}));
    case sym_operation::floordiv: return detail::sym_number(floor_div(x[0], x[1]), real);
    case sym_operation::truediv:
        return value_spec::of_real(
            apply(real ? sym_function::float_true_div : sym_function::int_true_div, std::move(x)));
    case sym_operation::left_shift: return value_spec::of_integer(x[0] * detail::sym_shift(x[1]));
    case sym_operation::right_shift: return value_spec::of_integer(floor_div(x[0], detail::sym_shift(x[1])));
    case sym_operation::mod: return detail::sym_number(mod(x[0], x[1]), real);
    case sym_operation::max: return detail::sym_number(max(x[0], x[1]), real);
    case sym_operation::min: return detail::sym_number(min(x[0], x[1]), real);
    case sym_operation::eq: return detail::sym_relation(sym_function::eq, std::move(x));
    case sym_operation::ne: return detail::sym_relation(sym_function::ne, std::move(x));
    case sym_operation::ge: return detail::sym_relation(sym_function::ge, std::move(x));
    case sym_operation::le: return detail::sym_relation(sym_function::le, std::move(x));
    case sym_operation::gt: return detail::sym_relation(sym_function::gt, std::move(x));
    case sym_operation::lt: return detail::sym_relation(sym_function::lt, std::move(x));
    case sym_operation::logical_and:
        return detail::sym_bits(sym_function::logical_and, sym_function::bitwise_and, operands);
    case sym_operation::logical_or:
        return detail::sym_bits(sym_function::logical_or, sym_function::bitwise_or, operands);
    case sym_operation::logical_not: return detail::sym_relation(sym_function::logical_not, std::move(x));
    case sym_operation::choose: return detail::sym_number(apply(sym_function::where, std::move(x)), real);
    case sym_operation::to_real:
        if (real)
            return operands[0];
        return value_spec::of_real(apply(sym_function::to_float, std::move(x)));
    case sym_operation::to_int:
    case sym_operation::trunc: return detail::sym_rounded(sym_function::trunc_to_int, x[0]);
    case sym_operation::ceil: return detail::sym_rounded(sym_function::ceil_to_int, x[0]);
    case sym_operation::floor: return detail::sym_rounded(sym_function::floor_to_int, x[0]);
    case sym_operation::round: return detail::sym_rounded(sym_function::round_to_int, x[0]);
    }
    raise(errc::internal, "an unknown operation on symbolic numbers");
}

} // namespace graft
#endif
