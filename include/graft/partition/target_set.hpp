#pragma once

#include <graft/ir/call_target.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/text/print_value.hpp>
#include <graft/meta/vec.hpp>

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <set>
#include <string>
#include <utility>

namespace graft {

/// Functions: ops such as `aten::add.Tensor` themselves, or names as in a graph (`"aten::add.Tensor"`,
/// `"operator.getitem"`), as FX prints them (`"torch.ops.aten.add.Tensor"`) or as FX qualifies them
/// (`"_operator.getitem"`). No name is checked: one that is no function's is never called. `op_named` checks one.
class target_set {
public:
    target_set() = default;
    /// Of these.
    /// @{
    target_set(std::initializer_list<call_target> functions) {
        for (call_target const& function : functions)
            insert(function);
    }
    explicit target_set(vec<std::string> const& names) : names_(names.begin(), names.end()) {}
    /// @}

    void insert(call_target const& function) { names_.emplace(function.name()); } ///< Adds a function.

    /// True when the target has one of the names, in any of the three forms.
    [[nodiscard]] bool contains(target_info const& target) const {
        if (names_.empty())
            return false;
        std::string const printed = detail::python_target(target);
        return names_.contains(target.name) || names_.contains(printed) ||
               (printed.starts_with("operator.") && names_.contains("_" + printed));
    }

private:
    std::set<std::string, std::less<>> names_;
};

namespace detail {

// Which calls of functions in one graph are of targets in a set; every target is looked up once.
class target_lookup {
public:
    target_lookup(target_set const& set, graph const& g) {
        for (std::uint32_t id = 0; id < g.target_count(); ++id)
            contains_.push_back(set.contains(g.target_at(id)));
    }

    [[nodiscard]] bool contains(graph const& g, node_id n) const {
        return g.op(n) == opcode::call_function && g.target_id(n) < contains_.size() && contains_[g.target_id(n)];
    }

private:
    vec<bool> contains_; // by target id
};

// A target set that was looked up in one graph.
struct prepared_target_support {
    std::shared_ptr<target_lookup const> lookup;

    [[nodiscard]] bool is_node_supported(graph const& g, node_id n) const { return lookup->contains(g, n); }
};

struct target_support {
    target_set targets;

    [[nodiscard]] bool is_node_supported(graph const& g, node_id n) const {
        return g.op(n) == opcode::call_function && targets.contains(g.target(n));
    }
    [[nodiscard]] prepared_target_support prepare(graph const& g) const {
        return {std::make_shared<target_lookup const>(targets, g)};
    }
};

} // namespace detail

/// Supports calls of these functions.
[[nodiscard]] inline detail::target_support support_targets(target_set targets) { return {std::move(targets)}; }

} // namespace graft
