#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/memory/lifetime.hpp>
#include <graft/memory/plan.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/schema/op_info.hpp>

#include <cstddef>
#include <functional>

namespace graft {

/// A result that is written over an operand, and when it is in use.
struct in_place_result {
    std::size_t value = 0; ///< of the planned values: the one in whose place it is
    lifetime life;         ///< when it is in use
};

/// Lifetimes of which each is that of a place: of a value and of all that is written over it one after the other.
struct in_place_lifetimes {
    vec<lifetime> values;         ///< one for each place
    vec<in_place_result> results; ///< in the order in which they are written
};

/// Writes results over operands that nothing needs any more, where `may_overwrite` says that the op allows it: what
/// is in use at once never grows. The lifetimes are those of `find_lifetimes`; linear in nodes and operands.
[[nodiscard]] GRAFT_INLINE in_place_lifetimes
merge_in_place(graph const& g, view<lifetime const> values,
               std::function<bool(op_info const&)> const& may_overwrite = is_elementwise);

/// The plan of merged lifetimes with a place for every result: each ends where the next in its place begins.
[[nodiscard]] GRAFT_INLINE memory_plan split_places(memory_plan plan, in_place_lifetimes const& merged);

} // namespace graft

#if defined(GRAFT_MEMORY_BODIES)
#    include <graft/ir/opaque.hpp>
#    include <graft/memory/storage_map.hpp>

#    include <algorithm>
#    include <cstdint>

namespace graft {
namespace detail {

class in_place_merger {
public:
    in_place_merger(graph const& g, view<lifetime const> values, std::function<bool(op_info const&)> const& may)
        : graph_(g), values_(values), may_(may), map_(find_storages(g)), reach_(g), value_of_(map_.size(), none),
          place_(values.size()), last_(values.size()) {
        for (std::size_t v = 0; v < values.size(); ++v) {
            place_[v] = v;
            last_[v] = values[v].last;
            auto const of = map_.storages(values[v].node);
            if (values[v].result < of.size() && of[values[v].result] != no_storage)
                value_of_[of[values[v].result]] = v;
        }
    }

    [[nodiscard]] in_place_lifetimes merge() {
        std::uint32_t position = 0;
        for (node_id const n : graph_.nodes())
            visit(n, position++);
        in_place_lifetimes merged;
        vec<std::size_t> kept(values_.size());
        for (std::size_t v = 0; v < values_.size(); ++v)
            if (place_[v] == v) {
                kept[v] = merged.values.size();
                merged.values.push_back(values_[v]);
                merged.values.back().last = last_[v];
            }
        for (std::size_t const v : written_over_)
            merged.results.push_back({kept[place_[v]], values_[v]});
        return merged;
    }

private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    // The value of a node whose only result is a tensor of the plan.
    [[nodiscard]] std::size_t value_of(node_id n) const {
        auto const of = map_.storages(n);
        return of.size() == 1 && of[0] != no_storage ? value_of_[of[0]] : none;
    }

    void visit(node_id n, std::uint32_t position) {
        op_info const* const op = graph_.target(n).op;
        if (graph_.op(n) != opcode::call_function || op == nullptr || !may_(*op))
            return;
        std::size_t const result = value_of(n);
        if (result == none || values_[result].node != n)
            return;
        std::size_t chosen = none;
        graph_.for_each_input(n, [&](node_id input) {
            std::size_t const operand = value_of(input);
            if (chosen == none && operand != none && !reach_[input] && fits(n, input, operand, result, position))
                chosen = operand;
        });
        if (chosen == none || !is_only_form(n, chosen))
            return;
        place_[result] = place_[chosen];
        last_[place_[chosen]] = values_[result].last;
        written_over_.push_back(result);
    }

    // True when both are known to have the same dtype, sizes and strides.
    [[nodiscard]] bool is_alike(node_id a, node_id b) const {
        value_spec const *const left = graph_.val(a), *const right = graph_.val(b);
        return left != nullptr && right != nullptr && *left == *right;
    }

    // True when nothing needs the operand, which is no input of the graph, any more, and the result is just like it.
    [[nodiscard]] bool fits(node_id n, node_id input, std::size_t operand, std::size_t result,
                            std::uint32_t position) const {
        return values_[operand].last == position && values_[operand].bytes == values_[result].bytes &&
               graph_.op(values_[operand].node) != opcode::placeholder && is_alike(input, n);
    }

    // True when the node sees the value in no other form, such as a transposed view.
    [[nodiscard]] bool is_only_form(node_id n, std::size_t value) const {
        bool only = true;
        graph_.for_each_input(n, [&](node_id input) {
            auto const of = map_.storages(input);
            bool const shares = std::any_of(of.begin(), of.end(),
                                            [&](storage_id s) { return s != no_storage && value_of_[s] == value; });
            only = only && (!shares || is_alike(input, n));
        });
        return only;
    }

    graph const& graph_;
    view<lifetime const> values_;
    std::function<bool(op_info const&)> const& may_;
    storage_map map_;
    opaque_reach reach_;
    vec<std::size_t> value_of_;     // by storage
    vec<std::size_t> place_;        // by value: the first in the same place
    vec<std::uint32_t> last_;       // by value that is the first in its place
    vec<std::size_t> written_over_; // values
};

} // namespace detail

GRAFT_INLINE in_place_lifetimes merge_in_place(graph const& g, view<lifetime const> values,
                                               std::function<bool(op_info const&)> const& may_overwrite) {
    return detail::in_place_merger{g, values, may_overwrite}.merge();
}

GRAFT_INLINE memory_plan split_places(memory_plan plan, in_place_lifetimes const& merged) {
    vec<std::size_t> latest(merged.values.size()); // the value that is in a place
    for (std::size_t v = 0; v < latest.size(); ++v)
        latest[v] = v;
    for (in_place_result const& r : merged.results) {
        plan.values[latest[r.value]].last = r.life.first - 1;
        latest[r.value] = plan.values.size();
        plan.by_node.push_back(static_cast<std::uint32_t>(plan.values.size()));
        plan.values.push_back(r.life);
        plan.offsets.push_back(plan.offsets[r.value]);
    }
    detail::sort_by_node(plan);
    return plan;
}

} // namespace graft
#endif
