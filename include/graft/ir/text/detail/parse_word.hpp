#pragma once

#include <graft/core/device.hpp>
#include <graft/core/error.hpp>
#include <graft/ir/argument.hpp>
#include <graft/ir/text/detail/text_cursor.hpp>
#include <graft/schema/detail/cursor.hpp>

#include <charconv>
#include <limits>
#include <optional>
#include <string_view>
#include <system_error>
#include <type_traits>

namespace graft::detail {

// The double that Python prints as `text`, if it is one.
constexpr std::optional<double> parse_real(std::string_view text) {
    bool const negative = !text.empty() && text[0] == '-';
    std::string_view const size = text.substr(negative ? 1 : 0);
    if (size == "inf")
        return negative ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
    if (size == "nan")
        return std::numeric_limits<double>::quiet_NaN();
    if (size.empty() || !(text_cursor::is_digit(size[0]) || size[0] == '.'))
        return std::nullopt;
    if (std::is_constant_evaluated()) {
        schema_cursor in{text};
        literal parsed;
        if (!parse_number(in, parsed) || in.at != text.size())
            return std::nullopt;
        return parsed.kind == literal_kind::real ? parsed.real : static_cast<double>(parsed.integer);
    }
    double value = 0;
    auto const end = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end.ec != std::errc{} || end.ptr != text.data() + text.size())
        return std::nullopt;
    return value;
}

// `-3`, `0.5`, `inf` or `2j` as an argument; false for anything else.
constexpr bool parse_number_word(std::string_view text, arg& out) {
    std::size_t digits = 0;
    std::size_t const sign = !text.empty() && text[0] == '-' ? 1 : 0;
    while (sign + digits < text.size() && text_cursor::is_digit(text[sign + digits]))
        ++digits;
    if (digits > 0 && sign + digits == text.size()) {
        out = arg{text_cursor{text}.integer()};
        return true;
    }
    bool const imaginary = text.size() > 1 && text.back() == 'j';
    auto const value = parse_real(text.substr(0, text.size() - (imaginary ? 1 : 0)));
    if (value && imaginary)
        out = arg::complex(0, *value);
    else if (value)
        out = arg{*value};
    return value.has_value();
}

// `1.5-2j`, the inside of the parentheses that Python prints around a complex number.
constexpr bool parse_complex(std::string_view text, arg& out) {
    if (text.empty() || text.back() != 'j')
        return false;
    std::size_t split = text.size() - 1;
    while (split > 0 && ((text[split] != '+' && text[split] != '-') || text[split - 1] == 'e'))
        --split;
    if (split == 0)
        return false;
    std::string_view const second = text.substr(text[split] == '+' ? split + 1 : split, std::string_view::npos);
    auto const real = parse_real(text.substr(0, split));
    auto const imaginary = parse_real(second.substr(0, second.size() - 1));
    if (real && imaginary)
        out = arg::complex(*real, *imaginary);
    return real && imaginary;
}

// `torch.float32`, `torch.strided` or `torch.contiguous_format`; false for anything else.
constexpr bool parse_torch_word(std::string_view text, arg& out) {
    if (text.substr(0, 6) != "torch.")
        return false;
    if (dtype const found = parse_dtype(text); found != dtype::undefined)
        out = arg{found};
    else if (auto const format = parse_memory_format(text))
        out = arg{*format};
    else if (auto const layout = parse_layout(text))
        out = arg{*layout};
    else
        return false;
    return true;
}

// What Python prints as a bare word: a number, a constant, a name of torch or a device; false for anything else.
constexpr bool parse_word(std::string_view text, arg& out) {
    if (text == "None")
        out = arg{};
    else if (text == "True" || text == "False")
        out = arg{text == "True"};
    else if (text == "Ellipsis")
        out = arg::ellipsis();
    else if (parse_device(text))
        out = arg::device(text);
    else
        return parse_number_word(text, out) || parse_torch_word(text, out);
    return true;
}

} // namespace graft::detail
