#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>

#include <string>

namespace graft::detail {

inline std::string expression_text(graph const& g, arg_ref a);

// What a node computes, in terms of the placeholders: `add.Tensor(a, neg(b), alpha=2)`. The operands of a commutative
// op are in the order of their texts, so that equal values have equal texts.
GRAFT_INLINE std::string expression_text(graph const& g, node_id n);

GRAFT_INLINE std::string expression_text(graph const& g, arg_ref a);

// The first value that a graph returns.
GRAFT_INLINE std::string expression_text(graph const& g);

} // namespace graft::detail

#if defined(GRAFT_RULECHECK_BODIES)
#    include <graft/ir/text/print_value.hpp>
#    include <graft/meta/vec.hpp>

#    include <algorithm>
#    include <cstddef>
#    include <string_view>
#    include <utility>

namespace graft {
namespace detail {

GRAFT_INLINE std::string expression_text(graph const& g, node_id n) {
    if (g.op(n) != opcode::call_function)
        return std::string{g.name(n)};
    std::string_view name = g.target(n).name;
    name.remove_prefix(std::min(name.size(), name.rfind(':') + 1));
    vec<std::string> operands;
    for (std::size_t i = 0; i < g.arg_count(n); ++i)
        operands.push_back(expression_text(g, g.arg(n, i)));
    bool const plain = g.arg_count(n) == 2 && g.kwarg_count(n) == 0;
    if (plain && g.target(n).op != nullptr && g.target(n).op->commutative && operands[1] < operands[0])
        std::swap(operands[0], operands[1]);
    for (std::size_t i = 0; i < g.kwarg_count(n); ++i)
        operands.push_back(std::string{g.kwarg_key(n, i)} + "=" + expression_text(g, g.kwarg(n, i)));
    std::string text{name};
    for (std::size_t i = 0; i < operands.size(); ++i)
        text += (i == 0 ? "(" : ", ") + operands[i];
    return text + (operands.empty() ? "()" : ")");
}

GRAFT_INLINE std::string expression_text(graph const& g, arg_ref a) {
    if (a.is_node())
        return expression_text(g, a.node());
    if (a.kind() != arg_kind::list && a.kind() != arg_kind::tuple)
        return a.kind() == arg_kind::string ? "\"" + std::string{a.text()} + "\"" : literal_text(a);
    std::string text = "[";
    for (std::size_t i = 0; i < a.size(); ++i)
        text += (i == 0 ? "" : ", ") + expression_text(g, a[i]);
    return text + "]";
}

GRAFT_INLINE std::string expression_text(graph const& g) { return expression_text(g, g.arg(g.back(), 0)[0]); }

} // namespace detail
} // namespace graft
#endif
