#pragma once

#include <graft/core/dtype.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/lint.hpp>

#include <doctest/doctest.h>

#include <string>

namespace graft_test {

// The calls of a graph, each with its inputs and the dtype of its result.
inline std::string calls_of(graft::graph const& g) {
    CHECK(lint(g).empty());
    std::string text;
    for (graft::node_id const n : g.nodes())
        if (g.op(n) == graft::opcode::call_function) {
            text += std::string(g.target(n).name) + "(";
            g.for_each_input(n, [&](graft::node_id input) { text += std::string(g.name(input)) + " "; });
            text += ") " + std::string(torch_name(g.val(n)->tensor.dtype)) + "\n";
        }
    return text;
}

} // namespace graft_test
