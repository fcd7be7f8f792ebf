#pragma once

#include <graft/ir/graph.hpp>
#include <graft/ir/text/parse.hpp>
#include <graft/ir/text/parse_fx.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft {

/// The graph of a text: FX's `str(graph)`, which gives numbers of users, or the lossless form of `parse`.
/// `find_op(name)` gives calls their ops, or null; a name is one such as `aten::relu`.
template <class FindOp = detail::no_op_known>
[[nodiscard]] constexpr graph parse_graph(std::string_view text, FindOp const& find_op = {}) {
    constexpr std::string_view mark = "[num_users=";
    for (std::size_t i = 0; i + mark.size() <= text.size(); ++i)
        if (text.substr(i, mark.size()) == mark)
            return parse_fx(text, find_op);
    graph g = parse(text);
    for (std::uint32_t id = 0; id < g.target_count(); ++id)
        if (target_info const target = g.target_at(id); target.is_op())
            g.intern_target(target.name, find_op(target.name), target.dialect);
    return g;
}

} // namespace graft
