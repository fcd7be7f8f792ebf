#pragma once

#include <graft/config.hpp>
#include <graft/ir/program.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/pass/observer.hpp>

#include <cstdint>
#include <functional>
#include <ostream>
#include <string>

namespace graft {

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
#    include <utility>

namespace graft {
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
