#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/partition/capability_based_partitioner.hpp>
#include <graft/partition/partition.hpp>
#include <graft/partition/partition_assignment.hpp>
#include <graft/partition/partitioner_options.hpp>

#include <cstdint>
#include <string>

namespace graft {

/// A node that is in no partition, and why.
struct unpartitioned_node {
    node_id node = no_node; ///< the node
    std::string reason;     ///< as text
};

/// Says of each node that a partitioner left out why it did. Making one costs about what partitioning did.
class why_not_partitioned {
public:
    /// For the partitions that the partitioner proposed, with or without bookends. The partitioner and the graph,
    /// unchanged, must outlive this.
    why_not_partitioned(capability_based_partitioner const& partitioner, view<partition const> proposed);

    /// The reason, as the end of the sentence "it was left out because"; empty for a node in a partition.
    [[nodiscard]] std::string operator()(node_id n) const;

    /// All nodes that are in no partition, but for placeholders and the output, in order.
    [[nodiscard]] vec<unpartitioned_node> left_out() const;

private:
    // For nodes outside, a partition that is reached from them and one from which they are reached.
    void find_neighbors();

    // Why each partition of the assignment, or what is missing of it, was not proposed.
    void explain_partitions(view<partition const> proposed);

    [[nodiscard]] std::string explain_dropped(std::uint32_t p, vec<node_id> const& members,
                                              detail::compute_counter const& count) const;

    [[nodiscard]] std::string explain_cycle(std::uint32_t p, vec<node_id> const& members) const;

    capability_based_partitioner const& partitioner_;
    graph const& g_;
    detail::node_order order_;
    vec<bool> supported_;
    detail::partition_assignment assignment_; // before any partition was dropped
    vec<std::uint32_t> final_;                // by node id: the id of the proposed partition
    vec<std::uint32_t> below_, above_;
    vec<std::string> reasons_; // by partition of the assignment
};

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/partition/detail/supported_nodes.hpp>

#    include <cstddef>

namespace graft {

GRAFT_INLINE why_not_partitioned::why_not_partitioned(capability_based_partitioner const& partitioner,
                                                      view<partition const> proposed)
    : partitioner_(partitioner), g_(partitioner.partitioned_graph()), order_(g_),
      supported_(detail::supported_nodes(g_, partitioner.support())),
      assignment_(detail::assign_partitions(g_, order_, supported_, partitioner.options())),
      final_(g_.capacity(), no_partition), below_(final_), above_(final_) {
    for (partition const& p : proposed)
        for (node_id const n : p.nodes)
            final_[n] = static_cast<std::uint32_t>(p.id);
    find_neighbors();
    explain_partitions(proposed);
}

GRAFT_INLINE std::string why_not_partitioned::operator()(node_id n) const {
    if (final_[g_.checked(n)] != no_partition)
        return {};
    std::uint32_t const p = assignment_.partition_of[n];
    if (p != no_partition)
        return reasons_[p];
    if (!supported_[n])
        return partitioner_.support().why_not_supported(g_, n);
    std::string source;
    g_.for_each_input(n, [&](node_id input) { source = source.empty() ? std::string{g_.name(input)} : source; });
    return "it is an item of %" + source + ", which is in no partition";
}

GRAFT_INLINE vec<unpartitioned_node> why_not_partitioned::left_out() const {
    vec<unpartitioned_node> nodes;
    for (node_id const n : order_.nodes)
        if (final_[n] == no_partition && g_.op(n) != opcode::placeholder && g_.op(n) != opcode::output)
            nodes.push_back({n, (*this)(n)});
    return nodes;
}

GRAFT_INLINE void why_not_partitioned::find_neighbors() {
    auto const look = [&](vec<std::uint32_t>& found, node_id n, node_id next) {
        if (found[n] == no_partition)
            found[n] = final_[next] != no_partition ? final_[next] : found[next];
    };
    for (auto n = order_.nodes.rbegin(); n != order_.nodes.rend(); ++n)
        g_.for_each_use(*n, [&](node_id user) { look(below_, *n, user); });
    for (node_id const n : order_.nodes)
        g_.for_each_input(n, [&](node_id input) { look(above_, n, input); });
}

GRAFT_INLINE void why_not_partitioned::explain_partitions(view<partition const> proposed) {
    vec<bool> kept;
    for (partition const& p : proposed) {
        if (kept.size() <= p.id)
            kept.resize(p.id + 1, false);
        kept[p.id] = true;
    }
    detail::compute_counter const count(g_, partitioner_.options());
    vec<vec<node_id>> members(assignment_.ids.size());
    for (node_id const n : order_.nodes)
        if (assignment_.partition_of[n] != no_partition)
            members[assignment_.partition_of[n]].push_back(n);
    for (std::size_t p = 0; p < members.size(); ++p) {
        std::size_t const id = assignment_.ids[p];
        if (id < kept.size() && kept[id])
            reasons_.push_back("it computes nothing and stands at an end of partition " + std::to_string(id));
        else
            reasons_.push_back(explain_dropped(static_cast<std::uint32_t>(p), members[p], count));
    }
}

GRAFT_INLINE std::string why_not_partitioned::explain_dropped(std::uint32_t p, vec<node_id> const& members,
                                                              detail::compute_counter const& count) const {
    for (node_id const n : members)
        if (count(n) != 0)
            return "%" + std::string{g_.name(n)} + " would be the only node that computes in its partition" +
                   explain_cycle(p, members);
    return "nothing would compute in its partition";
}

GRAFT_INLINE std::string why_not_partitioned::explain_cycle(std::uint32_t p, vec<node_id> const& members) const {
    std::string sentence;
    auto const look = [&](vec<std::uint32_t> const& reached, node_id next) {
        if (sentence.empty() && assignment_.partition_of[next] != p && final_[next] == no_partition &&
            reached[next] != no_partition)
            sentence = ", and with partition " + std::to_string(reached[next]) + " it would make a cycle through %" +
                       std::string{g_.name(next)};
    };
    for (node_id const n : members)
        g_.for_each_use(n, [&](node_id user) { look(below_, user); });
    for (node_id const n : members)
        g_.for_each_input(n, [&](node_id input) { look(above_, input); });
    return sentence;
}

} // namespace graft
#endif
