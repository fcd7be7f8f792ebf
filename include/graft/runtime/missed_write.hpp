#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/program.hpp>

#include <optional>
#include <string_view>

namespace graft {

/// The first call that writes to memory that another tensor, used behind it, shares in PyTorch and not on kernels, or
/// the other way round: a conjugate view is a copy here. `functionalize`, and so `to_edge`, makes every write right.
[[nodiscard]] GRAFT_INLINE std::optional<node_id> find_missed_write(graph const& g);

/// Why such a call cannot run.
inline constexpr std::string_view why_missed =
    "a conjugate view that PyTorch lets share memory is a copy here, so that what is written would be missed: "
    "functionalize the program, or take it to_edge, before it runs";

/// Raises when a graph of the module has such a call.
GRAFT_INLINE void require_no_missed_write(graph_module const& module);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/dialect/lazy_views.hpp>
#    include <graft/ir/at_node.hpp>
#    include <graft/ir/opaque.hpp>
#    include <graft/meta/vec.hpp>

#    include <cstddef>

namespace graft {
namespace detail {

// Follows whose memory the tensors of a graph share, in PyTorch and here.
class memory_follower {
public:
    explicit memory_follower(graph const& g) : g_(g), lazy_(g) {}

    std::optional<node_id> find() {
        if (!lazy_.any())
            return std::nullopt;
        memory_.resize(g_.capacity());
        writes_there_.resize(g_.capacity());
        writes_here_.resize(g_.capacity());
        for (node_id const n : g_.nodes()) {
            g_.for_each_input(n, [&](node_id input) { use(input); });
            memory_[n] = {n, n, time_};
            if (g_.op(n) == opcode::call_function)
                call(n);
        }
        for (node_id const n : g_.nodes()) // whoever gave it sees what it holds in the end
            if (g_.op(n) == opcode::placeholder)
                use(n);
        return found_;
    }

private:
    struct memory {
        node_id there = no_node, here = no_node; // the tensor whose elements it shows in PyTorch, and on kernels
        std::size_t since = 0;                   // so many writes came before
    };

    // The last write to the memory of a tensor on one side, and the last to that of another on the other side.
    class last_writes {
    public:
        void add(node_id by, node_id other, std::size_t time) {
            if (writes_[0].other != other)
                writes_[1] = writes_[0];
            writes_[0] = {by, other, time};
        }
        // What wrote since then to the memory of any but `other` on the other side.
        [[nodiscard]] std::optional<node_id> find(node_id other, std::size_t since) const {
            written const& last = writes_[writes_[0].other == other ? 1 : 0];
            return last.time > since ? std::optional(last.by) : std::nullopt;
        }

    private:
        struct written {
            node_id by = no_node, other = no_node;
            std::size_t time = 0;
        } writes_[2];
    };

    void use(node_id n) {
        memory const& m = memory_[n];
        if (!found_)
            found_ = writes_there_[m.there].find(m.here, m.since);
        if (!found_)
            found_ = writes_here_[m.here].find(m.there, m.since);
    }

    void call(node_id n) {
        bool shows = g_.target(n).gives_alias();
        if (g_.target(n).op != nullptr)
            for_each_shared(g_, n, true, [&](node_id written) {
                write(n, memory_[written]);
                if (shows)
                    memory_[n] = {memory_[written].there, memory_[written].here, time_};
                shows = false;
            });
        if (!shows || g_.arg_count(n) == 0 || !g_.arg(n, 0).is_node())
            return;
        memory const& shown = memory_[g_.arg(n, 0).node()];
        if (lazy_.role_of(n) != lazy_views::role::resolves)
            memory_[n].there = shown.there;
        if (lazy_.role_of(n) != lazy_views::role::lazy)
            memory_[n].here = shown.here;
    }

    void write(node_id by, memory const& to) {
        writes_there_[to.there].add(by, to.here, ++time_);
        writes_here_[to.here].add(by, to.there, time_);
    }

    graph const& g_;
    lazy_views lazy_;
    vec<memory> memory_;                          // by node
    vec<last_writes> writes_there_, writes_here_; // by the tensor whose memory it is
    std::size_t time_ = 0;                        // how many writes there were
    std::optional<node_id> found_;
};

} // namespace detail

GRAFT_INLINE std::optional<node_id> find_missed_write(graph const& g) { return detail::memory_follower(g).find(); }

GRAFT_INLINE void require_no_missed_write(graph_module const& module) {
    graph const& g = module.graph;
    if (auto const missed = find_missed_write(g))
        at_node(g, *missed, [&] { raise(errc::unsupported, g.target(*missed).name, ": ", why_missed); });
    for (submodule const& inner : module.submodules)
        require_no_missed_write(inner.module);
}

} // namespace graft
#endif
