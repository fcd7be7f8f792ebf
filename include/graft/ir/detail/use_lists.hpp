#pragma once

#include <graft/ir/argument_store.hpp>
#include <graft/ir/node_range.hpp>
#include <graft/meta/sort.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>

#include <algorithm>
#include <cstdint>

namespace graft::detail {

// Calls `f` with each of `count` slots and, at any depth, with those of the aggregates in them.
template <class Store, class F>
constexpr void for_each_slot(Store& store, std::uint32_t begin, std::uint32_t count, F& f) {
    for (std::uint32_t i = begin; i < begin + count; ++i) {
        if (store.slots[i].value.is_aggregate()) {
            auto const inner = store.aggregates[store.slots[i].value.id()];
            for_each_slot(store, inner.begin, inner.count, f);
        } else {
            f(store.slots[i]);
        }
    }
}

// The use lists of a graph: the slots that hold one node form a ring in the order in which they came to hold it,
// and the node knows the first. Nodes and Store may be const, for reading.
template <class Nodes, class Store>
class use_lists {
public:
    constexpr use_lists(Nodes& nodes, Store& store) : nodes_(nodes), store_(store) {}

    template <class F>
    constexpr void for_each(node_id n, F& f) const {
        std::uint32_t at = nodes_[n].uses;
        for (std::uint32_t left = nodes_[n].use_count; left > 0; --left) {
            f(store_.slots[at].user);
            at = store_.slots[at].next;
        }
    }

    // Stops at the first user for which `f` does not hold.
    template <class F>
    [[nodiscard]] constexpr bool all_of(node_id n, F& f) const {
        std::uint32_t at = nodes_[n].uses;
        for (std::uint32_t left = nodes_[n].use_count; left > 0; --left) {
            if (!f(store_.slots[at].user))
                return false;
            at = store_.slots[at].next;
        }
        return true;
    }

    // Distinct users in order of first use; O(k log k) for k uses.
    [[nodiscard]] constexpr vec<node_id> users(node_id n) const {
        struct seen {
            node_id user;
            std::uint32_t order;
        };
        vec<seen> all;
        auto const collect = [&](node_id user) {
            if (all.empty() || all.back().user != user)
                all.push_back({user, static_cast<std::uint32_t>(all.size())});
        };
        for_each(n, collect);
        graft::sort(all, [](seen a, seen b) { return a.user != b.user ? a.user < b.user : a.order < b.order; });
        all.erase(std::unique(all.begin(), all.end(), [](seen a, seen b) { return a.user == b.user; }), all.end());
        graft::sort(all, [](seen a, seen b) { return a.order < b.order; });
        vec<node_id> result;
        result.reserve(all.size());
        for (seen const s : all)
            result.push_back(s.user);
        return result;
    }

    [[nodiscard]] constexpr bool has_one_user(node_id n) const {
        std::uint32_t const first = nodes_[n].uses;
        std::uint32_t left = nodes_[n].use_count;
        if (left == 0)
            return false;
        for (std::uint32_t at = store_.slots[first].next; --left > 0; at = store_.slots[at].next)
            if (store_.slots[at].user != store_.slots[first].user)
                return false;
        return true;
    }

    // Gives `n` these operands; aggregates become its own.
    constexpr void set_operands(node_id n, view<operand const> operands) {
        auto const count = static_cast<std::uint32_t>(operands.size());
        std::uint32_t const old_count = slot_count(n);
        if (count == old_count) {
            for (std::uint32_t i = 0; i < count; ++i)
                assign(nodes_[n].slots + i, n, operands[i]);
            return;
        }
        std::uint32_t const begin = store_.allocate(count);
        clear(n);
        nodes_[n].slots = begin;
        for (std::uint32_t i = 0; i < count; ++i) {
            store_.slots[begin + i] = {.value = operands[i]};
            link_all(begin + i, n);
        }
    }

    // Puts `value` in one slot of `n`.
    constexpr void assign(std::uint32_t at, node_id n, operand value) {
        if (store_.slots[at].value == value && !value.is_aggregate())
            return;
        unlink_all(at);
        store_.slots[at].value = value;
        link_all(at, n);
    }

    // Leaves `n` without slots.
    constexpr void clear(node_id n) {
        std::uint32_t const count = slot_count(n);
        for (std::uint32_t i = 0; i < count; ++i)
            unlink_all(nodes_[n].slots + i);
        store_.release(nodes_[n].slots, count);
        nodes_[n].arg_count = 0;
        nodes_[n].kwarg_count = 0;
    }

    template <class F>
    constexpr void replace_all(node_id n, operand replacement, F&& wanted) {
        std::uint32_t at = nodes_[n].uses;
        for (std::uint32_t left = nodes_[n].use_count; left > 0; --left) {
            std::uint32_t const next = store_.slots[at].next;
            node_id const user = store_.slots[at].user;
            if (wanted(user)) {
                unlink(at);
                store_.slots[at].value = replacement;
                link_all(at, user);
            }
            at = next;
        }
    }

private:
    [[nodiscard]] constexpr std::uint32_t slot_count(node_id n) const {
        return nodes_[n].arg_count + 2u * nodes_[n].kwarg_count;
    }

    constexpr void link(std::uint32_t at) {
        slot& s = store_.slots[at];
        node_record& used = nodes_[s.value.id()];
        if (used.use_count++ == 0) {
            used.uses = s.next = s.prev = at;
            return;
        }
        s.next = used.uses;
        s.prev = store_.slots[used.uses].prev;
        store_.slots[s.prev].next = at;
        store_.slots[used.uses].prev = at;
    }

    constexpr void unlink(std::uint32_t at) {
        slot const& s = store_.slots[at];
        node_record& used = nodes_[s.value.id()];
        --used.use_count;
        store_.slots[s.prev].next = s.next;
        store_.slots[s.next].prev = s.prev;
        if (used.uses == at)
            used.uses = s.next;
    }

    constexpr void link_all(std::uint32_t at, node_id user) {
        store_.slots[at].user = user;
        operand const value = store_.slots[at].value;
        if (value.is_node()) {
            link(at);
        } else if (value.is_aggregate()) {
            auto const inner = store_.aggregates[value.id()];
            for (std::uint32_t i = 0; i < inner.count; ++i)
                link_all(inner.begin + i, user);
        }
    }

    constexpr void unlink_all(std::uint32_t at) {
        operand const value = store_.slots[at].value;
        if (value.is_node()) {
            unlink(at);
        } else if (value.is_aggregate()) {
            auto const inner = store_.aggregates[value.id()];
            for (std::uint32_t i = 0; i < inner.count; ++i)
                unlink_all(inner.begin + i);
            store_.release(inner.begin, inner.count);
        }
        store_.slots[at].value = operand{};
    }

    Nodes& nodes_;
    Store& store_;
};

} // namespace graft::detail
