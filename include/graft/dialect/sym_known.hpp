#pragma once

#include <graft/config.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <bit>
#include <cstdint>
#include <optional>

namespace graft {

/// What can be computed with symbolic numbers.
enum class sym_operation : std::uint8_t {
    add,
    sub,
    mul,
    neg,
    abs,
    pow,
    square_root,
    floordiv,
    truediv,
    mod,
    left_shift,
    right_shift,
    max,
    min,
    eq,
    ne,
    ge,
    le,
    gt,
    lt,
    logical_and, ///< of integers their common bits
    logical_or,  ///< of integers the bits of either
    logical_not,
    choose, ///< the second or the third by the truth of the first
    to_int,
    to_real,
    ceil,
    floor,
    trunc,
    round
};

/// The value of a real number that is known.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec sym_real(double number) {
    return value_spec::of_real(sym_int(sym_function::real, {std::bit_cast<std::int64_t>(number)}));
}

/// The number that a value is, if it is known.
[[nodiscard]] GRAFT_CONSTEXPR std::optional<double> known_real(value_spec const& value);

/// The value of an operation whose operands are known and whose result is not an integer by the rules of
/// integers alone: nothing otherwise.
[[nodiscard]] GRAFT_CONSTEXPR std::optional<value_spec> evaluate_known(sym_operation operation,
                                                                       vec<value_spec> const& operands);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/error.hpp>

namespace graft {

GRAFT_CONSTEXPR std::optional<double> known_real(value_spec const& value) {
    sym_atom const* const atom = value.integer.atom();
    if (atom != nullptr && atom->function == sym_function::real)
        return std::bit_cast<double>(atom->operands[0].value());
    if (value.integer.is_symbolic())
        return std::nullopt;
    return static_cast<double>(value.integer.value());
}

namespace detail {

// Functions of the compiler, as <cmath> costs it a twentieth of what the rules on ATen do.

/// Python's quotient of reals, rounded down, and the rest that it leaves, which has the sign of the divisor.
struct real_division {
    double quotient = 0, rest = 0;

    real_division(double a, double b) : rest(__builtin_fmod(a, b)) {
        if (rest != 0 && (rest < 0) != (b < 0))
            rest += b;
        if (rest == 0)
            rest = __builtin_copysign(0.0, b);
        double const exact = (a - rest) / b;
        quotient = exact == 0 ? __builtin_copysign(0.0, a / b) : __builtin_floor(exact);
        if (exact - quotient > 0.5)
            quotient += 1;
    }
};

/// The operation on reals; nothing for one that is none.
[[nodiscard]] inline std::optional<value_spec> known_operation(sym_operation operation, double a, double b) {
    switch (operation) {
    case sym_operation::add: return sym_real(a + b);
    case sym_operation::sub: return sym_real(a - b);
    case sym_operation::mul: return sym_real(a * b);
    case sym_operation::neg: return sym_real(-a);
    case sym_operation::abs: return sym_real(__builtin_fabs(a));
    case sym_operation::pow: return sym_real(__builtin_pow(a, b));
    case sym_operation::square_root:
        if (a < 0)
            raise(errc::invalid_argument, "a negative number has no square root");
        return sym_real(__builtin_sqrt(a));
    case sym_operation::eq: return value_spec::of_boolean(a == b ? 1 : 0);
    case sym_operation::ne: return value_spec::of_boolean(a != b ? 1 : 0);
    case sym_operation::ge: return value_spec::of_boolean(a >= b ? 1 : 0);
    case sym_operation::le: return value_spec::of_boolean(a <= b ? 1 : 0);
    case sym_operation::gt: return value_spec::of_boolean(a > b ? 1 : 0);
    case sym_operation::lt: return value_spec::of_boolean(a < b ? 1 : 0);
    case sym_operation::logical_not: return value_spec::of_boolean(a == 0 ? 1 : 0);
    case sym_operation::to_real: return sym_real(a);
    case sym_operation::floordiv:
    case sym_operation::truediv:
    case sym_operation::mod:
        if (b == 0)
            raise(errc::invalid_argument, "a number is divided by 0");
        return sym_real(operation == sym_operation::truediv    ? a / b
                        : operation == sym_operation::floordiv ? real_division(a, b).quotient
                                                               : real_division(a, b).rest);
    default: return std::nullopt;
    }
}

} // namespace detail

GRAFT_CONSTEXPR std::optional<value_spec> evaluate_known(sym_operation operation, vec<value_spec> const& operands) {
    bool real = operation == sym_operation::truediv || operation == sym_operation::to_real ||
                operation == sym_operation::square_root;
    vec<double> x;
    for (value_spec const& operand : operands) {
        std::optional<double> const number = known_real(operand);
        if (!number)
            return std::nullopt;
        x.push_back(*number);
        real = real || operand.k == value_spec::kind::sym_float;
    }
    if (!real || x.empty())
        return std::nullopt;
    if (operation == sym_operation::choose)
        return operands.at(x[0] != 0 ? 1 : 2);
    // As Python: the second only if it is larger, or smaller.
    if (operation == sym_operation::max)
        return operands.at(x.at(1) > x[0] ? 1 : 0);
    if (operation == sym_operation::min)
        return operands.at(x.at(1) < x[0] ? 1 : 0);
    return detail::known_operation(operation, x[0], x.back());
}

} // namespace graft
#endif
