#pragma once

#include <graft/config.hpp>

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft {

/// Anything characters can be appended to: a std::string, and a vec<char> in constants.
template <class T>
concept character_sink = requires(T& out) { out.push_back('c'); };

/// Appends the characters.
template <character_sink Out>
constexpr void append(Out& out, std::string_view text) {
    if constexpr (requires { out.append(text); })
        out.append(text);
    else if constexpr (requires { out.insert(out.end(), text.begin(), text.end()); })
        out.insert(out.end(), text.begin(), text.end());
    else
        for (char const c : text)
            out.push_back(c);
}

/// Appends the decimal digits of the absolute value.
template <character_sink Out>
constexpr void append_magnitude(Out& out, std::int64_t number) {
    std::array<char, 20> digits{};
    std::size_t first = digits.size();
    std::uint64_t rest = static_cast<std::uint64_t>(number);
    if (number < 0)
        rest = 0 - rest;
    do {
        digits[--first] = static_cast<char>('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    append(out, {digits.data() + first, digits.size() - first});
}

/// Appends the number in decimal.
template <character_sink Out>
constexpr void append_number(Out& out, std::int64_t number) {
    if (number < 0)
        out.push_back('-');
    append_magnitude(out, number);
}

/// Appends the number as Python's repr does: "0.5", "1e-05", "2.0", "nan"; only at run time.
template <character_sink Out>
void append_real(Out& out, double number) {
    if (number != number)
        return append(out, "nan");
    std::array<char, 32> buffer{};
    double const size = number < 0 ? -number : number;
    bool const plain = size == 0 || (size >= 1e-4 && size < 1e16);
    auto const format = plain ? std::chars_format::fixed : std::chars_format::scientific;
    char* const end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number, format).ptr;
    std::string_view const text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
    append(out, text);
    if (plain && text.find('.') == std::string_view::npos)
        append(out, ".0");
}

} // namespace graft
