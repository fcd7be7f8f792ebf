#pragma once

#include <graft/core/error.hpp>
#include <graft/dialect/aten.hpp>
#include <graft/dialect/infer.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/map_arg.hpp>
#include <graft/ir/program.hpp>

#include <cstddef>
#include <map>
#include <string_view>
#include <utility>

namespace graft {

/// Writes the new value of every mutated buffer, parameter and user's input into its tensor by a `copy_` at the end,
/// whose result the program returns instead; what runs the program then need not know of mutations. The inverse of
/// `functionalize`, so that the program is no longer functional. Returns how many were inserted.
inline std::size_t insert_write_back(exported_program& program) {
    graph& g = program.graph();
    if (g.back() == no_node || g.op(g.back()) != opcode::output || !is_aggregate(g.arg(g.back(), 0).kind()))
        return 0;
    std::map<std::pair<input_kind, std::string_view>, node_id> inputs;
    for (input_spec const& input : program.signature.inputs)
        inputs.emplace(std::pair{input.kind, std::string_view(input.kind == input_kind::user_input ? input.name
                                                                                                  : input.target)},
                       g.find(input.name));
    arg results = to_arg(g.arg(g.back(), 0));
    std::size_t count = 0;
    auto const scope = inserting_before(g, g.back());
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
        if (g.target(value).name == "aten::copy_")
            continue;
        node_id const copy = g.call_function(aten::copy_.default_.info(), {arg::node(found->second), arg::node(value)});
        g.copy_meta(value, copy);
        infer(g, copy);
        results.items[i] = arg::node(copy);
        ++count;
    }
    g.set_arg(g.back(), 0, results);
    update_output_names(program);
    return count;
}

} // namespace graft
