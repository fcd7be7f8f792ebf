#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>

#include <string>

namespace graft {

/// The text that FX's method of this name prints: a line per node with its kind, name, target and arguments, in
/// columns.
[[nodiscard]] GRAFT_INLINE std::string print_tabular(graph const& g);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/ir/target_name.hpp>
#    include <graft/ir/text/detail/python_repr.hpp>
#    include <graft/ir/text/print.hpp>
#    include <graft/meta/vec.hpp>

#    include <algorithm>
#    include <array>
#    include <cstddef>
#    include <string_view>

namespace graft {
namespace detail {

// Python's str() of a call_function target: `aten.add.Tensor` for an op, `<built-in function add>` for a function of
// Python's own modules. Where Python shows an address the name stands alone.
inline std::string short_target(target_info const& target) {
    if (!target.is_op()) {
        for (std::string_view const module : {"operator.", "builtins.", "math.", "torch._C._nn."})
            if (target.name.substr(0, module.size()) == module)
                return "<built-in function " + std::string{target.name.substr(module.size())} + ">";
        for (std::string_view const prefix : {"torch.ops.higher_order.", "torch.ops."})
            if (target.name.substr(0, prefix.size()) == prefix)
                return std::string{target.name.substr(prefix.size())};
        return std::string{target.name};
    }
    vec<char> const overload = overload_name(target.name);
    std::string out{target.name.substr(0, namespace_size(target.name))};
    out += '.';
    return out.append(overload.data(), overload.size());
}

inline std::string python_args(graph const& g, node_id n) {
    std::string out = "(";
    for (std::size_t i = 0; i < g.arg_count(n); ++i)
        out += (i == 0 ? "" : ", ") + python_text(g, g.arg(n, i));
    return out + (g.arg_count(n) == 1 ? ",)" : ")");
}

inline std::string python_kwargs(graph const& g, node_id n) {
    std::string out = "{";
    for (std::size_t i = 0; i < g.kwarg_count(n); ++i)
        out += (i == 0 ? "" : ", ") + python_repr(g.kwarg_key(n, i)) + ": " + python_text(g, g.kwarg(n, i));
    return out + "}";
}

} // namespace detail

GRAFT_INLINE std::string print_tabular(graph const& g) {
    using row = std::array<std::string, 5>;
    vec<row> rows{{"opcode", "name", "target", "args", "kwargs"}};
    for (node_id const n : g.nodes())
        rows.push_back(
            {std::string{name(g.op(n))}, std::string{g.name(n)},
             g.op(n) == opcode::call_function ? detail::short_target(g.target(n)) : std::string{g.target(n).name},
             detail::python_args(g, n), detail::python_kwargs(g, n)});
    std::array<std::size_t, 5> widths{};
    for (std::size_t c = 0; c < widths.size(); ++c) {
        widths[c] = rows[0][c].size() + 2;
        for (row const& r : rows)
            widths[c] = std::max(widths[c], r[c].size());
    }
    row rule;
    for (std::size_t c = 0; c < widths.size(); ++c)
        rule[c] = std::string(widths[c], '-');
    rows.insert(rows.begin() + 1, rule);
    std::string out;
    for (row const& r : rows) {
        std::string line;
        for (std::size_t c = 0; c < widths.size(); ++c)
            line += (c == 0 ? "" : "  ") + r[c] + std::string(widths[c] - r[c].size(), ' ');
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + '\n';
    }
    return out;
}

} // namespace graft
#endif
