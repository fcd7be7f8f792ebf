#pragma once

#include <graft/config.hpp>
#include <graft/ir/program.hpp>

#include <cstddef>
#include <string_view>

namespace graft {

/// Gives every call of the program that has none a number of its own, as the metadata `debug_handle`, by which a
/// runtime can say which one it was; calls that have one keep it. Returns how many got one.
struct number_debug_handles_pass {
    static constexpr std::string_view name = "number_debug_handles"; ///< by which constraints name it
    std::size_t operator()(exported_program& program) const;         ///< runs it
};
inline constexpr number_debug_handles_pass number_debug_handles{}; ///< called or run by a manager

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/ir/graph.hpp>
#    include <graft/ir/map_arg.hpp>

#    include <charconv>
#    include <string>

namespace graft {
namespace detail {

inline std::size_t largest_debug_handle(graph_module const& module) {
    std::size_t largest = 0;
    for (node_id const n : module.graph.nodes()) {
        std::string_view const text = module.graph.meta(n, "debug_handle");
        std::size_t handle = 0;
        std::from_chars(text.data(), text.data() + text.size(), handle);
        largest = handle > largest ? handle : largest;
    }
    for (submodule const& inner : module.submodules) {
        std::size_t const other = largest_debug_handle(inner.module);
        largest = other > largest ? other : largest;
    }
    return largest;
}

inline std::size_t number_calls(graph_module& module, std::size_t& next) {
    graph& g = module.graph;
    std::size_t count = 0;
    for (node_id const n : g.nodes()) {
        if (g.op(n) != opcode::call_function || !g.meta(n, "debug_handle").empty())
            continue;
        std::string const text = std::to_string(next++);
        arg meta = to_arg(g.meta(n));
        if (meta.kind != arg_kind::dict)
            meta = arg(arg_kind::dict, {});
        meta.keys.emplace_back("debug_handle");
        meta.items.emplace_back(std::string_view(text));
        g.set_meta(n, meta);
        ++count;
    }
    for (submodule& inner : module.submodules)
        count += number_calls(inner.module, next);
    return count;
}

} // namespace detail

GRAFT_INLINE std::size_t number_debug_handles_pass::operator()(exported_program& program) const {
    std::size_t next = detail::largest_debug_handle(program.module) + 1;
    return detail::number_calls(program.module, next);
}

} // namespace graft
#endif
