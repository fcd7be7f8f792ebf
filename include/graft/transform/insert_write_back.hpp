#pragma once

#include <graft/config.hpp>
#include <graft/dialect/infer.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/program.hpp>
#include <graft/meta/vec.hpp>

#include <cstddef>
#include <string_view>

namespace graft {

namespace detail {

// A call of the op on what comes first and the value.
[[nodiscard]] inline node_id copy_of(graph& g, node_id value, op_info const& op, vec<arg> first) {
    first.push_back(arg::node(value));
    node_id const copy = g.call_function(op, first);
    g.copy_meta(value, copy);
    infer(g, copy);
    return copy;
}

} // namespace detail

/// Writes the new value of every mutated buffer, parameter and user's input into its tensor by a `copy_` at the end,
/// whose result the program returns instead; what runs the program then need not know of mutations. What is returned of
/// such a tensor as it was before is a copy, taken before the first write. The inverse of `functionalize`, so that the
/// program is no longer functional. Returns how many were inserted.
struct insert_write_back_pass {
    static constexpr std::string_view name = "insert_write_back"; ///< by which constraints name it
    std::size_t operator()(exported_program& program) const;      ///< runs it
};
inline constexpr insert_write_back_pass insert_write_back{}; ///< called or run by a manager

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/dialect/aten.hpp>
#    include <graft/ir/map_arg.hpp>

#    include <map>
#    include <set>
#    include <utility>

namespace graft {
namespace detail {

// By node: whether it is one of these inputs or shows one of them.
[[nodiscard]] inline vec<bool> nodes_that_show(graph const& g, std::set<node_id> const& inputs) {
    vec<bool> shows(g.capacity(), false);
    for (node_id const n : g.nodes()) {
        if (inputs.contains(n))
            shows[n] = true;
        else if (g.op(n) == opcode::call_function && g.target(n).gives_alias())
            g.for_each_input(n, [&](node_id input) { shows[n] = shows[n] || shows[input]; });
    }
    return shows;
}

} // namespace detail

GRAFT_INLINE std::size_t insert_write_back_pass::operator()(exported_program& program) const {
    graph& g = program.graph();
    if (g.back() == no_node || g.op(g.back()) != opcode::output || !is_aggregate(g.arg(g.back(), 0).kind()))
        return 0;
    std::map<std::pair<input_kind, std::string_view>, node_id> inputs;
    for (input_spec const& input : program.signature.inputs)
        inputs.emplace(
            std::pair{input.kind, std::string_view(input.kind == input_kind::user_input ? input.name : input.target)},
            g.find(input.name).value_or(no_node));
    arg results = to_arg(g.arg(g.back(), 0));
    vec<std::pair<std::size_t, node_id>> writes; // the result that is the new value, and the input
    std::set<node_id> written;
    for (std::size_t i = 0; i < program.signature.outputs.size() && i < results.items.size(); ++i) {
        output_spec const& output = program.signature.outputs[i];
        bool const buffer = output.kind == output_kind::buffer_mutation,
                   parameter = output.kind == output_kind::parameter_mutation,
                   input = output.kind == output_kind::user_input_mutation;
        if ((!buffer && !parameter && !input) || results.items[i].kind != arg_kind::node)
            continue;
        auto const found = inputs.find({buffer      ? input_kind::buffer
                                        : parameter ? input_kind::parameter
                                                    : input_kind::user_input,
                                        output.target});
        if (found == inputs.end() || found->second == no_node)
            raise(errc::invalid_argument, "insert_write_back: output ", i, " is the new value of '", output.target,
                  "', which is no input");
        auto const value = static_cast<node_id>(results.items[i].bits);
        if (g.target(value) == aten::copy_)
            continue;
        writes.emplace_back(i, found->second);
        written.insert(found->second);
    }
    auto const scope = inserting_before(g, g.back());
    vec<bool> const shows = detail::nodes_that_show(g, written);
    for (arg& result : results.items)
        if (result.kind == arg_kind::node && shows[static_cast<node_id>(result.bits)])
            result = arg::node(detail::copy_of(g, static_cast<node_id>(result.bits), aten::clone.default_.info(), {}));
    for (auto const& [i, input] : writes)
        results.items[i] = arg::node(detail::copy_of(g, static_cast<node_id>(results.items[i].bits),
                                                     aten::copy_.default_.info(), {arg::node(input)}));
    g.set_arg(g.back(), 0, results);
    update_output_names(program);
    return writes.size();
}

} // namespace graft
#endif
