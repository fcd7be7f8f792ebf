#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/program.hpp>
#include <graft/memory/lifetime.hpp>
#include <graft/memory/storage_map.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>

#include <algorithm>
#include <cstdint>

namespace graft {

namespace detail {

// Which nodes of a graph may come next, and what each of them does to the memory that is in use.
class memory_scheduler {
public:
    memory_scheduler(graph const& g, view<lifetime const> values);

    // The order of the graph.
    [[nodiscard]] vec<node_id> const& order() const { return order_; }

    // The most bytes in use at once when the nodes run in this order.
    [[nodiscard]] std::int64_t peak(view<node_id const> order);

    // Takes of the nodes that can run the one after which least memory is in use; of several the first. Where `near`
    // is set, only as long as it needs no more at once than is in use at the most anyway.
    [[nodiscard]] vec<node_id> schedule(bool near);

private:
    // How many nodes touch a block, and the sum of their numbers.
    struct touch_count {
        std::uint32_t count = 0;
        std::uint64_t sum = 0;
    };
    // What running a node does; in the order in which nodes are taken.
    struct key {
        std::int64_t change = 0, allocated = 0;
        std::uint32_t position = 0;

        friend auto operator<=>(key const&, key const&) = default;
    };

    [[nodiscard]] storage_id block_of(storage_id s) const {
        while (block_[s] != s)
            s = block_[s];
        return s;
    }
    void unite(storage_id a, storage_id b) {
        auto const [first, last] = std::minmax({block_of(a), block_of(b)});
        block_[last] = first;
    }

    void set_sizes(view<lifetime const> values);

    void find_touched(graph const& g, node_id n);

    void add_edge(node_id before, node_id then) {
        if (before == then)
            return;
        after_[before].push_back(then);
        ++blockers_[then];
    }

    // Marks what the node may write to.
    void mark_written(graph const& g, node_id n, vec<bool>& written) const;

    // Operands come first; placeholders come before all else and the output behind it; nodes that share a storage
    // that one of them writes to, and those with effects, stay in their order.
    void add_constraints(graph const& g);

    storage_map map_;
    vec<storage_id> block_;                  // by storage: the first of those that live as long
    vec<std::int64_t> bytes_;                // by block, all that is allocated for it
    vec<touch_count> touchers_;              // by block
    vec<std::int64_t> allocated_;            // by node
    vec<vec<storage_id>> touches_;           // by node: blocks
    vec<vec<node_id>> after_;                // by node
    vec<std::uint32_t> blockers_, position_; // by node
    vec<node_id> order_;
};

GRAFT_INLINE bool reorder_by_lifetimes(graph& g, view<lifetime const> values);

} // namespace detail

/// Brings the nodes of a sorted graph into an order in which less memory is in use at once, where it finds one, and
/// says whether it did. Effects and writes stay in their order. O(n log n) for nodes of few operands.
struct reorder_for_memory_pass {
    static constexpr std::string_view name = "reorder_for_memory"; ///< by which constraints name it
    /// The signature says what is planned, and the ranges bound the sizes.
    bool operator()(exported_program& program, lifetime_options options = {}) const;
    /// Of one graph.
    bool operator()(graph& g, lifetime_options options = {}, symbol_ranges ranges = {}) const;
};
inline constexpr reorder_for_memory_pass reorder_for_memory{}; ///< called or run by a manager

} // namespace graft

#if defined(GRAFT_MEMORY_BODIES)
#    include <graft/ir/eliminate_dead_code.hpp>
#    include <graft/ir/topological_sort.hpp>
#    include <graft/meta/sort.hpp>

#    include <cstddef>
#    include <iterator>
#    include <limits>
#    include <numeric>
#    include <set>
#    include <utility>

namespace graft {
namespace detail {

GRAFT_INLINE memory_scheduler::memory_scheduler(graph const& g, view<lifetime const> values)
    : map_(find_storages(g)), block_(map_.size()), bytes_(map_.size()), touchers_(map_.size()),
      allocated_(g.capacity()), touches_(g.capacity()), after_(g.capacity()), blockers_(g.capacity()),
      position_(g.capacity()) {
    std::iota(block_.begin(), block_.end(), storage_id{0});
    for (storage_hold const& h : map_.holds())
        unite(h.holder, h.held);
    for (storage_id& block : block_)
        block = block_of(block);
    set_sizes(values);
    for (node_id const n : g.nodes()) {
        position_[n] = static_cast<std::uint32_t>(order_.size());
        order_.push_back(n);
        find_touched(g, n);
    }
    add_constraints(g);
}

GRAFT_INLINE std::int64_t memory_scheduler::peak(view<node_id const> order) {
    std::int64_t live = 0, most = 0;
    vec<touch_count> left = touchers_;
    for (node_id const n : order) {
        live += allocated_[n];
        most = std::max(most, live);
        for (storage_id const s : touches_[n])
            live -= --left[s].count == 0 ? bytes_[s] : 0;
    }
    return most;
}

GRAFT_INLINE vec<node_id> memory_scheduler::schedule(bool near) {
    vec<node_id> made;
    vec<std::uint32_t> blockers = blockers_;
    vec<touch_count> left = touchers_;
    vec<key> keys(position_.size(), key{0, 0, std::numeric_limits<std::uint32_t>::max()});
    std::set<key> ready;
    std::int64_t live = 0, most = 0;
    auto const key_of = [&](node_id n) {
        key k{allocated_[n], allocated_[n], position_[n]};
        for (storage_id const s : touches_[n])
            k.change -= left[s].count == 1 ? bytes_[s] : 0;
        return k;
    };
    auto const add = [&](node_id n) { ready.insert(keys[n] = key_of(n)); };
    for (node_id const n : order_)
        if (blockers[n] == 0)
            add(n);
    while (!ready.empty()) {
        auto chosen = ready.begin();
        auto const end = std::ranges::next(chosen, 64, ready.end()); // beyond, a choice would cost too much
        if (near)
            chosen = std::find_if(chosen, end, [&](key const& k) { return live + k.allocated <= most; });
        if (chosen == end)
            chosen = std::min_element(ready.begin(), end, [](key const& a, key const& b) {
                return std::pair{a.allocated, a} < std::pair{b.allocated, b};
            });
        node_id const n = order_[chosen->position];
        most = std::max(most, live + chosen->allocated);
        live += chosen->change;
        ready.erase(chosen);
        made.push_back(n);
        for (storage_id const s : touches_[n]) {
            --left[s].count;
            left[s].sum -= n;
            node_id const last = static_cast<node_id>(left[s].sum);
            if (left[s].count == 1 && ready.erase(keys[last]) != 0)
                add(last);
        }
        for (node_id const next : after_[n])
            if (--blockers[next] == 0)
                add(next);
    }
    return made;
}

GRAFT_INLINE void memory_scheduler::set_sizes(view<lifetime const> values) {
    for (lifetime const& life : values) {
        storage_id const s = map_.storages(life.node)[life.result];
        allocated_[life.node] += static_cast<std::int64_t>(life.bytes);
        bytes_[block_[s]] += static_cast<std::int64_t>(life.bytes);
    }
}

GRAFT_INLINE void memory_scheduler::find_touched(graph const& g, node_id n) {
    vec<storage_id>& all = touches_[n];
    auto const add = [&](node_id of) {
        for (storage_id const s : map_.storages(of))
            if (s != no_storage)
                all.push_back(block_[s]);
    };
    if (g.target(n).name != "operator.getitem") // which touches only what it takes
        g.for_each_input(n, add);
    add(n);
    sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    for (storage_id const s : all) {
        ++touchers_[s].count;
        touchers_[s].sum += n;
    }
}

GRAFT_INLINE void memory_scheduler::mark_written(graph const& g, node_id n, vec<bool>& written) const {
    auto const mark = [&](node_id of) {
        for (storage_id const s : map_.storages(of))
            if (s != no_storage)
                written[block_[s]] = true;
    };
    if (g.op(n) == opcode::placeholder || g.op(n) == opcode::output || !is_impure(g, n))
        return;
    op_info const* const op = g.target(n).op;
    if (op == nullptr) {
        g.for_each_input(n, mark);
        return;
    }
    for (std::size_t i = 0; i < op->arguments.size(); ++i)
        if (auto const a = g.schema_arg(n, i); a && op->arguments[i].writes) {
            if (a->is_node())
                mark(a->node());
            else
                g.for_each_input(n, mark);
        }
}

GRAFT_INLINE void memory_scheduler::add_constraints(graph const& g) {
    vec<bool> written(map_.size());
    for (node_id const n : order_)
        mark_written(g, n, written);
    vec<node_id> last(map_.size(), no_node);
    node_id last_input = no_node, last_effect = no_node;
    for (node_id const n : order_) {
        g.for_each_input(n, [&](node_id input) { add_edge(input, n); });
        if (g.op(n) == opcode::placeholder) {
            if (last_input != no_node)
                add_edge(last_input, n);
            last_input = n;
        } else if (last_input != no_node) {
            add_edge(last_input, n);
        }
        if (g.op(n) == opcode::output)
            for (node_id const other : order_)
                add_edge(other, n);
        else if (g.op(n) != opcode::placeholder && is_impure(g, n)) {
            if (last_effect != no_node)
                add_edge(last_effect, n);
            last_effect = n;
        }
        for (storage_id const s : touches_[n])
            if (written[s]) {
                if (last[s] != no_node)
                    add_edge(last[s], n);
                last[s] = n;
            }
    }
}

GRAFT_INLINE bool reorder_by_lifetimes(graph& g, view<lifetime const> values) {
    memory_scheduler scheduler(g, values);
    vec<node_id> best = scheduler.order();
    std::int64_t least = scheduler.peak(best);
    for (bool const near : {true, false}) {
        vec<node_id> order = scheduler.schedule(near);
        if (std::int64_t const peak = scheduler.peak(order); order.size() == best.size() && peak < least) {
            best = std::move(order);
            least = peak;
        }
    }
    if (best == scheduler.order())
        return false;
    reorder(g, best, "reorder_for_memory");
    return true;
}

} // namespace detail

GRAFT_INLINE bool reorder_for_memory_pass::operator()(graph& g, lifetime_options options, symbol_ranges ranges) const {
    options.skip_unbounded = true;
    return detail::reorder_by_lifetimes(g, find_lifetimes(g, options, ranges).values);
}

GRAFT_INLINE bool reorder_for_memory_pass::operator()(exported_program& program, lifetime_options options) const {
    options.skip_unbounded = true;
    return detail::reorder_by_lifetimes(program.graph(), find_lifetimes(program, options).values);
}

} // namespace graft
#endif
