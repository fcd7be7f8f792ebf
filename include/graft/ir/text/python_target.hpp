#pragma once

#include <graft/config.hpp>
#include <graft/core/error.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/target_name.hpp>
#include <graft/meta/vec.hpp>

#include <cstdint>
#include <string_view>

namespace graft::detail {

// `aten.relu.default` as `aten::relu`; empty when the name has not three parts.
GRAFT_CONSTEXPR vec<char> op_name_of(std::string_view qualified);

// FX's name of a function as a target of `g`: `torch.ops.aten.relu.default` is the op `aten::relu`, with what
// `find_op` knows of that.
template <class FindOp>
constexpr std::uint32_t intern_function(graph& g, std::string_view target, FindOp const& find_op) {
    // A name with `::` would be taken for an op of the graph.
    if (namespace_size(target) != target.size())
        raise(errc::parse, "'", target, "' is no name of a Python function");
    struct prefix {
        std::string_view text;
        dialect_tag dialect;
    };
    for (prefix const p :
         {prefix{"torch.ops.", dialect_tag::aten}, prefix{"executorch.exir.dialects.edge._ops.", dialect_tag::edge},
          prefix{"executorch.exir.dialects.backend._ops.", dialect_tag::backend}})
        if (target.substr(0, p.text.size()) == p.text)
            if (vec<char> const name = op_name_of(target.substr(p.text.size())); !name.empty()) {
                std::string_view const view{name.data(), name.size()};
                return g.intern_target(view, find_op(view), p.dialect);
            }
    return g.intern_target(target);
}

} // namespace graft::detail

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/text.hpp>
#    include <graft/meta/view.hpp>

#    include <cstddef>

namespace graft::detail {

GRAFT_CONSTEXPR vec<char> op_name_of(std::string_view qualified) {
    std::size_t dots[2] = {0, 0}, count = 0;
    for (std::size_t i = 0; i < qualified.size(); ++i)
        if (qualified[i] == '.' && count++ < 2)
            dots[count - 1] = i;
    vec<char> name;
    if (count != 2)
        return name;
    append(name, qualified.substr(0, dots[0]));
    append(name, "::");
    std::string_view const rest = qualified.substr(dots[0] + 1);
    bool const is_default = qualified.substr(dots[1]) == ".default";
    append(name, is_default ? rest.substr(0, dots[1] - dots[0] - 1) : rest);
    return name;
}

} // namespace graft::detail
#endif
