#pragma once

#include <graft/config.hpp>
#include <graft/ir/program.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/partition/partition.hpp>

#include <string_view>

namespace graft {

/// How partitions become submodules.
struct fuse_options {
    std::string_view prefix = "fused_"; ///< partition k becomes submodule `fused_k`
    bool always_return_tuple = false;   ///< also where there is one result
};

/// Makes each list of nodes a submodule, `fused_0` the first, and a `call_module` of it; returns the calls.
/// The graph comes out in a stable topological order, as from FX. Raises, with the module as it was, where
/// `check_partitions` does. O((nodes + arguments) log nodes).
GRAFT_INLINE vec<node_id> fuse_by_partitions(graph_module& module, vec<view<node_id const>> const& lists,
                                             fuse_options const& options = {});

/// Makes each partition that a partitioner proposes a submodule, and a `call_module` of it, as `fuse_by_partitions`
/// does; returns the calls.
GRAFT_INLINE vec<node_id> fuse_partitions(graph_module& module, view<partition const> partitions,
                                          fuse_options const& options = {});

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/ir/copy.hpp>
#    include <graft/ir/graph.hpp>
#    include <graft/ir/topological_sort.hpp>
#    include <graft/partition/check_partitions.hpp>
#    include <graft/partition/detail/call_submodule.hpp>
#    include <graft/partition/split_module.hpp>

#    include <algorithm>
#    include <cstddef>
#    include <cstdint>
#    include <functional>
#    include <set>
#    include <string>
#    include <utility>

namespace graft {
namespace detail {

// Fuses one partition after the other, on a copy of the graph, so that a failure leaves the module as it was.
class partition_fuser {
public:
    partition_fuser(graph_module& module, partition_lists lists, fuse_options const& options)
        : module_(module), lists_(lists), options_(options), index_(module), g_(module.graph),
          partition_of_(check_partitions(g_, lists)), position_(g_.capacity()) {
        std::uint32_t at = 0;
        for (node_id const n : g_.nodes())
            position_[n] = at++;
    }

    vec<node_id> fuse_all() {
        vec<node_id> calls;
        calls.reserve(lists_.size());
        for (p_ = 0; p_ < lists_.size(); ++p_)
            calls.push_back(fuse());
        stable_topological_sort(g_);
        module_.submodules.reserve(module_.submodules.size() + made_.size());
        module_.graph = std::move(g_);
        for (submodule& s : made_)
            module_.submodules.push_back(std::move(s));
        return calls;
    }

private:
    node_id fuse() {
        submodule made{std::string(options_.prefix) + std::to_string(p_), {}};
        if (index_.find_exactly(made.name))
            raise(errc::invalid_argument, "the module has a submodule '", made.name, "' already; give another prefix");
        partition_of_.resize(g_.capacity(), no_partition);
        scratch_.resize(g_.capacity());
        input_of_.resize(g_.capacity(), no_partition);
        sort_members();
        collect_inputs();
        collect_outputs();
        fill(made.module);
        made_.push_back(std::move(made));
        node_id const call = insert_call(made_.back().name);
        for (std::size_t i = members_.size(); i-- > 0;)
            g_.erase_node(members_[i]);
        return call;
    }

    [[nodiscard]] bool is_member(node_id n) const { return partition_of_[n] == p_; }
    [[nodiscard]] bool returns_tuple() const { return outputs_.size() != 1 || options_.always_return_tuple; }

    // FX's order: of the nodes that can come next, the one that is listed first. Uses scratch_ for the places in
    // the list, and pending for what each place waits for.
    void sort_members() {
        auto const list = lists_[p_];
        vec<std::uint32_t> pending(list.size(), 0), ready;
        for (std::uint32_t i = 0; i < list.size(); ++i) {
            scratch_[list[i]] = i;
            g_.for_each_input(list[i], [&](node_id input) { pending[i] += is_member(input); });
        }
        auto const push = [&](std::uint32_t i) {
            ready.push_back(i);
            std::push_heap(ready.begin(), ready.end(), std::greater<>{});
        };
        for (std::uint32_t i = 0; i < list.size(); ++i)
            if (pending[i] == 0)
                push(i);
        members_.clear();
        while (!ready.empty()) {
            std::pop_heap(ready.begin(), ready.end(), std::greater<>{});
            members_.push_back(list[ready.back()]);
            ready.pop_back();
            g_.for_each_use(members_.back(), [&](node_id user) {
                if (is_member(user) && --pending[scratch_[user]] == 0)
                    push(scratch_[user]);
            });
        }
        if (members_.size() != list.size())
            raise(errc::invalid_argument, "the nodes of partition ", p_, " depend on themselves");
    }

    // In the order of first use, but in that of the graph when all are placeholders.
    void collect_inputs() {
        inputs_.clear();
        bool all_placeholders = true;
        for (node_id const n : members_)
            g_.for_each_input(n, [&](node_id input) {
                if (is_member(input) || input_of_[input] == p_)
                    return;
                input_of_[input] = p_;
                inputs_.push_back(input);
                all_placeholders = all_placeholders && g_.op(input) == opcode::placeholder;
            });
        if (all_placeholders)
            std::sort(inputs_.begin(), inputs_.end(),
                      [&](node_id a, node_id b) { return position_[a] < position_[b]; });
    }

    void collect_outputs() {
        outputs_.clear();
        for (node_id const n : members_) {
            bool leaves = false;
            g_.for_each_use(n, [&](node_id user) { leaves = leaves || !is_member(user); });
            if (leaves)
                outputs_.push_back(n);
        }
    }

    // The graph of the submodule. Uses scratch_ for what stands for a node of the graph there.
    void fill(graph_module& made) {
        graph& sub = made.graph;
        for (node_id const n : inputs_)
            scratch_[n] = submodule_placeholder(g_, n, sub, g_.name(n));
        std::set<std::size_t> nested;
        auto const image = [&](node_id n) { return arg::node(scratch_[n]); };
        for (node_id const n : members_) {
            scratch_[n] = node_copy(g_, n, sub, image);
            if (auto const place = index_.find(g_, n); place && nested.insert(*place).second)
                made.submodules.push_back(module_.submodules[*place]);
        }
        vec<arg> results;
        results.reserve(outputs_.size());
        for (node_id const n : outputs_)
            results.push_back(image(n));
        sub.output(returns_tuple() ? arg::tuple(std::move(results)) : results.front());
    }

    // The call, after the last member; it gets the users that the results have elsewhere.
    node_id insert_call(std::string_view target) {
        vec<arg> args;
        args.reserve(inputs_.size());
        for (node_id const n : inputs_)
            args.push_back(arg::node(n));
        submodule_call const made = call_submodule(g_, members_.back(), target, args, g_, outputs_, returns_tuple());
        for (std::size_t i = 0; i < outputs_.size(); ++i)
            g_.replace_all_uses_with(outputs_[i], operand::node(made.results[i]),
                                     [&](node_id user) { return !is_member(user); });
        return made.call;
    }

    graph_module& module_;
    partition_lists lists_;
    fuse_options options_;
    submodule_index index_;
    graph g_;
    vec<std::uint32_t> partition_of_, position_, scratch_; // by node
    vec<std::uint32_t> input_of_;                          // by node: the last partition that takes it
    std::uint32_t p_ = 0;
    vec<node_id> members_, inputs_, outputs_; // of partition p_
    vec<submodule> made_;
};

} // namespace detail

GRAFT_INLINE vec<node_id> fuse_by_partitions(graph_module& module, vec<view<node_id const>> const& lists,
                                             fuse_options const& options) {
    return detail::partition_fuser(module, lists, options).fuse_all();
}

GRAFT_INLINE vec<node_id> fuse_partitions(graph_module& module, view<partition const> partitions,
                                          fuse_options const& options) {
    vec<view<node_id const>> views;
    views.reserve(partitions.size());
    for (partition const& p : partitions)
        views.emplace_back(p.nodes);
    return detail::partition_fuser(module, views, options).fuse_all();
}

} // namespace graft
#endif
