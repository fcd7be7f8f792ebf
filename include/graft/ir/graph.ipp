#pragma once

#include <graft/ir/graph.hpp>

namespace graft {

GRAFT_CONSTEXPR node_id graph::new_node(opcode op, std::uint32_t target, std::string_view name, naming how) {
    auto const n = static_cast<node_id>(nodes_.size());
    if (n >= operand::limit)
        raise(errc::unsupported, "a graph holds at most 2^30 nodes");
    nodes_.emplace_back();
    nodes_[n].target = target;
    nodes_[n].op = op;
    vals_.push_back(0);
    metas_.push_back(0);
    ++size_;
    bool const is_function = op == opcode::call_function;
    give_name(n, name.empty() ? names_.create(store_.strings, targets_, target, is_function)
                              : names_.create(store_.strings, name, how));
    // The node that the insertion point names may have been erased since; its neighbours then stand for it.
    while (insertion_.at != 0 && !contains(insertion_.at))
        insertion_.at = insertion_.after ? nodes_[insertion_.at].prev : nodes_[insertion_.at].next;
    link_before(n, insertion_.after ? nodes_[insertion_.at].next : insertion_.at);
    return n;
}

} // namespace graft
