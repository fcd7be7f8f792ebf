#pragma once

#include <graft/config.hpp>
#include <graft/io/pte/program.hpp>
#include <graft/meta/vec.hpp>

#include <string_view>

namespace graft {

/// The frames of a Python stack trace: `File "x.py", line 3, in forward`, and the line of the program behind it.
[[nodiscard]] GRAFT_INLINE vec<pte_frame> parse_stack_trace(std::string_view trace);

} // namespace graft

#if defined(GRAFT_IO_BODIES)
#    include <algorithm>
#    include <charconv>
#    include <cstddef>

namespace graft {

GRAFT_INLINE vec<pte_frame> parse_stack_trace(std::string_view trace) {
    vec<pte_frame> frames;
    while (!trace.empty()) {
        std::string_view line = trace.substr(0, trace.find('\n'));
        trace.remove_prefix(line.size() == trace.size() ? line.size() : line.size() + 1);
        line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
        constexpr std::string_view file = "File \"", number = "\", line ", name = ", in ";
        std::size_t const in = line.find(number);
        if (line.starts_with(file) && in != line.npos) {
            pte_frame f;
            f.file = line.substr(file.size(), in - file.size());
            std::string_view const rest = line.substr(in + number.size());
            std::from_chars(rest.data(), rest.data() + rest.size(), f.line);
            if (std::size_t const at = rest.find(name); at != rest.npos)
                f.name = rest.substr(at + name.size());
            frames.push_back(f);
        } else if (!frames.empty() && frames.back().context.empty()) {
            frames.back().context = line;
        }
    }
    return frames;
}

} // namespace graft
#endif
