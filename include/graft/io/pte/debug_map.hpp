#pragma once

#include <graft/config.hpp>
#include <graft/meta/vec.hpp>

#include <cstdint>
#include <map>
#include <string>

namespace graft {

/// A call of a program before it became instructions.
struct pte_origin {
    std::uint64_t debug_handle = 0; ///< its metadata `debug_handle`, 0 for none
    /// The name, the target and the place in the Python code of the call.
    /// @{
    std::string node, target, stack_trace;
    /// @}

    bool operator==(pte_origin const&) const = default;
};

/// Which calls the instructions of a program file come from; the file itself has no place for it.
struct pte_debug_map {
    /// By method, the debug handle of each instruction, 0 for none.
    std::map<std::string, vec<std::uint64_t>> instructions;
    /// By method and debug handle, the call.
    std::map<std::string, std::map<std::uint64_t, pte_origin>> origins;
};

/// As JSON: `debug_handle_map`, by method the debug handle of each instruction that has one, in the form that ETRecord
/// has it in, and `nodes`, by method and debug handle the name, target and stack trace of the call.
[[nodiscard]] GRAFT_INLINE std::string text(pte_debug_map const& map);

} // namespace graft

#if defined(GRAFT_IO_BODIES)
#    include <graft/io/file/json_text.hpp>

#    include <cstddef>
#    include <utility>

namespace graft {

GRAFT_INLINE std::string text(pte_debug_map const& map) {
    auto const members = [](auto const& items, std::string const& indent, auto const& one) {
        std::string out = "{";
        for (auto const& [key, value] : items) {
            std::string const content = one(value);
            if (content.empty())
                continue;
            out += out.size() == 1 ? "\n" : ",\n";
            out += indent + "  ";
            append_json_string(out, key);
            out += ": " + content;
        }
        return out + "\n" + indent + "}";
    };
    using handles = vec<std::pair<std::string, std::uint64_t>>;
    std::string const handle_map = members(map.instructions, "  ", [&](vec<std::uint64_t> const& all) {
        handles numbered;
        for (std::size_t i = 0; i < all.size(); ++i)
            numbered.emplace_back(std::to_string(i), all[i]);
        return members(numbered, "    ",
                       [](std::uint64_t handle) { return handle == 0 ? std::string() : std::to_string(handle); });
    });
    std::string const nodes = members(map.origins, "  ", [&](std::map<std::uint64_t, pte_origin> const& all) {
        vec<std::pair<std::string, pte_origin const*>> numbered;
        for (auto const& [handle, origin] : all)
            numbered.emplace_back(std::to_string(handle), &origin);
        return members(numbered, "    ", [&](pte_origin const* origin) {
            vec<std::pair<std::string, std::string const*>> const fields{
                {"name", &origin->node}, {"target", &origin->target}, {"stack_trace", &origin->stack_trace}};
            return members(fields, "      ", [](std::string const* field) {
                std::string quoted;
                append_json_string(quoted, *field);
                return quoted;
            });
        });
    });
    return "{\n  \"debug_handle_map\": " + handle_map + ",\n  \"nodes\": " + nodes + "\n}\n";
}

} // namespace graft
#endif
