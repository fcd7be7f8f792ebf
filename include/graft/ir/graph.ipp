#pragma once

#include <graft/core/nearest_names.hpp>
#include <graft/ir/graph.hpp>

#include <string>

namespace graft {

GRAFT_CONSTEXPR node_id graph::new_node(opcode op, std::uint32_t target, std::string_view name, naming how) {
    auto const n = static_cast<node_id>(nodes_.size());
    if (n >= operand::limit)
        raise(errc::unsupported, "a graph holds at most 2^30 nodes");
    // The node that the insertion point names may have been erased since; its neighbours then stand for it.
    while (insertion_.at != 0 && !contains(insertion_.at)) {
        if (insertion_.at >= nodes_.size())
            raise_no_node(insertion_.at);
        insertion_.at = insertion_.after ? nodes_[insertion_.at].prev : nodes_[insertion_.at].next;
    }
    nodes_.emplace_back();
    nodes_[n].target = target;
    nodes_[n].op = op;
    nodes_[n].erased = false;
    vals_.push_back(0);
    metas_.push_back(0);
    ++size_;
    bool const is_function = op == opcode::call_function;
    give_name(n, name.empty() ? names_.create(store_.strings, targets_, target, is_function)
                              : names_.create(store_.strings, name, how));
    link_before(n, insertion_.after ? nodes_[insertion_.at].next : insertion_.at);
    return n;
}

GRAFT_CONSTEXPR node_id graph::create_node(opcode op, std::uint32_t target, graft::view<operand const> operands,
                                           std::string_view name, std::size_t kwargs, naming how) {
    check_counts(operands.size() - 2 * kwargs, kwargs);
    check_operands(operands);
    node_id const n = new_node(op, target, name, how);
    set_slots(n, operands, kwargs);
    return n;
}

GRAFT_CONSTEXPR vec<operand> graph::encode_all(graft::view<graft::arg const> args,
                                               graft::view<graft::kwarg const> kwargs) {
    vec<operand> operands;
    operands.reserve(args.size() + 2 * kwargs.size());
    for (graft::arg const& a : args)
        operands.push_back(encode(a));
    for (graft::kwarg const& k : kwargs) {
        operands.push_back(operand::literal(store_.string_literal(k.key)));
        operands.push_back(encode(k.value));
    }
    return operands;
}

GRAFT_CONSTEXPR void graph::set_type(node_id n, std::string_view type) {
    if (types_.size() <= checked(n) && !type.empty())
        types_.resize(nodes_.size(), 0);
    if (n < types_.size())
        types_[n] = store_.strings.intern(type);
}

GRAFT_CONSTEXPR void graph::rename(node_id n, std::string_view name) {
    if (name == this->name(n))
        return;
    if (find(name))
        raise(errc::invalid_argument, "two nodes of one name");
    change_name(n, name, naming::verbatim);
}

GRAFT_CONSTEXPR void graph::rename_fresh(node_id n, std::string_view candidate) {
    if (candidate != name(n))
        change_name(n, candidate, naming::fresh);
}

//=== what is no node ===//

GRAFT_CONSTEXPR void graph::check_argument(graft::arg const& a) const {
    if (a.kind == arg_kind::node)
        checked(static_cast<node_id>(a.bits));
    for (graft::arg const& item : a.items)
        check_argument(item);
}

void graph::raise_no_node(node_id n) const {
    if (n == no_node)
        raise(errc::invalid_argument, "no_node is the id of no node");
    if (n == 0)
        raise(errc::invalid_argument, "there is no node 0: the ids of a graph begin at 1");
    if (n >= nodes_.size())
        raise(errc::invalid_argument, "there is no node ", n, ": the ids of the graph end at ", nodes_.size() - 1);
    raise(errc::invalid_argument, "node ", n, " was erased: it was %", store_.strings[nodes_[n].name], ", a ",
          graft::name(nodes_[n].op), " of ", target_at(nodes_[n].target).name);
}

void graph::raise_no_such_name(std::string_view name) const {
    nearest_names like{name};
    for (node_id const n : nodes())
        like.add(this->name(n));
    raise(errc::invalid_argument, "no node has the name '", name, "'", like.hint());
}

void graph::raise_used(node_id n) const {
    vec<node_id> const all = users(n);
    std::string sentence = "erase_node: %" + std::string{name(n)} + " has users: ";
    for (std::size_t i = 0; i < all.size() && i < 3; ++i)
        sentence += (i == 0 ? "%" : ", %") + std::string{name(all[i])};
    if (all.size() > 3)
        sentence += " and " + std::to_string(all.size() - 3) + " more";
    raise(errc::invalid_argument, sentence);
}

} // namespace graft
