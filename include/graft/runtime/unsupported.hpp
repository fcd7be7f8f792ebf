#pragma once

#include <graft/ir/program.hpp>
#include <graft/runtime/library.hpp>

#include <string>
#include <vector>

namespace graft {

namespace detail {

// True of sizes and what is computed of them: once the sizes of the inputs are known, so are these.
inline bool is_size(graph const& g, node_id n) {
    value_spec const* const val = g.val(n);
    target_info const target = g.target(n);
    return g.op(n) == opcode::call_function && val != nullptr &&
           (val->k == value_spec::kind::sym_int || val->k == value_spec::kind::sym_bool) &&
           (!target.is_op() || target.name == "aten::sym_size.int");
}

} // namespace detail

/// A call that cannot be run, and why.
struct unsupported_call {
    std::string op, node, reason, stack_trace;
};

/// Every call of the program that cannot be run with these kernels, in execution order; empty when it can run.
[[nodiscard]] inline std::vector<unsupported_call> unsupported_calls(exported_program const& program,
                                                                     kernel_library const& library) {
    std::vector<unsupported_call> found;
    graph const& g = program.graph();
    for (node_id const n : g.nodes()) {
        bool const attribute = g.op(n) == opcode::get_attr;
        bool const of_tensor = g.val(n) != nullptr && g.val(n)->is_tensor();
        if (g.op(n) == opcode::placeholder || g.op(n) == opcode::output || detail::is_size(g, n) ||
            (attribute && !of_tensor))
            continue;
        target_info const target = g.target(n);
        auto const report = [&](char const* reason) {
            found.push_back({std::string{target.name}, std::string{g.name(n)}, reason,
                             std::string{g.meta(n, "stack_trace")}});
        };
        if (attribute) {
            report("it is an attribute, and not lifted to an input of the program");
        } else if (!target.is_op()) {
            if (target.name != "operator.getitem")
                report("it is not an op with a schema");
        } else if (target.op == nullptr) {
            report("no op of this name is known");
        } else if (!library.supports(*target.op)) {
            report("there is no kernel for it");
        } else if (g.val(n) == nullptr) {
            report("its dtype and sizes are not known");
        }
    }
    return found;
}

/// The report as text: one line per call and its stack trace.
[[nodiscard]] inline std::string text(std::vector<unsupported_call> const& calls) {
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
