#pragma once

#include <graft/config.hpp>
#include <graft/ir/program.hpp>

#include <string>

namespace graft {

/// What `str(exported_program)` prints in Python: its code as `print_readable` has it, its signature, and what its
/// symbols are confined to.
[[nodiscard]] GRAFT_INLINE std::string text(exported_program const& program);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/ir/signature.hpp>
#    include <graft/ir/text/print_readable.hpp>

#    include <cstdint>
#    include <optional>
#    include <string_view>

namespace graft {
namespace detail {

inline std::string indented(std::string const& lines) {
    std::string out;
    for (char const c : lines)
        out += c == '\n' ? "\n    " : std::string(1, c);
    return out;
}

inline std::string bound_text(std::optional<std::int64_t> bound, std::string_view unknown) {
    return bound ? std::to_string(*bound) : std::string(unknown);
}

} // namespace detail

GRAFT_INLINE std::string text(exported_program const& program) {
    std::string ranges;
    for (symbol_range const& r : program.range_constraints)
        ranges += (ranges.empty() ? "" : ", ") + std::string(r.name.name()) + ": VR[" +
                  detail::bound_text(r.range.min, "-int_oo") + ", " + detail::bound_text(r.range.max, "int_oo") + "]";
    return "ExportedProgram:\n    " + detail::indented(print_readable(program.module)) +
           "\nGraph signature:" + detail::indented(text(program.signature)) + "\nRange constraints: {" + ranges + "}\n";
}

} // namespace graft
#endif
