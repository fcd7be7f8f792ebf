#pragma once

#include <graft/ir/copy.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace graft::detail {

// A call of a submodule, after `place` or at the end of the graph, and where it returns a tuple the `getitem` nodes
// that take it apart. Returns the call, and what stands for each of these nodes of `from`, which the submodule returns.
struct submodule_call {
    node_id call = no_node;
    vec<node_id> results;
};

inline submodule_call call_submodule(graph& g, node_id place, std::string_view target, vec<arg> const& args,
                                     graph const& from, view<node_id const> outputs, bool returns_tuple) {
    submodule_call made;
    {
        auto const scope = inserting_after(g, place);
        made.call = g.create_node(opcode::call_module, g.intern_target(target), args);
    }
    vec<value_spec> vals;
    node_id last = made.call;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        if (returns_tuple) {
            auto const scope = inserting_after(g, last);
            last = g.call_function("operator.getitem", {arg::node(made.call), static_cast<std::int64_t>(i)});
        }
        copy_val(from, outputs[i], g, last);
        copy_meta(from, outputs[i], g, last);
        made.results.push_back(last);
        if (value_spec const* const val = from.val(outputs[i]))
            vals.push_back(*val);
    }
    if (returns_tuple && vals.size() == outputs.size())
        g.set_val(made.call, value_spec::of_list(std::move(vals)));
    return made;
}

// A placeholder of a submodule for a node of the graph around it, under a name made from `target`.
inline node_id submodule_placeholder(graph const& from, node_id n, graph& to, std::string_view target) {
    node_id const made = to.create_node(opcode::placeholder, to.intern_target(target), view<operand const>{});
    copy_val(from, n, to, made);
    copy_meta(from, n, to, made);
    to.set_type(made, from.type(n));
    return made;
}

} // namespace graft::detail
