#pragma once

#include <graft/config.hpp>
#include <graft/ir/argument.hpp>
#include <graft/ir/name_scope.hpp>
#include <graft/ir/string_table.hpp>
#include <graft/ir/target_table.hpp>
#include <graft/meta/vec.hpp>

#include <cstdint>
#include <string_view>

namespace graft {

/// How a new node gets the name it is given: as FX does, a fresh name like it, or as it is where no node has it.
enum class naming : std::uint8_t { fresh, verbatim };

namespace detail {

// Which node of a graph has each name, and the names that new ones get; names are ids of the graph's strings.
class node_names {
public:
    // The node of this name, or `no_node`.
    [[nodiscard]] constexpr node_id find(std::uint32_t name) const {
        return name < node_of_.size() ? node_of_[name] : no_node;
    }

    constexpr void give(std::uint32_t name, node_id n) {
        if (node_of_.size() <= name)
            node_of_.resize(name + 1, no_node);
        node_of_[name] = n;
    }
    constexpr void release(std::uint32_t name) { node_of_[name] = no_node; }

    // The name of a new node that asks for this one.
    GRAFT_CONSTEXPR std::uint32_t create(string_table& strings, std::string_view wanted, naming how = naming::fresh);
    // The name of a new node that asks for none; what calls of a function are named after is made once.
    GRAFT_CONSTEXPR std::uint32_t create(string_table& strings, target_table const& targets, std::uint32_t target,
                                         bool is_function);

private:
    name_scope scope_;
    vec<node_id> node_of_;           // by name
    vec<std::uint32_t> of_function_; // by target: what calls of it are named after
};

} // namespace detail

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/ir/target_name.hpp>

namespace graft::detail {

GRAFT_CONSTEXPR std::uint32_t node_names::create(string_table& strings, std::string_view wanted, naming how) {
    if (how == naming::verbatim)
        if (std::uint32_t const id = strings.intern(wanted); find(id) == no_node)
            return scope_.take(strings, id);
    return scope_.create(strings, wanted);
}

GRAFT_CONSTEXPR std::uint32_t node_names::create(string_table& strings, target_table const& targets,
                                                 std::uint32_t target, bool is_function) {
    bool const is_known = is_function && target < of_function_.size() && of_function_[target] != 0;
    if (is_known)
        return scope_.create(strings, strings[of_function_[target]]);
    vec<char> const made = name_from_target(targets.view(strings, target), is_function);
    std::uint32_t const wanted = strings.intern({made.data(), made.size()});
    if (is_function) {
        if (of_function_.size() <= target)
            of_function_.resize(target + 1, 0);
        of_function_[target] = wanted;
    }
    return scope_.create(strings, strings[wanted]);
}

} // namespace graft::detail
#endif
