#pragma once

#include <graft/config.hpp>
#include <graft/meta/vec.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace graft::detail {

// Appends the characters, which are UTF-8, as Python's json.dumps writes a string: all that is not ASCII is escaped.
GRAFT_INLINE void append_python_json(std::string& out, std::string_view characters);

// The characters as Python's json.dumps writes a string.
[[nodiscard]] inline std::string python_json(std::string_view characters) {
    std::string out;
    append_python_json(out, characters);
    return out;
}

// How many characters the JSON string takes that `text` begins with, its quotes included; all of them if it has no end.
[[nodiscard]] GRAFT_INLINE std::size_t json_string_size(std::string_view text);

// The characters that a JSON string stands for; `text` is the whole string, in its quotes.
[[nodiscard]] GRAFT_INLINE std::string json_unquoted(std::string_view text);

// The strings of a JSON list that has nothing else, as json.dumps writes it: `["a", "b"]`.
[[nodiscard]] GRAFT_INLINE std::optional<vec<std::string>> json_strings(std::string_view text);

// Python's repr() of what a JSON text stands for. It works token by token, so a text that is no JSON stays as it is.
[[nodiscard]] GRAFT_INLINE std::string json_repr(std::string_view text);

} // namespace graft::detail

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/ir/text/detail/python_repr.hpp>

#    include <cstdint>
#    include <utility>

namespace graft::detail {

inline void append_json_escape(std::string& out, std::uint32_t unit) {
    constexpr std::string_view hex = "0123456789abcdef";
    out += "\\u";
    for (int shift = 12; shift >= 0; shift -= 4)
        out += hex[unit >> shift & 15];
}

inline void append_utf8(std::string& out, std::uint32_t code) {
    auto const tail = [&](int shift) { out += static_cast<char>(0x80 | (code >> shift & 0x3f)); };
    if (code < 0x80) {
        out += static_cast<char>(code);
    } else if (code < 0x800) {
        out += static_cast<char>(0xc0 | code >> 6);
        tail(0);
    } else if (code < 0x10000) {
        out += static_cast<char>(0xe0 | code >> 12);
        tail(6);
        tail(0);
    } else {
        out += static_cast<char>(0xf0 | code >> 18);
        tail(12);
        tail(6);
        tail(0);
    }
}

// Takes the first character off a text that is UTF-8.
inline std::uint32_t take_utf8(std::string_view& text) {
    auto const first = static_cast<unsigned char>(text.front());
    std::size_t const size = first < 0x80 ? 1 : first >> 5 == 6 ? 2 : first >> 4 == 14 ? 3 : first >> 3 == 30 ? 4 : 0;
    std::uint32_t code = size < 2 ? first : first & (0x7fu >> size);
    bool good = size != 0 && size <= text.size();
    for (std::size_t i = 1; good && i < size; ++i) {
        auto const next = static_cast<unsigned char>(text[i]);
        good = next >> 6 == 2;
        code = code << 6 | (next & 0x3fu);
    }
    if (!good)
        raise(errc::invalid_argument, "a name in a tree is not UTF-8");
    text.remove_prefix(size);
    return code;
}

GRAFT_INLINE void append_python_json(std::string& out, std::string_view characters) {
    constexpr std::string_view short_forms = "\b\f\n\r\t\"\\", letters = "bfnrt\"\\";
    out += '"';
    while (!characters.empty()) {
        std::uint32_t const code = take_utf8(characters);
        std::size_t const special = code < 0x80 ? short_forms.find(static_cast<char>(code)) : std::string_view::npos;
        if (special != std::string_view::npos) {
            out += '\\';
            out += letters[special];
        } else if (code >= 0x10000) {
            append_json_escape(out, 0xd800 + ((code - 0x10000) >> 10));
            append_json_escape(out, 0xdc00 + ((code - 0x10000) & 0x3ff));
        } else if (code < 0x20 || code > 0x7e) {
            append_json_escape(out, code);
        } else {
            out += static_cast<char>(code);
        }
    }
    out += '"';
}

GRAFT_INLINE std::size_t json_string_size(std::string_view text) {
    for (std::size_t i = 1; i < text.size(); ++i)
        if (text[i] == '"')
            return i + 1;
        else if (text[i] == '\\')
            ++i;
    return text.size();
}

// The number of four hexadecimal digits, zero where there are none.
inline std::uint32_t json_hex(std::string_view digits) {
    std::uint32_t number = 0;
    for (char const c : digits.substr(0, 4)) {
        int const low = c | 32;
        number = number * 16 + static_cast<std::uint32_t>(c >= '0' && c <= '9'       ? c - '0'
                                                          : low >= 'a' && low <= 'f' ? low - 'a' + 10
                                                                                     : 0);
    }
    return number;
}

GRAFT_INLINE std::string json_unquoted(std::string_view text) {
    std::string out;
    text = text.size() < 2 ? std::string_view{} : text.substr(1, text.size() - 2);
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\' || i + 1 == text.size()) {
            out += text[i];
            continue;
        }
        constexpr std::string_view letters = "bfnrt", meanings = "\b\f\n\r\t";
        char const letter = text[++i];
        if (std::size_t const at = letters.find(letter); at != std::string_view::npos) {
            out += meanings[at];
        } else if (letter != 'u') {
            out += letter;
        } else {
            std::string_view const rest = text.substr(i + 1);
            std::uint32_t code = json_hex(rest);
            i += rest.size() < 4 ? rest.size() : 4;
            if (code >> 10 == 0x36 && rest.size() >= 10 && rest.substr(4, 2) == "\\u") {
                code = 0x10000 + ((code & 0x3ff) << 10) + (json_hex(rest.substr(6)) & 0x3ff);
                i += 6;
            }
            append_utf8(out, code);
        }
    }
    return out;
}

GRAFT_INLINE std::optional<vec<std::string>> json_strings(std::string_view text) {
    vec<std::string> strings;
    if (text.size() < 2 || text.front() != '[' || text.back() != ']')
        return std::nullopt;
    text = text.substr(1, text.size() - 2);
    while (!text.empty()) {
        std::size_t const size = json_string_size(text);
        if (text.front() != '"' || size < 2 || text[size - 1] != '"')
            return std::nullopt;
        strings.push_back(json_unquoted(text.substr(0, size)));
        text.remove_prefix(size);
        if (!text.empty() && text.substr(0, 2) != ", ")
            return std::nullopt;
        text.remove_prefix(text.empty() ? 0 : 2);
    }
    return strings;
}

GRAFT_INLINE std::string json_repr(std::string_view text) {
    constexpr std::pair<std::string_view, std::string_view> python_words[] = {
        {"null", "None"}, {"true", "True"},    {"false", "False"},
        {"NaN", "nan"},   {"Infinity", "inf"}, {"-Infinity", "-inf"}};
    auto const in_word = [](char c) {
        return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z') || c == '_' || c == '-' || c == '+' ||
               c == '.';
    };
    std::string out;
    while (!text.empty()) {
        std::size_t size = 1;
        if (text.front() == '"') {
            size = json_string_size(text);
            out += python_repr(json_unquoted(text.substr(0, size)));
        } else {
            while (in_word(text.front()) && size < text.size() && in_word(text[size]))
                ++size;
            std::string_view word = text.substr(0, size);
            for (auto const& [json, python] : python_words)
                if (word == json) {
                    word = python;
                    break;
                }
            out += word;
        }
        text.remove_prefix(size);
    }
    return out;
}

} // namespace graft::detail
#endif
