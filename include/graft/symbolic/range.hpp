#pragma once

#include <graft/config.hpp>
#include <graft/core/checked.hpp>
#include <graft/meta/view.hpp>
#include <graft/symbolic/expression.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>

namespace graft {

/// The smallest and the largest value something can have; a bound that is absent is not known.
struct sym_range {
    /// Both are included.
    /// @{
    std::optional<std::int64_t> min, max;
    /// @}

    friend constexpr bool operator==(sym_range const&, sym_range const&) = default;
};

/// A symbol and what its value is confined to: a row of a program's range constraints.
struct symbol_range {
    symbol name;     ///< the symbol
    sym_range range; ///< what its value is confined to
};

/// What is known of several symbols; at most one row for a symbol.
using symbol_ranges = view<symbol_range const>;

/// While it lives, symbols are in these ranges wherever this thread asks about them without giving any, such as in a
/// meta function or a composition. Of several that live, the last holds; its rows have to live as long. It does nothing
/// while constants are evaluated.
class symbols_within {
public:
    /// Symbols are in `ranges` until it ends.
    explicit constexpr symbols_within(symbol_ranges ranges) {
        if (std::is_constant_evaluated())
            return;
        before_ = held_;
        held_ = ranges;
    }
    constexpr ~symbols_within() {
        if (!std::is_constant_evaluated())
            held_ = before_;
    }
    symbols_within(symbols_within const&) = delete;
    symbols_within& operator=(symbols_within const&) = delete;

    /// What holds now; without one, nothing is known of any symbol.
    [[nodiscard]] static constexpr symbol_ranges ranges() {
        return std::is_constant_evaluated() ? symbol_ranges() : held_;
    }
    /// Those that are given, if any; else what holds now.
    [[nodiscard]] static constexpr symbol_ranges given_or_held(symbol_ranges given) {
        return given.empty() ? ranges() : given;
    }

private:
    inline static thread_local constinit symbol_ranges held_{};
    symbol_ranges before_{};
};

/// Bounds of the value when every symbol is inside its range: never too tight, not always
/// tight.
[[nodiscard]] GRAFT_CONSTEXPR sym_range bounds(sym_int const& value, symbol_ranges ranges = {});

} // namespace graft

#if defined(GRAFT_CORE_BODIES)

namespace graft {

namespace detail {

// An end of a range: a number or one of the infinities.
struct range_end {
    int infinity = 0; ///< -1, 0 or 1
    std::int64_t number = 0;

    [[nodiscard]] constexpr int sign() const { return infinity != 0 ? infinity : number < 0 ? -1 : number > 0 ? 1 : 0; }
    friend constexpr auto operator<=>(range_end const&, range_end const&) = default;
};

[[nodiscard]] GRAFT_CONSTEXPR_INLINE range_end low_end(sym_range const& r) {
    return r.min ? range_end{0, *r.min} : range_end{-1, 0};
}

[[nodiscard]] GRAFT_CONSTEXPR_INLINE range_end high_end(sym_range const& r) {
    return r.max ? range_end{0, *r.max} : range_end{1, 0};
}

[[nodiscard]] GRAFT_CONSTEXPR_INLINE std::optional<std::int64_t> to_bound(range_end e) {
    return e.infinity != 0 ? std::nullopt : std::optional(e.number);
}

[[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_range to_range(range_end low, range_end high) {
    return {to_bound(low), to_bound(high)};
}

[[nodiscard]] GRAFT_CONSTEXPR_INLINE std::optional<std::int64_t> add_bounds(std::optional<std::int64_t> a,
                                                                            std::optional<std::int64_t> b) {
    std::int64_t sum = 0;
    if (!a || !b || __builtin_add_overflow(*a, *b, &sum))
        return std::nullopt;
    return sum;
}

[[nodiscard]] GRAFT_CONSTEXPR_INLINE range_end multiply(range_end a, range_end b) {
    int const sign = a.sign() * b.sign();
    std::int64_t product = 0;
    if (sign == 0)
        return {};
    if (a.infinity != 0 || b.infinity != 0 || __builtin_mul_overflow(a.number, b.number, &product))
        return {sign, 0};
    return {0, product};
}

[[nodiscard]] GRAFT_CONSTEXPR_INLINE range_end power(range_end base, std::uint32_t exponent) {
    range_end result{0, 1};
    for (; exponent != 0; exponent /= 2) {
        if (exponent % 2 != 0)
            result = multiply(result, base);
        base = multiply(base, base);
    }
    return result;
}

// The quotient of two ends; the divisor's is not 0.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE range_end floor_divide(range_end a, range_end b) {
    if (a.infinity != 0)
        return {a.sign() * b.sign(), 0};
    if (b.infinity != 0)
        return {0, a.sign() * b.sign() < 0 ? -1 : 0};
    if (b.number == -1)
        return multiply(a, b);
    return {0, checked_floor_div(a.number, b.number)};
}

// The range of a function that is monotone in each argument: it takes its bounds at the
// corners.
template <class F>
[[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_range corners(sym_range const& a, sym_range const& b, F f) {
    std::array const values{f(low_end(a), low_end(b)), f(low_end(a), high_end(b)), f(high_end(a), low_end(b)),
                            f(high_end(a), high_end(b))};
    return to_range(*std::min_element(values.begin(), values.end()), *std::max_element(values.begin(), values.end()));
}

[[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_range multiply(sym_range const& a, sym_range const& b) {
    return corners(a, b, [](range_end x, range_end y) { return multiply(x, y); });
}

[[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_range power(sym_range const& base, std::uint32_t exponent) {
    range_end const low = power(low_end(base), exponent);
    range_end const high = power(high_end(base), exponent);
    if (exponent % 2 != 0 || low_end(base).sign() >= 0)
        return to_range(low, high);
    if (high_end(base).sign() <= 0)
        return to_range(high, low);
    return to_range({}, std::max(low, high));
}

// A divisor is not 0, which its range may end with.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_range floor_divide(sym_range const& a, sym_range b) {
    if (b.min == 0 && b.max != 0)
        b.min = 1;
    else if (b.max == 0 && b.min != 0)
        b.max = -1;
    if (low_end(b).sign() <= 0 && high_end(b).sign() >= 0)
        return {};
    return corners(a, b, [](range_end x, range_end y) { return floor_divide(x, y); });
}

// The range of Python's `a % b`, of which little is known unless b is positive.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_range remainder(sym_range const& a, sym_range const& b) {
    if (low_end(b).sign() <= 0)
        return {};
    if (low_end(a).sign() >= 0 && high_end(a) < low_end(b))
        return a;
    sym_range result{0, b.max ? std::optional(*b.max - 1) : std::nullopt};
    if (low_end(a).sign() >= 0 && high_end(a) < high_end(result))
        result.max = a.max;
    return result;
}

[[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_range symbol_bounds(symbol const& name, symbol_ranges ranges) {
    sym_range result;
    for (symbol_range const& row : symbols_within::given_or_held(ranges))
        if (row.name == name)
            result = row.range;
    if (name.is(assumption::positive | assumption::nonnegative)) {
        range_end const least{0, name.is(assumption::positive) ? 1 : 0};
        result.min = to_bound(std::max(low_end(result), least));
    }
    return result;
}

// The range of a number that need not be whole; what is not known is infinite.
struct real_range {
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
};

[[nodiscard]] GRAFT_CONSTEXPR_INLINE real_range to_real(sym_range const& r) {
    real_range result;
    if (r.min)
        result.low = static_cast<double>(*r.min);
    if (r.max)
        result.high = static_cast<double>(*r.max);
    return result;
}

[[nodiscard]] GRAFT_CONSTEXPR_INLINE real_range multiply(real_range const& a, real_range const& b) {
    auto const product = [](double x, double y) { return x == 0 || y == 0 ? 0 : x * y; };
    std::array const values{product(a.low, b.low), product(a.low, b.high), product(a.high, b.low),
                            product(a.high, b.high)};
    return {*std::min_element(values.begin(), values.end()), *std::max_element(values.begin(), values.end())};
}

[[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_range atom_bounds(sym_atom const& atom, symbol_ranges ranges);

[[nodiscard]] GRAFT_CONSTEXPR_INLINE real_range real_bounds(sym_int const& value, symbol_ranges ranges);

[[nodiscard]] GRAFT_CONSTEXPR_INLINE real_range real_atom_bounds(sym_atom const& atom, symbol_ranges ranges) {
    switch (atom.function) {
    case sym_function::to_float: return real_bounds(atom.operands[0], ranges);
    case sym_function::real: {
        auto const number = std::bit_cast<double>(atom.operands[0].value());
        return {number, number};
    }
    case sym_function::float_true_div:
    case sym_function::int_true_div: {
        real_range const divisor = real_bounds(atom.operands[1], ranges);
        return divisor.low > 0 ? multiply(real_bounds(atom.operands[0], ranges), {1 / divisor.high, 1 / divisor.low})
                               : real_range{};
    }
    default: return to_real(atom_bounds(atom, ranges));
    }
}

GRAFT_CONSTEXPR_INLINE real_range real_bounds(sym_int const& value, symbol_ranges ranges) {
    real_range sum{static_cast<double>(value.constant()), static_cast<double>(value.constant())};
    for (sym_term const& term : value.terms()) {
        real_range product{static_cast<double>(term.coefficient), static_cast<double>(term.coefficient)};
        for (sym_factor const& factor : term.factors)
            for (std::uint32_t i = 0; i < factor.exponent; ++i)
                product = multiply(product, real_atom_bounds(factor.atom, ranges));
        sum = {sum.low + product.low, sum.high + product.high};
    }
    return sum;
}

// The range of what numbers of a range are rounded to; its ends may be wrong by a few roundings of their own.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_range rounded(real_range const& r, sym_function to_int) {
    auto const floor = [](double x) -> std::optional<std::int64_t> {
        if (!(x > -1e15 && x < 1e15))
            return std::nullopt;
        auto const cut = static_cast<std::int64_t>(x);
        return static_cast<double>(cut) > x ? cut - 1 : cut;
    };
    auto const slack = [](double x) { return 1e-12 * (x < 0 ? -x : x); };
    bool const down = to_int == sym_function::floor_to_int || (to_int == sym_function::trunc_to_int && r.high >= 0);
    return {floor(r.low - slack(r.low)), add_bounds(floor(r.high + slack(r.high)), down ? 0 : 1)};
}

[[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_range function_bounds(sym_atom const& atom, symbol_ranges ranges) {
    auto const operand = [&](std::size_t i) { return bounds(atom.operands[i], ranges); };
    switch (atom.function) {
    case sym_function::floor_div:
    case sym_function::clean_div: return floor_divide(operand(0), operand(1));
    case sym_function::mod:
    case sym_function::python_mod: return remainder(operand(0), operand(1));
    case sym_function::modular_indexing: return remainder(floor_divide(operand(0), operand(1)), operand(2));
    case sym_function::max:
    case sym_function::min: {
        bool const largest = atom.function == sym_function::max;
        range_end low = low_end(operand(0));
        range_end high = high_end(operand(0));
        for (std::size_t i = 1; i < atom.operands.size(); ++i) {
            sym_range const next = operand(i);
            low = largest ? std::max(low, low_end(next)) : std::min(low, low_end(next));
            high = largest ? std::max(high, high_end(next)) : std::min(high, high_end(next));
        }
        return to_range(low, high);
    }
    case sym_function::where: {
        sym_range const a = operand(1);
        sym_range const b = operand(2);
        return to_range(std::min(low_end(a), low_end(b)), std::max(high_end(a), high_end(b)));
    }
    case sym_function::ceil_to_int:
    case sym_function::floor_to_int:
    case sym_function::trunc_to_int:
    case sym_function::round_to_int: return rounded(real_bounds(atom.operands[0], ranges), atom.function);
    case sym_function::identity: return operand(0);
    case sym_function::is_non_overlapping_and_dense: return {0, 1};
    default: return facts(atom.function).kind == sym_kind::boolean ? sym_range{0, 1} : sym_range{};
    }
}

GRAFT_CONSTEXPR_INLINE sym_range atom_bounds(sym_atom const& atom, symbol_ranges ranges) {
    return atom.function == sym_function::symbol ? symbol_bounds(atom.name, ranges) : function_bounds(atom, ranges);
}

} // namespace detail

GRAFT_CONSTEXPR sym_range bounds(sym_int const& value, symbol_ranges ranges) {
    sym_range sum{value.constant(), value.constant()};
    for (sym_term const& term : value.terms()) {
        sym_range product{term.coefficient, term.coefficient};
        for (sym_factor const& factor : term.factors)
            product =
                detail::multiply(product, detail::power(detail::atom_bounds(factor.atom, ranges), factor.exponent));
        sum = {detail::add_bounds(sum.min, product.min), detail::add_bounds(sum.max, product.max)};
    }
    return sum;
}

} // namespace graft
#endif
