#pragma once

#include <graft/schema/detail/cursor.hpp>
#include <graft/schema/literal.hpp>

#include <cstdint>
#include <limits>

namespace graft::detail {

/// The digits of a number before they are given a value: mantissa * 10^exponent.
struct number_digits {
    std::uint64_t mantissa = 0; // the first 19 significant digits
    int exponent = 0;
    bool any = false;
    bool exact = true; // no digit other than zero was dropped

    constexpr void add(char digit, bool fraction) {
        any = true;
        if (mantissa < 1'000'000'000'000'000'000u) {
            mantissa = mantissa * 10 + static_cast<std::uint64_t>(digit - '0');
            exponent -= fraction;
        } else {
            exact = exact && digit == '0';
            exponent += !fraction;
        }
    }
};

constexpr bool parse_exponent(schema_cursor& in, int& exponent) {
    bool const negative = in.peek() == '-';
    if (negative || in.peek() == '+')
        ++in.at;
    if (!is_digit(in.peek()))
        return in.fail(schema_mistake::bad_default);
    int value = 0;
    for (; is_digit(in.peek()); ++in.at)
        if (value < 100'000)
            value = value * 10 + (in.peek() - '0');
    exponent += negative ? -value : value;
    return true;
}

/// mantissa * 10^exponent; infinite when no double is that large.
constexpr double to_double(std::uint64_t mantissa, int exponent) {
    if (mantissa == 0 || exponent < -400)
        return 0;
    if (exponent > 400)
        return std::numeric_limits<double>::infinity();
    // Powers up to 10^27 are exact in long double: so are all defaults that PyTorch prints.
    long double scale = 1, base = 10;
    for (int rest = exponent < 0 ? -exponent : exponent; rest != 0; rest /= 2, base *= base)
        if (rest % 2 != 0)
            scale *= base;
    long double const m = static_cast<long double>(mantissa);
    long double const value = exponent < 0 ? m / scale : m * scale;
    return value > std::numeric_limits<double>::max() ? std::numeric_limits<double>::infinity()
                                                      : static_cast<double>(value);
}

constexpr bool parse_integer(schema_cursor& in, std::size_t begin, number_digits digits, bool negative, literal& out) {
    std::uint64_t const limit = (std::uint64_t{1} << 63) - (negative ? 0 : 1);
    for (; digits.exponent > 0; --digits.exponent) {
        if (!digits.exact || digits.mantissa > limit / 10)
            return in.fail_at(begin, schema_mistake::bad_number);
        digits.mantissa *= 10;
    }
    if (digits.mantissa > limit)
        return in.fail_at(begin, schema_mistake::bad_number);
    out.kind = literal_kind::integer;
    out.integer = static_cast<std::int64_t>(negative ? 0 - digits.mantissa : digits.mantissa);
    return true;
}

/// Reads an integer (`-3`) or a real (`1.`, `.5`, `1e-08`, `-inf`, `nan`).
constexpr bool parse_number(schema_cursor& in, literal& out) {
    in.skip_space();
    std::size_t const begin = in.at;
    bool const negative = in.peek() == '-';
    if (negative)
        ++in.at;
    bool const infinite = in.accept("inf");
    if (infinite || in.accept("nan")) {
        out.kind = literal_kind::real;
        out.real = infinite ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
        if (negative)
            out.real = -out.real;
        return true;
    }
    number_digits digits;
    for (; is_digit(in.peek()); ++in.at)
        digits.add(in.peek(), false);
    bool const fraction = in.peek() == '.';
    if (fraction)
        for (++in.at; is_digit(in.peek()); ++in.at)
            digits.add(in.peek(), true);
    if (!digits.any)
        return in.fail_at(begin, schema_mistake::bad_default);
    bool const scaled = in.peek() == 'e' || in.peek() == 'E';
    if (!scaled && !fraction)
        return parse_integer(in, begin, digits, negative, out);
    if (scaled && (++in.at, !parse_exponent(in, digits.exponent)))
        return false;
    double const value = to_double(digits.mantissa, digits.exponent);
    if (value == std::numeric_limits<double>::infinity())
        return in.fail_at(begin, schema_mistake::bad_number);
    out.kind = literal_kind::real;
    out.real = negative ? -value : value;
    return true;
}

} // namespace graft::detail
