#pragma once

#include <graft/core/error.hpp>
#include <graft/ir/lint.hpp>
#include <graft/ir/program.hpp>

#include <string>

namespace graft {

namespace detail {

inline void append_findings(std::string& out, graph_module const& module, std::string const& where) {
    for (lint_finding const& finding : lint(module.graph))
        out += "\n  " + where + text(module.graph, finding);
    for (submodule const& s : module.submodules)
        append_findings(out, s.module, where + s.name + ": ");
}

} // namespace detail

/// A check for pass managers: raises when `lint` finds anything in a graph of the program,
/// listing all of it.
inline void check_lint(exported_program const& program) {
    std::string findings;
    detail::append_findings(findings, program.module, "");
    if (!findings.empty())
        raise(errc::verification, "the graph is not sound:", findings);
}

} // namespace graft
