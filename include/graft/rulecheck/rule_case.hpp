#pragma once

#include <graft/core/tensor.hpp>
#include <graft/ir/argument.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>
#include <graft/rewrite/number_source.hpp>
#include <graft/runtime/run_value.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>

namespace graft {

/// One of the things that make up a case of a rule: a tensor or a literal for a leaf of its left side, or which of
/// several forms a part of the left side takes.
struct case_decision {
    /// What is decided.
    enum class kind : std::uint8_t { choice, literal, tensor }; ///< What is decided.

    kind what = kind::choice; ///< what is decided
    std::size_t choice = 0;   ///< of `choice`: which of the forms
    arg literal;              ///< of `literal`
    graft::tensor data;       ///< of `tensor`
    std::string_view name;    ///< of the variable; empty for what has none
    bool fixed = false;       ///< the elements are what the op takes, or the number that a pattern asks for
};

/// What a left side is made of, in the order in which it is built: the same decisions make the same graph.
using rule_case = vec<case_decision>;

/// A left side as a graph, whose values are known, and what it runs on.
struct case_graph {
    graft::graph graph;               ///< whose placeholders are the inputs
    vec<node_id> roots;               ///< of the left side
    std::map<node_id, tensor> inputs; ///< by placeholder
    vec<known_number> numbers;        ///< constants of nothing but one number
    vec<node_id> variables;           ///< by variable of the rule: its node, or `no_node`

    /// The inputs in the order of the placeholders of `g`, which is this graph or a rewritten copy.
    [[nodiscard]] run_values inputs_of(graft::graph const& g) const {
        run_values values;
        for (node_id const n : g.nodes())
            if (g.op(n) == opcode::placeholder)
                values.emplace_back(inputs.at(n));
        return values;
    }
};

namespace detail {

/// The tensor row by row, complex numbers as their parts, which are a new last dimension.
[[nodiscard]] inline tensor real_parts(tensor const& of) {
    tensor const dense = of.contiguous();
    return is_complex(dense.dtype()) ? dense.view_as_real() : dense;
}

} // namespace detail

} // namespace graft
