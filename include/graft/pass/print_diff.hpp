#pragma once

#include <graft/config.hpp>
#include <graft/ir/program.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/meta/vec.hpp>
#include <graft/pass/graph_diff.hpp>
#include <graft/pass/observer.hpp>

#include <cstdint>
#include <functional>
#include <ostream>
#include <string>

namespace graft {

/// In which nodes the graph of a module differs, and where it stands: empty for the graph of the program itself.
struct module_diff {
    std::string path;              ///< `inner.layer`
    graph const* before = nullptr; ///< null where there was none
    graph const* after = nullptr;  ///< null where there is none any more
    graph_diff nodes;              ///< what was added, removed, changed and moved
};

/// The graphs in which two programs differ, by path; valid as long as both are, unchanged.
struct program_diff {
    vec<module_diff> modules; ///< those that differ
};

/// In which graphs, and which of their nodes, two programs differ.
[[nodiscard]] GRAFT_INLINE program_diff diff(exported_program const& before, exported_program const& after);

/// The lines in which the graphs differ, those of submodules under `path:`; empty when in none.
[[nodiscard]] GRAFT_INLINE std::string text(program_diff const& d);

/// An observer that writes which nodes each pass added, removed, changed and moved; it also says where a pass did
/// so without reporting it. The stream must outlive the managers that have the observer.
[[nodiscard]] GRAFT_INLINE pass_observer print_diff(std::ostream& out);

/// When `print_ir` prints.
enum class print_when : std::uint8_t { before_all, after_all, after_change };

namespace detail {

GRAFT_INLINE void append_graphs(std::string& out, graph_module const& module, std::string const& path);

} // namespace detail

/// The lossless text of every graph of the program, submodules by their path before the graph
/// that names them.
[[nodiscard]] inline std::string graphs_text(exported_program const& program) {
    std::string out;
    detail::append_graphs(out, program.module, "");
    return out + text(program.graph());
}

/// An observer that writes the program before or after each pass, in the form that `write`
/// gives it. The stream must outlive the managers that have the observer.
[[nodiscard]] GRAFT_INLINE pass_observer
print_ir(std::ostream& out, print_when when, std::function<std::string(exported_program const&)> write = graphs_text);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <map>
#    include <utility>

namespace graft {
namespace detail {

using modules_by_path = std::map<std::string, graph_module const*>;

inline void collect_modules(graph_module const& module, std::string const& path, modules_by_path& found) {
    found[path] = &module;
    for (submodule const& s : module.submodules)
        collect_modules(s.module, path.empty() ? s.name : path + "." + s.name, found);
}

} // namespace detail

GRAFT_INLINE program_diff diff(exported_program const& before, exported_program const& after) {
    detail::modules_by_path old_modules, new_modules;
    detail::collect_modules(before.module, "", old_modules);
    detail::collect_modules(after.module, "", new_modules);
    detail::modules_by_path all = new_modules;
    all.insert(old_modules.begin(), old_modules.end());
    program_diff result;
    graph const none;
    for (auto const& [path, module] : all) {
        auto const x = old_modules.find(path), y = new_modules.find(path);
        graph const* const old_graph = x == old_modules.end() ? nullptr : &x->second->graph;
        graph const* const new_graph = y == new_modules.end() ? nullptr : &y->second->graph;
        graph_diff nodes = diff(old_graph == nullptr ? none : *old_graph, new_graph == nullptr ? none : *new_graph);
        if (!nodes.empty())
            result.modules.push_back({path, old_graph, new_graph, std::move(nodes)});
    }
    return result;
}

GRAFT_INLINE std::string text(program_diff const& d) {
    std::string out;
    graph const none;
    for (module_diff const& m : d.modules) {
        if (!m.path.empty())
            out += m.path + ":\n";
        out += text(m.nodes, m.before == nullptr ? none : *m.before, m.after == nullptr ? none : *m.after);
    }
    return out;
}

GRAFT_INLINE pass_observer print_diff(std::ostream& out) {
    return {.after = [&out](pass_event const& event) {
        if (event.previous == nullptr)
            return;
        std::string const lines = text(diff(*event.previous, event.program));
        if (lines.empty())
            return;
        out << "=== diff of " << event.pass << " ===\n"
            << (event.result.modified ? "" : "(reported as no change)\n") << lines;
    }};
}

namespace detail {

GRAFT_INLINE void append_graphs(std::string& out, graph_module const& module, std::string const& path) {
    for (submodule const& s : module.submodules) {
        append_graphs(out, s.module, path + s.name + ".");
        out += path + s.name + " = ";
        out += text(s.module.graph);
    }
}

} // namespace detail

GRAFT_INLINE pass_observer print_ir(std::ostream& out, print_when when,
                                    std::function<std::string(exported_program const&)> write) {
    auto const print = [&out, when, write = std::move(write)](pass_event const& event) {
        if (when == print_when::after_change && !event.result.modified)
            return;
        char const* const word = when == print_when::before_all ? "before " : "after ";
        out << "=== " << word << event.pass << " ===\n" << write(event.program);
    };
    return when == print_when::before_all ? pass_observer{.before = print} : pass_observer{.after = print};
}

} // namespace graft
#endif
