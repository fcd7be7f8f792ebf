#pragma once

#include <graft/core/text.hpp>

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>

namespace graft::detail {

// Python's repr of a string: in single quotes unless it holds one and no double quote.
inline std::string python_repr(std::string_view text) {
    bool const single = text.find('\'') == std::string_view::npos || text.find('"') != std::string_view::npos;
    char const quote = single ? '\'' : '"';
    std::string out(1, quote);
    for (char const c : text) {
        if (c == quote || c == '\\') {
            out += '\\';
            out += c;
        } else if (c == '\n') {
            out += "\\n";
        } else if (c == '\r') {
            out += "\\r";
        } else if (c == '\t') {
            out += "\\t";
        } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
            char escape[5];
            std::snprintf(escape, sizeof escape, "\\x%02x", static_cast<unsigned>(c));
            out += escape;
        } else {
            out += c;
        }
    }
    return out + quote;
}

// `device(type='cuda', index=1)` for `cuda:1`.
inline std::string device_repr(std::string_view device) {
    std::size_t const colon = device.find(':');
    std::string out = "device(type=" + python_repr(device.substr(0, colon));
    if (colon != std::string_view::npos)
        out += ", index=" + std::string{device.substr(colon + 1)};
    return out + ')';
}

// `2j`, `(1.5-2j)`: Python leaves out a real part of +0, and the `.0` of whole numbers.
inline std::string complex_text(double real, double imaginary) {
    auto const part = [](double value) {
        std::string text;
        append_real(text, value);
        bool const whole = text.size() > 2 && text.substr(text.size() - 2) == ".0";
        return whole ? text.substr(0, text.size() - 2) : text;
    };
    if (real == 0 && !__builtin_signbit(real))
        return part(imaginary) + 'j';
    std::string const second = part(imaginary);
    return '(' + part(real) + (second[0] == '-' ? "" : "+") + second + "j)";
}

} // namespace graft::detail
