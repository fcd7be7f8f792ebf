#pragma once

#include <graft/ir/graph.hpp>
#include <graft/ir/program.hpp>
#include <graft/meta/vec.hpp>

#include <cstddef>
#include <cstdint>

namespace graft {

namespace detail {

// True when both arguments have one structure, with nodes that stand for each other.
constexpr bool same_argument(arg_ref a, arg_ref b, vec<node_id> const& twin) {
    if (a.kind() != b.kind())
        return false;
    switch (a.kind()) {
    case arg_kind::none:
    case arg_kind::ellipsis: return true;
    case arg_kind::node: return twin[a.node()] == b.node();
    case arg_kind::boolean: return a.boolean() == b.boolean();
    case arg_kind::integer: return a.integer() == b.integer();
    case arg_kind::real: return std::bit_cast<std::int64_t>(a.real()) == std::bit_cast<std::int64_t>(b.real());
    case arg_kind::dtype: return a.dtype() == b.dtype();
    case arg_kind::layout: return a.layout() == b.layout();
    case arg_kind::memory_format: return a.memory_format() == b.memory_format();
    case arg_kind::string:
    case arg_kind::device: return a.text() == b.text();
    default: break;
    }
    if (a.size() != b.size())
        return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if ((a.kind() == arg_kind::dict && a.key(i) != b.key(i)) || !same_argument(a[i], b[i], twin))
            return false;
    return true;
}

constexpr bool same_node(graph const& a, node_id x, graph const& b, node_id y, vec<node_id> const& twin) {
    target_info const s = a.target(x), t = b.target(y);
    bool const same_facts = a.op(x) == b.op(y) && s.name == t.name && s.dialect == t.dialect &&
                            (a.op(x) == opcode::output || a.name(x) == b.name(y)) && a.type(x) == b.type(y) &&
                            a.is_constant(x) == b.is_constant(y) && a.arg_count(x) == b.arg_count(y) &&
                            a.kwarg_count(x) == b.kwarg_count(y);
    if (!same_facts || (a.val(x) == nullptr) != (b.val(y) == nullptr) ||
        (a.val(x) != nullptr && !(*a.val(x) == *b.val(y))) || !same_argument(a.meta(x), b.meta(y), twin))
        return false;
    auto const from_a = a.origins(x), from_b = b.origins(y);
    if (from_a.size() != from_b.size())
        return false;
    for (std::size_t i = 0; i < from_a.size(); ++i)
        if (from_a[i].rule != from_b[i].rule || from_a[i].node != from_b[i].node)
            return false;
    for (std::size_t i = 0; i < a.arg_count(x); ++i)
        if (!same_argument(a.arg(x, i), b.arg(y, i), twin))
            return false;
    for (std::size_t i = 0; i < a.kwarg_count(x); ++i)
        if (a.kwarg_key(x, i) != b.kwarg_key(y, i) || !same_argument(a.kwarg(x, i), b.kwarg(y, i), twin))
            return false;
    return true;
}

} // namespace detail

/// True when both graphs hold the same nodes in the same order: names, targets, arguments, values and metadata.
[[nodiscard]] constexpr bool operator==(graph const& a, graph const& b) {
    if (a.size() != b.size())
        return false;
    vec<node_id> twin(a.capacity(), no_node);
    auto y = b.nodes().begin();
    for (node_id const x : a.nodes())
        twin[x] = *y++;
    for (node_id const x : a.nodes())
        if (!detail::same_node(a, x, b, twin[x], twin))
            return false;
    return true;
}

/// True when both have the same graph and, in the same order, the same submodules under the same names.
[[nodiscard]] inline bool operator==(graph_module const& a, graph_module const& b) {
    if (!(a.graph == b.graph) || a.submodules.size() != b.submodules.size())
        return false;
    for (std::size_t i = 0; i < a.submodules.size(); ++i)
        if (a.submodules[i].name != b.submodules[i].name || !(a.submodules[i].module == b.submodules[i].module))
            return false;
    return true;
}

} // namespace graft
