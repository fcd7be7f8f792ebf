#pragma once

#include <graft/config.hpp>
#include <graft/ir/program.hpp>
#include <graft/pass/observer.hpp>

#include <ostream>
#include <string>

namespace graft {

/// The lines in which the graphs of two programs differ, those of submodules under `path:`; empty when in none.
[[nodiscard]] GRAFT_INLINE std::string diff_text(exported_program const& before, exported_program const& after);

/// An observer that writes which nodes each pass added, removed, changed and moved; it also says where a pass did
/// so without reporting it. The stream must outlive the managers that have the observer.
[[nodiscard]] GRAFT_INLINE pass_observer print_diff(std::ostream& out);

} // namespace graft

#if defined(GRAFT_PASS_BODIES)
#    include <graft/pass/graph_diff.hpp>

#    include <map>

namespace graft {
namespace detail {

using modules_by_path = std::map<std::string, graph_module const*>;

inline void collect_modules(graph_module const& module, std::string const& path, modules_by_path& found) {
    found[path] = &module;
    for (submodule const& s : module.submodules)
        collect_modules(s.module, path.empty() ? s.name : path + "." + s.name, found);
}

} // namespace detail

GRAFT_INLINE std::string diff_text(exported_program const& before, exported_program const& after) {
    detail::modules_by_path old_modules, new_modules;
    detail::collect_modules(before.module, "", old_modules);
    detail::collect_modules(after.module, "", new_modules);
    detail::modules_by_path all = new_modules;
    all.insert(old_modules.begin(), old_modules.end());
    std::string out;
    graph const none;
    for (auto const& [path, module] : all) {
        auto const x = old_modules.find(path), y = new_modules.find(path);
        graph const& old_graph = x == old_modules.end() ? none : x->second->graph;
        graph const& new_graph = y == new_modules.end() ? none : y->second->graph;
        std::string const lines = text(diff(old_graph, new_graph), old_graph, new_graph);
        if (!lines.empty() && !path.empty())
            out += path + ":\n";
        out += lines;
    }
    return out;
}

GRAFT_INLINE pass_observer print_diff(std::ostream& out) {
    return {.after = [&out](pass_event const& event) {
        if (event.previous == nullptr)
            return;
        std::string const lines = diff_text(*event.previous, event.program);
        if (lines.empty())
            return;
        out << "=== diff of " << event.pass << " ===\n"
            << (event.result.modified ? "" : "(reported as no change)\n") << lines;
    }};
}

} // namespace graft
#endif
