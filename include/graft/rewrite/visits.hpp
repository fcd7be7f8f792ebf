#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>
#include <graft/rewrite/prepared_rules.hpp>
#include <graft/rewrite/result.hpp>

#include <cstddef>
#include <cstdint>

namespace graft::detail {

// Which node a rewrite looks at next: first all nodes in the order of the sweep, then those that the sweep had
// passed when something changed near them.
class visits {
public:
    GRAFT_CONSTEXPR visits(graph const& g, prepared_rules const& rules, rewrite_options const& options);

    // The next node, or `no_node` when all has been looked at.
    [[nodiscard]] GRAFT_CONSTEXPR node_id take();

    // Has been looked at: from now on it comes again when something changes near it.
    constexpr void pass(node_id n) {
        if (n >= passed_.size()) [[unlikely]]
            make_room(n);
        passed_[n] = 1;
    }

    // Is about to leave its place in the program.
    constexpr void leave(node_id n) {
        if (n == next_)
            next_ = after(n);
    }

    constexpr void enqueue(node_id n) {
        if (n >= queued_.size())
            queued_.resize(g_.capacity(), 0);
        if (queued_[n] == 0)
            queue_.push_back(n);
        queued_[n] = 1;
    }

    // Users that the sweep has passed, as many levels up as a left side is deep, are to be looked at again.
    GRAFT_CONSTEXPR void touch_users(node_id n);

private:
    [[gnu::noinline]] constexpr void make_room(node_id n) { passed_.resize(n + 1, 0); }

    [[nodiscard]] constexpr node_id after(node_id n) const { return backward_ ? raw(g_).prev(n) : raw(g_).next(n); }

    // Puts all nodes in the queue in an order that the seed decides.
    GRAFT_CONSTEXPR void shuffle(std::uint64_t seed);

    // False when this touch has come to the node before.
    constexpr bool touch(node_id n) {
        if (n >= touched_.size())
            touched_.resize(g_.capacity(), 0);
        bool const first = touched_[n] != touch_;
        touched_[n] = touch_;
        return first;
    }

    [[nodiscard]] constexpr bool is_passed(node_id n) const { return n < passed_.size() && passed_[n] != 0; }

    graph const& g_;
    prepared_rules const& rules_;
    vec<std::uint8_t> passed_, queued_;
    vec<std::uint32_t> touched_; // by node: the touch that came to it last
    vec<node_id> queue_, frontier_;
    std::size_t at_ = 0;
    std::uint32_t touch_ = 0;
    node_id next_ = no_node; // of the sweep
    bool backward_ = false;
};

} // namespace graft::detail

#if defined(GRAFT_CORE_BODIES)
#    include <utility>

namespace graft::detail {

GRAFT_CONSTEXPR visits::visits(graph const& g, prepared_rules const& rules, rewrite_options const& options)
    : g_(g), rules_(rules), backward_(options.order == sweep::backward) {
    bool const shuffled = options.order == sweep::shuffled;
    passed_.assign(g.capacity(), shuffled);
    if (shuffled)
        shuffle(options.seed);
    else if (g.size() > 0)
        next_ = backward_ ? g.back() : *g.nodes().begin();
}

GRAFT_CONSTEXPR node_id visits::take() {
    if (next_ != no_node) {
        node_id const n = next_;
        next_ = after(n);
        return n;
    }
    while (at_ < queue_.size()) {
        node_id const n = queue_[at_++];
        queued_[n] = 0;
        if (g_.contains(n))
            return n;
    }
    return no_node;
}

GRAFT_CONSTEXPR void visits::touch_users(node_id n) {
    bool any = false;
    raw(g_).for_each_use(n, [&](node_id user) { any = any || is_passed(user); });
    if (!any)
        return;
    ++touch_;
    frontier_.assign(1, n);
    std::size_t begin = 0;
    for (std::uint32_t level = 0; level < rules_.facts.depth && begin < frontier_.size(); ++level)
        for (std::size_t const end = frontier_.size(); begin < end; ++begin)
            raw(g_).for_each_use(frontier_[begin], [&](node_id user) {
                if (!is_passed(user) || !touch(user))
                    return;
                enqueue(user);
                frontier_.push_back(user);
            });
}

GRAFT_CONSTEXPR void visits::shuffle(std::uint64_t seed) {
    queue_.reserve(g_.size());
    for (node_id const n : g_.nodes())
        enqueue(n);
    std::uint64_t state = seed;
    for (std::size_t i = queue_.size(); i > 1; --i) {
        state += 0x9e3779b97f4a7c15u;
        std::uint64_t mixed = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9u;
        mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
        std::swap(queue_[i - 1], queue_[static_cast<std::size_t>((mixed ^ (mixed >> 31)) % i)]);
    }
}

} // namespace graft::detail
#endif
