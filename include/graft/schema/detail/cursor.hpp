#pragma once

#include <graft/schema/mistake.hpp>
#include <graft/schema/type_kind.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

namespace graft::detail {

/// A position in the text of a schema and the first mistake found there.
///
/// Plain pointers and few calls: a compiler evaluates this for every op that is used, and a call
/// then costs about a microsecond.
struct schema_cursor {
    char const* text = nullptr;
    std::size_t size = 0;
    std::size_t at = 0;
    schema_mistake mistake = schema_mistake::none;
    std::size_t mistake_at = 0;

    explicit constexpr schema_cursor(std::string_view schema, std::size_t begin = 0)
        : text(schema.data()), size(schema.size()), at(begin) {}

    /// Records a mistake at `where` unless there is one; false, so that a parser can return it.
    constexpr bool fail_at(std::size_t where, schema_mistake what) {
        if (mistake == schema_mistake::none) {
            mistake = what;
            mistake_at = where;
        }
        return false;
    }

    /// Records a mistake at the next character that is not a space.
    constexpr bool fail(schema_mistake what) {
        skip_space();
        return fail_at(at, what);
    }

    /// The character `ahead` of the position, zero behind the end.
    [[nodiscard]] constexpr char peek(std::size_t ahead = 0) const {
        return at + ahead < size ? text[at + ahead] : '\0';
    }

    constexpr void skip_space() {
        for (; at < size; ++at)
            if (char const c = text[at]; c != ' ' && c != '\n' && c != '\t' && c != '\r')
                return;
    }

    /// Consumes `c` and the spaces before it; moves only if it is there.
    constexpr bool accept(char c) {
        std::size_t const before = at;
        if (at < size && text[at] == ' ')
            skip_space();
        if (at < size && text[at] == c) {
            ++at;
            return true;
        }
        at = before;
        return false;
    }

    [[nodiscard]] constexpr bool starts(std::string_view token) const {
        std::size_t i = 0;
        while (i < token.size() && peek(i) == token[i])
            ++i;
        return i == token.size();
    }

    /// Consumes `token` and the spaces before it; moves only if it is there.
    constexpr bool accept(std::string_view token) {
        std::size_t const before = at;
        skip_space();
        bool const found = starts(token);
        at = found ? at + token.size() : before;
        return found;
    }

    /// Consumes letters, digits and underscores; empty when there are none.
    constexpr std::string_view identifier() {
        skip_space();
        std::size_t const begin = at;
        for (; at < size; ++at)
            if (char const c = text[at]; (c < 'a' || c > 'z') && !is_identifier(c))
                break;
        return {text + begin, at - begin};
    }

    [[nodiscard]] constexpr std::string_view since(std::size_t begin) const { return {text + begin, at - begin}; }
};

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
