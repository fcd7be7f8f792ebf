#pragma once

#include <graft/ir/compare.hpp>
#include <graft/ir/program.hpp>

#include <cstddef>

namespace graft {

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
