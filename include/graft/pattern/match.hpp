#pragma once

#include <graft/ir/graph.hpp>
#include <graft/meta/fixed_string.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>

#include <cstddef>
#include <string_view>

namespace graft {

template <fixed_string Name>
struct variable;

/// What a pattern matched: a root node, and an argument for each variable.
struct match {
    graph const* owner = nullptr;                  ///< the graph that was matched
    node_id root = no_node;                        ///< what the root of the pattern matched
    graft::view<std::string_view const> variables; ///< the names of the variables
    graft::view<operand const> bound;              ///< what each stands for
    graft::view<vec<operand> const> lists = {};    ///< by variable: what a `rest` stands for
    graft::view<node_id const> nodes = {};         ///< what the calls of the left side matched, the root first
    mutable std::string_view last_asked = {};      ///< the variable that was looked up last, which errors name

    /// The argument that the variable stands for; raises when the pattern has no such variable.
    [[nodiscard]] constexpr arg_ref operator[](std::string_view name) const {
        for (std::size_t i = 0; i < variables.size(); ++i)
            if (variables[i] == name) {
                last_asked = variables[i];
                return owner->view(bound[i]);
            }
        raise(errc::invalid_argument, "the pattern has no variable '", name, "'");
    }

    /// The argument that this variable of the pattern stands for.
    template <fixed_string Name>
    [[nodiscard]] constexpr arg_ref operator[](variable<Name>) const {
        return (*this)[Name.view()];
    }

    /// The items that a `rest` stands for; none for any other variable.
    [[nodiscard]] constexpr graft::view<operand const> items(std::string_view name) const {
        for (std::size_t i = 0; i < variables.size() && i < lists.size(); ++i)
            if (variables[i] == name)
                return lists[i];
        return {};
    }

    /// What is known of the variable's value, or null.
    [[nodiscard]] constexpr value_spec const* val(std::string_view name) const {
        arg_ref const a = (*this)[name];
        return a.is_node() ? owner->val(a.node()) : nullptr;
    }

    /// What is known of the root's value, or null.
    [[nodiscard]] constexpr value_spec const* val() const { return owner->val(root); }
};

} // namespace graft
