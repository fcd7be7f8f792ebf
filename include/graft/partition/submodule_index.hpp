#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/program.hpp>

#include <cstddef>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace graft::detail {

// Finds the submodules of a module by name, as long as the module has the submodules that it had at first.
class submodule_index {
public:
    explicit submodule_index(graph_module const& module) {
        places_.reserve(module.submodules.size());
        for (std::size_t i = 0; i < module.submodules.size(); ++i)
            places_.emplace(module.submodules[i].name, i);
    }

    // The place of the submodule of this name.
    [[nodiscard]] std::optional<std::size_t> find_exactly(std::string_view name) const {
        auto const found = places_.find(name);
        return found == places_.end() ? std::nullopt : std::optional(found->second);
    }

    // The place of the submodule that a target names, or in which the target is: `sub` for `sub.conv`.
    [[nodiscard]] std::optional<std::size_t> find(std::string_view target) const;

    // The place of the submodule that a `get_attr` or `call_module` node names, or in which its target is; nothing for
    // any other node.
    [[nodiscard]] std::optional<std::size_t> find(graph const& g, node_id n) const {
        bool const names_one = g.op(n) == opcode::get_attr || g.op(n) == opcode::call_module;
        return names_one ? find(g.target(n).name) : std::nullopt;
    }

    // What a target names in the module, at any depth, or null.
    [[nodiscard]] graph_module const* resolve(graph_module const& module, std::string_view target) const;

private:
    std::unordered_map<std::string_view, std::size_t> places_;
};

} // namespace graft::detail

#if defined(GRAFT_CORE_BODIES)

namespace graft::detail {

GRAFT_INLINE std::optional<std::size_t> submodule_index::find(std::string_view target) const {
    auto found = find_exactly(target);
    for (std::size_t dot = target.rfind('.'); !found && !places_.empty() && dot != target.npos;
         dot = target.rfind('.')) {
        target = target.substr(0, dot);
        found = find_exactly(target);
    }
    return found;
}

GRAFT_INLINE graph_module const* submodule_index::resolve(graph_module const& module, std::string_view target) const {
    auto const place = find(target);
    if (!place)
        return nullptr;
    submodule const& outer = module.submodules[*place];
    if (outer.name.size() == target.size())
        return &outer.module;
    return submodule_index(outer.module).resolve(outer.module, target.substr(outer.name.size() + 1));
}

} // namespace graft::detail
#endif
