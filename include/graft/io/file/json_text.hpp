#pragma once

#include <graft/config.hpp>

#include <string>
#include <string_view>

namespace graft {

/// Appends the characters as a JSON string, quoted and escaped; they have to be UTF-8.
GRAFT_INLINE void append_json_string(std::string& out, std::string_view characters);

} // namespace graft

#if defined(GRAFT_IO_BODIES)

namespace graft {

GRAFT_INLINE void append_json_string(std::string& out, std::string_view characters) {
    constexpr std::string_view hex = "0123456789abcdef";
    out += '"';
    for (char const c : characters) {
        auto const code = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (code < 0x20) {
            out += "\\u00";
            out += hex[code >> 4];
            out += hex[code & 15];
        } else {
            out += c;
        }
    }
    out += '"';
}

} // namespace graft
#endif
