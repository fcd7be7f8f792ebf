#pragma once

#include <graft/core/error.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace graft {

/// The values of the nodes of a graph while it runs, each dropped after its last use; O(uses) in all.
template <class Value>
class node_values {
public:
    /// Of a graph that outlives it and does not change.
    explicit node_values(graph const& g) : graph_(&g), values_(g.capacity()), uses_left_(g.capacity(), 0) {
        for (node_id const n : g.nodes())
            uses_left_[n] = g.use_count(n);
    }

    /// Raises when the node has not run or its value has been dropped.
    [[nodiscard]] Value const& operator[](node_id n) const {
        if (!values_[n])
            raise(errc::invalid_argument, "the node '", graph_->name(n), "' is used where it has no value");
        return *values_[n];
    }

    /// Records what `n` gives and drops what it was the last to use; what nothing uses is not kept.
    void set(node_id n, Value value) {
        if (uses_left_[n] != 0) {
            values_[n] = std::move(value);
            ++held_;
        }
        graph_->for_each_input(n, [this](node_id input) {
            if (--uses_left_[input] == 0) {
                values_[input].reset();
                --held_;
            }
        });
    }

    /// How many values are held now.
    [[nodiscard]] std::size_t held() const { return held_; }

private:
    graph const* graph_;
    vec<std::optional<Value>> values_;
    vec<std::size_t> uses_left_;
    std::size_t held_ = 0;
};

} // namespace graft
