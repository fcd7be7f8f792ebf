#pragma once

#include <graft/ir/value.hpp>
#include <graft/pattern/match.hpp>

#include <string_view>

namespace graft {

/// Where a function builds the right side of a rule: ops called with its values make nodes in the place of the root.
class right_side {
public:
    /// In the place of the root of `m`, which is a match in `g`.
    constexpr right_side(graph& g, match const& m) : graph_(g), match_(m) {}

    /// What the variable stands for, to call ops with; an error unless it is a node.
    [[nodiscard]] constexpr value operator[](std::string_view variable) const {
        return {&graph_, match_[variable].node()};
    }

    /// The graph, for what is made in another way than by calling an op.
    [[nodiscard]] constexpr graph& owner() const { return graph_; }

private:
    graph& graph_;
    match const& match_;
};

} // namespace graft
