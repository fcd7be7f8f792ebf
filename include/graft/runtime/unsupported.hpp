#pragma once

#include <graft/config.hpp>
#include <graft/ir/program.hpp>
#include <graft/meta/vec.hpp>
#include <graft/partition/detail/inline_regions.hpp>
#include <graft/runtime/library.hpp>
#include <graft/transform/detail/out_dtype.hpp>

#include <string>

namespace graft {

/// A call that cannot be run, and why.
struct unsupported_call {
    /// The op, the node that calls it, why it cannot run, and where the Python code made the node.
    /// @{
    std::string op, node, reason, stack_trace;
    /// @}
};

namespace detail {

GRAFT_INLINE void find_unsupported(graph_module const& module, exported_program const& program,
                                   kernel_library const& library, vec<unsupported_call>& found);

} // namespace detail

/// Every call of the program, those of its control flow included, that cannot be run with these kernels; in execution
/// order graph by graph, and empty when the program can run.
[[nodiscard]] inline vec<unsupported_call> unsupported_calls(exported_program const& program,
                                                             kernel_library const& library) {
    vec<unsupported_call> found;
    if (!detail::has_regions(program.module)) {
        detail::find_unsupported(program.module, program, library, found);
        return found;
    }
    graph_module inlined = program.module;
    detail::inline_regions_in(inlined, library.prepare_regions); // as the executor runs it
    detail::replace_out_dtypes(inlined);
    detail::find_unsupported(inlined, program, library, found);
    return found;
}

/// The report as text: one line per call and its stack trace.
[[nodiscard]] GRAFT_INLINE std::string text(vec<unsupported_call> const& calls);

/// How to make the first op that is called by an unknown name known, with the names of kernels that are like it; empty
/// when every op is known.
[[nodiscard]] GRAFT_INLINE std::string unknown_op_help(exported_program const& program, kernel_library const& library);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/nearest_names.hpp>
#    include <graft/ir/detail/region.hpp>
#    include <graft/runtime/missed_write.hpp>
#    include <graft/runtime/node_action.hpp>

#    include <optional>
#    include <string_view>

namespace graft {
namespace detail {

// Why a node cannot run; empty when it can.
[[nodiscard]] inline std::string_view why_unsupported(graph_module const& module, node_id n,
                                                      exported_program const& program, kernel_library const& library) {
    if (casts(module.graph, n))
        return "autocast casts what its ops take: run the pass inline_regions on the program first";
    target_info const target = module.graph.target(n);
    switch (action_of(module.graph, n)) {
    case node_action::kernel:
        if (target.op == nullptr)
            return "no op of this name is known";
        return library.supports(*target.op) ? "" : "there is no kernel for it";
    case node_action::attribute: {
        std::string const name{target.name};
        bool const there =
            module.find(name) != nullptr || program.state_dict.contains(name) || program.constants.contains(name);
        return there ? "" : "it is an attribute that the program does not have";
    }
    case node_action::submodule:
    case node_action::unknown: return "it is not an op with a schema";
    default: return "";
    }
}

GRAFT_INLINE void find_unsupported(graph_module const& module, exported_program const& program,
                                   kernel_library const& library, vec<unsupported_call>& found) {
    graph const& g = module.graph;
    std::optional<node_id> const missed = find_missed_write(g);
    for (node_id const n : g.nodes())
        if (std::string_view const reason = n == missed ? why_missed : why_unsupported(module, n, program, library);
            !reason.empty())
            found.push_back({std::string{g.target(n).name}, std::string{g.name(n)}, std::string{reason},
                             std::string{g.meta(n, "stack_trace")}});
    for (submodule const& s : module.submodules)
        find_unsupported(s.module, program, library, found);
}

// The first name that a call of the module has for an op, and that is no known op's; else empty.
[[nodiscard]] inline std::string_view first_unknown_op(graph_module const& module) {
    graph const& g = module.graph;
    for (node_id const n : g.nodes())
        if (find_region(g, n) == nullptr && action_of(g, n) == node_action::kernel && g.target(n).op == nullptr)
            return g.target(n).name;
    for (submodule const& s : module.submodules)
        if (std::string_view const name = first_unknown_op(s.module); !name.empty())
            return name;
    return {};
}

} // namespace detail

GRAFT_INLINE std::string unknown_op_help(exported_program const& program, kernel_library const& library) {
    std::string const name{detail::first_unknown_op(program.module)};
    if (name.empty())
        return {};
    nearest_names like{name};
    bool has_kernel = false;
    for (kernel_entry const& entry : library.kernels.entries()) {
        has_kernel = has_kernel || entry.name == name;
        like.add(entry.name);
    }
    return has_kernel
               ? "help: there is a kernel for '" + name +
                     "', but the program was read without its op; read_pt2(path) of <graft/lower/read_pt2.hpp> knows "
                     "every op, read_pt2(path, {.find_op = my_ops::find}) those of your dialect\n"
               : "help: no op has the name '" + name + "'" + (like.empty() ? "." : like.hint()) +
                     " An op of your own takes a dialect my_ops that has it, read_pt2(path, {.find_op = "
                     "my_ops::find}), and a kernel_of; examples/12_own_op.cpp does so\n";
}

GRAFT_INLINE std::string text(vec<unsupported_call> const& calls) {
    std::string out;
    for (unsupported_call const& c : calls) {
        out += "unsupported: " + c.op + " at %" + c.node + ": " + c.reason + "\n";
        std::size_t begin = 0;
        while (begin < c.stack_trace.size()) {
            std::size_t end = c.stack_trace.find('\n', begin);
            end = end == std::string::npos ? c.stack_trace.size() : end;
            out += "    " + c.stack_trace.substr(begin, end - begin) + "\n";
            begin = end + 1;
        }
    }
    return out;
}

} // namespace graft
#endif
