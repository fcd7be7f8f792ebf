#pragma once

#include <graft/config.hpp>
#include <graft/core/error.hpp>
#include <graft/ir/argument_store.hpp>
#include <graft/ir/detail/graph_core.hpp>
#include <graft/ir/node_names.hpp>
#include <graft/ir/node_range.hpp>
#include <graft/ir/origin_table.hpp>
#include <graft/ir/target_table.hpp>
#include <graft/ir/value_table.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace graft {

/// Where the next node goes: directly before or after a node.
struct insertion_point {
    node_id at = 0;     ///< the node; 0 stands for the end of the graph
    bool after = false; ///< behind it, not before it
};

/// A program as FX has it: a list of nodes in execution order, each with a target, arguments and users.
/// A literal type: graphs copy, compare and are built and rewritten in constant expressions.
/// An id that is not of one of its nodes - `no_node`, one that it never gave out, one whose node was erased - is an
/// error wherever a node is asked for, which says what the id once was; `contains` alone takes any id.
class graph : private detail::graph_core {
public:
    /// The nodes in execution order; erasing the current node while iterating is allowed.
    [[nodiscard]] constexpr node_range nodes() const { return {nodes_, nodes_[0].next, 0}; }
    [[nodiscard]] constexpr std::size_t size() const { return size_; } ///< How many nodes it has.
    /// One more than the largest id ever given out.
    [[nodiscard]] constexpr std::size_t capacity() const { return nodes_.size(); }
    /// The node after, the node before, and the last of all; `no_node` where there is none.
    /// @{
    [[nodiscard]] constexpr node_id next(node_id n) const { return graph_core::next(checked(n)); }
    [[nodiscard]] constexpr node_id prev(node_id n) const { return graph_core::prev(checked(n)); }
    [[nodiscard]] constexpr node_id back() const { return outward(nodes_[0].prev); }
    /// @}
    /// True when the id is of a node that was not erased.
    [[nodiscard]] constexpr bool contains(node_id n) const {
        return n < nodes_.size() && !nodes_[n].erased; // as the sentinel is
    }

    /// `n`; what is not the id of a node of this graph, as `contains` says, is an error.
    [[gnu::always_inline]] constexpr node_id checked(node_id n) const {
        if (!contains(n)) [[unlikely]]
            raise_no_node(n);
        return n;
    }

    [[nodiscard]] constexpr opcode op(node_id n) const { return graph_core::op(checked(n)); } ///< What the node does.
    /// The number of its target among those of this graph.
    [[nodiscard]] constexpr std::uint32_t target_id(node_id n) const { return graph_core::target_id(checked(n)); }
    /// What a node refers to.
    /// @{
    [[nodiscard]] constexpr target_info target(node_id n) const { return graph_core::target(checked(n)); }
    [[nodiscard]] constexpr target_info target_at(std::uint32_t id) const { return targets_.view(store_.strings, id); }
    /// @}
    /// How many distinct targets the graph ever had.
    [[nodiscard]] constexpr std::size_t target_count() const { return targets_.size(); }
    /// The node's name, which no other node of the graph has.
    [[nodiscard]] constexpr std::string_view name(node_id n) const { return graph_core::name(checked(n)); }
    /// The name of a node, or the one that it had before it was erased.
    [[nodiscard]] constexpr std::string_view last_name(node_id n) const {
        if (n == 0 || n >= nodes_.size())
            raise_no_node(n);
        return graph_core::name(n);
    }
    /// The node of this name, or nothing.
    [[nodiscard]] GRAFT_CONSTEXPR_INLINE std::optional<node_id> find(std::string_view name) const {
        node_id const n = names_.find(store_.strings.find(name));
        return n == no_node ? std::nullopt : std::optional{n};
    }
    /// The node of this name; a name that no node has is an error, which says which names are like it.
    [[nodiscard]] GRAFT_CONSTEXPR_INLINE node_id at(std::string_view name) const {
        node_id const n = names_.find(store_.strings.find(name));
        if (n == no_node) [[unlikely]]
            raise_no_such_name(name);
        return n;
    }

    /// How many positional arguments it has.
    [[nodiscard]] constexpr std::size_t arg_count(node_id n) const { return graph_core::arg_count(checked(n)); }
    /// A positional argument; an index out of range is an error.
    [[nodiscard]] constexpr arg_ref arg(node_id n, std::size_t i) const { return graph_core::arg(checked(n), i); }
    /// How many keyword arguments it has.
    [[nodiscard]] constexpr std::size_t kwarg_count(node_id n) const { return graph_core::kwarg_count(checked(n)); }
    /// The name of a keyword argument; an index out of range is an error.
    [[nodiscard]] constexpr std::string_view kwarg_key(node_id n, std::size_t i) const {
        return graph_core::kwarg_key(checked(n), i);
    }
    /// A keyword argument; an index out of range is an error.
    [[nodiscard]] constexpr arg_ref kwarg(node_id n, std::size_t i) const { return graph_core::kwarg(checked(n), i); }
    /// The key as an operand: the literal of a string.
    [[nodiscard]] constexpr operand kwarg_key_operand(node_id n, std::size_t i) const {
        return graph_core::kwarg_key_operand(checked(n), i);
    }
    /// The keyword argument of this name, or nothing.
    [[nodiscard]] constexpr std::optional<arg_ref> find_kwarg(node_id n, std::string_view key) const {
        for (std::size_t i = 0; i < kwarg_count(n); ++i)
            if (kwarg_key(n, i) == key)
                return kwarg(n, i);
        return std::nullopt;
    }
    /// The argument in slot `i` of the op's schema however it was passed, or nothing where the default holds.
    [[nodiscard]] constexpr std::optional<arg_ref> schema_arg(node_id n, std::size_t i) const {
        if (i < nodes_[checked(n)].arg_count)
            return arg(n, i);
        op_info const* const op = target(n).op;
        if (nodes_[n].kwarg_count == 0 || op == nullptr || i >= op->arguments.size())
            return std::nullopt;
        return find_kwarg(n, op->arguments[i].name);
    }

    /// How many argument slots refer to the node; `add(x, x)` is two uses of x by one user.
    [[nodiscard]] constexpr std::size_t use_count(node_id n) const { return graph_core::use_count(checked(n)); }
    /// The users, each once, in the order in which they came to use the node.
    [[nodiscard]] constexpr vec<node_id> users(node_id n) const { return uses().users(checked(n)); }
    /// How many nodes use it; linear in its uses when there are several.
    [[nodiscard]] constexpr std::size_t num_users(node_id n) const {
        return nodes_[checked(n)].use_count < 2 ? nodes_[n].use_count : users(n).size();
    }
    /// True when exactly one node uses this one, through any number of arguments.
    [[nodiscard]] constexpr bool has_one_user(node_id n) const { return graph_core::has_one_user(checked(n)); }
    /// Calls `f` with the user of every use, in order; a user with two uses is passed twice.
    template <class F>
    constexpr void for_each_use(node_id n, F&& f) const {
        graph_core::for_each_use(checked(n), f);
    }
    /// True when `f(user)` holds for every use; stops at the first for which it does not.
    template <class F>
    [[nodiscard]] constexpr bool all_uses(node_id n, F&& f) const {
        return graph_core::all_uses(checked(n), f);
    }
    /// Calls `f` with every node that `n` takes as an argument, at any depth, in order.
    template <class F>
    constexpr void for_each_input(node_id n, F&& f) const {
        graph_core::for_each_input(checked(n), f);
    }

    /// The node's Python type annotation as FX prints it, empty when there is none; an output's is the graph's.
    [[nodiscard]] constexpr std::string_view type(node_id n) const { return graph_core::type(checked(n)); }
    /// Sets the node's type annotation.
    GRAFT_CONSTEXPR void set_type(node_id n, std::string_view type);

    /// What is known of the node's value (FX's `meta["val"]`), or null.
    [[nodiscard]] constexpr value_spec const* val(node_id n) const { return graph_core::val(checked(n)); }
    /// Sets what is known of the node's value.
    GRAFT_CONSTEXPR_INLINE void set_val(node_id n, value_spec value) {
        vals_[checked(n)] = values_.intern(std::move(value));
    }
    constexpr void clear_val(node_id n) { vals_[checked(n)] = 0; } ///< Forgets what is known of the node's value.
    /// Gives `to` the value of `from`.
    constexpr void copy_val(node_id from, node_id to) { vals_[checked(to)] = vals_[checked(from)]; }

    /// The node's other metadata: a dict argument, or None when there is none.
    [[nodiscard]] constexpr arg_ref meta(node_id n) const { return graph_core::meta(checked(n)); }
    /// The text under `key`, empty when there is none.
    [[nodiscard]] constexpr std::string_view meta(node_id n, std::string_view key) const {
        auto const found = meta(n).find(key);
        return found && is_textual(found->kind()) ? found->text() : std::string_view{};
    }
    /// Replaces the node's metadata; `dict` is a dict of literals or None.
    GRAFT_CONSTEXPR_INLINE void set_meta(node_id n, graft::arg const& dict) { set_meta(n, store_.encode(dict)); }
    /// Replaces the node's metadata by a literal of this graph; what is no literal is an error.
    constexpr void set_meta(node_id n, operand dict) {
        if (!dict.is_literal())
            raise(errc::invalid_argument, "metadata may not refer to nodes");
        metas_[checked(n)] = dict.id();
    }
    /// Gives `to` the metadata of `from`, but not its value.
    constexpr void copy_meta(node_id from, node_id to) { metas_[checked(to)] = metas_[checked(from)]; }

    /// What rules made `n` from: the names of the nodes that were matched, oldest first.
    [[nodiscard]] constexpr vec<origin> origins(node_id n) const {
        vec<origin> result;
        for (origin_ids const ids : origins_.of(checked(n)))
            result.push_back({store_.strings[ids.rule], store_.strings[ids.node]});
        return result;
    }
    /// True when a rule made the node.
    [[nodiscard]] constexpr bool has_origins(node_id n) const { return graph_core::has_origins(checked(n)); }
    /// The ids of the names of the rules by which `n` came to be, the latest first and at most `most`: each made
    /// something that the one before it has matched.
    [[nodiscard]] GRAFT_CONSTEXPR_INLINE vec<std::uint32_t> latest_rules(node_id n, std::size_t most) const {
        return origins_.latest_rules(checked(n), most);
    }
    /// Records that a rule, by the id of its name, made `n` from these nodes of the graph.
    GRAFT_CONSTEXPR_INLINE void add_origins(node_id n, std::uint32_t rule, graft::view<node_id const> sources) {
        checked(n);
        for (node_id const source : sources)
            origins_.add(n, {rule, nodes_[checked(source)].name}, source);
    }
    /// The id of a text among the strings of the graph.
    GRAFT_CONSTEXPR_INLINE std::uint32_t intern_string(std::string_view text) { return store_.strings.intern(text); }
    /// Records that a rule made `n` from a node, both by name, as the node may no longer be in the graph.
    GRAFT_CONSTEXPR_INLINE void add_origin(node_id n, origin from) {
        std::uint32_t const rule = store_.strings.intern(from.rule);
        origins_.add(checked(n), {rule, store_.strings.intern(from.node)}, n);
    }

    /// True for a placeholder that holds a parameter, buffer or constant which nothing changes.
    [[nodiscard]] constexpr bool is_constant(node_id n) const { return graph_core::is_constant(checked(n)); }
    /// Sets what `is_constant` says.
    constexpr void set_constant(node_id n, bool constant) { nodes_[checked(n)].constant = constant; }

    /// Where the next node goes.
    /// @{
    [[nodiscard]] constexpr insertion_point insertion() const { return insertion_; }
    constexpr void set_insertion(insertion_point p) { insertion_ = p; }
    /// @}

    /// Makes room for as many nodes more, so that creating them moves none.
    constexpr void reserve(std::size_t more) {
        auto const make_room = [](auto& items, std::size_t count) {
            if (items.capacity() - items.size() < count)
                items.reserve(items.size() + (count > items.size() ? count : items.size()));
        };
        make_room(nodes_, more);
        make_room(vals_, more);
        make_room(metas_, more);
        make_room(store_.slots, 2 * more);
    }

    /// The number of a target, for calls of it.
    GRAFT_CONSTEXPR_INLINE std::uint32_t intern_target(std::string_view name, op_info const* op = nullptr,
                                                       dialect_tag dialect = dialect_tag::aten) {
        return targets_.intern(store_.strings, name, op, dialect);
    }
    /// The number of an op, for calls of it.
    GRAFT_CONSTEXPR_INLINE std::uint32_t intern_target(op_info const& op, dialect_tag dialect = dialect_tag::aten) {
        return intern_target(op.name, &op, dialect);
    }
    /// `a` as an operand of this graph; an aggregate operand may be given to one node only.
    GRAFT_CONSTEXPR_INLINE operand encode(graft::arg const& a) {
        if (a.kind == arg_kind::node || !a.items.empty())
            check_argument(a);
        return store_.encode(a, nodes_.size());
    }
    /// A list or tuple of operands as an operand.
    GRAFT_CONSTEXPR_INLINE operand encode(arg_kind aggregate, vec<operand> const& items) {
        check_operands(items);
        return store_.encode(aggregate, items);
    }
    /// `value` for a second node: itself, or a copy of an aggregate.
    GRAFT_CONSTEXPR_INLINE operand duplicate(operand value) { return store_.duplicate(value); }
    /// Gives back an operand that no node took.
    GRAFT_CONSTEXPR_INLINE void discard(operand value) { store_.discard(value); }
    /// What an operand stands for.
    [[nodiscard]] constexpr arg_ref view(operand value) const { return store_.view(value); }
    /// How many operands `n` has, the keys of keyword arguments included.
    [[nodiscard]] constexpr std::size_t operand_count(node_id n) const { return graph_core::operand_count(checked(n)); }
    /// Operand `i` in the order in which `set_operands` takes them; aggregates belong to `n`.
    [[nodiscard]] constexpr operand operand_at(node_id n, std::size_t i) const {
        return graph_core::operand_at(checked(n), i);
    }
    [[nodiscard]] constexpr argument_store const& store() const { return store_; } ///< The arguments of all nodes.

    /// A new node at the insertion point; an empty `name` is made from the target as FX does.
    GRAFT_CONSTEXPR_INLINE node_id create_node(opcode op, std::uint32_t target, graft::view<graft::arg const> args,
                                               graft::view<graft::kwarg const> kwargs = {}, std::string_view name = {},
                                               naming how = naming::fresh) {
        vec<operand> const operands = encode_all(args, kwargs);
        return create_node(op, target, operands, name, kwargs.size(), how);
    }
    /// A new node at the insertion point, from operands of this graph as `set_operands` takes them.
    GRAFT_CONSTEXPR node_id create_node(opcode op, std::uint32_t target, graft::view<operand const> operands,
                                        std::string_view name = {}, std::size_t kwargs = 0, naming how = naming::fresh);

    /// A new node at the insertion point, as in FX; its name, where none is given, is made from its target.
    /// @{
    GRAFT_CONSTEXPR_INLINE node_id placeholder(std::string_view name) {
        return create_node(opcode::placeholder, intern_target(name), graft::view<operand const>{}, name);
    }
    GRAFT_CONSTEXPR_INLINE node_id get_attr(std::string_view qualified_name) {
        return create_node(opcode::get_attr, intern_target(qualified_name), graft::view<operand const>{},
                           qualified_name);
    }
    GRAFT_CONSTEXPR_INLINE node_id call_function(std::uint32_t target, vec<graft::arg> const& args,
                                                 vec<graft::kwarg> const& kwargs = {}, std::string_view name = {}) {
        return create_node(opcode::call_function, target, args, kwargs, name);
    }
    GRAFT_CONSTEXPR_INLINE node_id call_function(op_info const& op, vec<graft::arg> const& args,
                                                 vec<graft::kwarg> const& kwargs = {}, std::string_view name = {}) {
        return call_function(intern_target(op), args, kwargs, name);
    }
    GRAFT_CONSTEXPR_INLINE node_id call_function(std::string_view target, vec<graft::arg> const& args,
                                                 vec<graft::kwarg> const& kwargs = {}, std::string_view name = {}) {
        return call_function(intern_target(target), args, kwargs, name);
    }
    GRAFT_CONSTEXPR_INLINE node_id output(graft::arg const& result) {
        return create_node(opcode::output, intern_target("output"), {&result, 1}, {}, "output");
    }
    /// @}

    /// Replaces all arguments of `n`.
    GRAFT_CONSTEXPR_INLINE void set_args(node_id n, graft::view<graft::arg const> args,
                                         graft::view<graft::kwarg const> kwargs = {}) {
        vec<operand> const operands = encode_all(args, kwargs);
        set_operands(n, operands, kwargs.size());
    }
    /// Replaces all arguments of `n` by operands of this graph: positional ones, then for each of `kwargs`
    /// keyword arguments its key as a string literal and its value.
    constexpr void set_operands(node_id n, graft::view<operand const> operands, std::size_t kwargs = 0) {
        check_counts(operands.size() - 2 * kwargs, kwargs);
        check_operands(operands);
        set_slots(checked(n), operands, kwargs);
    }
    /// Replaces a positional argument; an index out of range is an error.
    GRAFT_CONSTEXPR_INLINE void set_arg(node_id n, std::size_t i, graft::arg const& value) {
        check_index(i, nodes_[checked(n)].arg_count);
        uses().assign(nodes_[n].slots + static_cast<std::uint32_t>(i), n, encode(value));
    }
    /// Makes the node refer to another target; arguments stay.
    constexpr void set_target(node_id n, std::uint32_t target) { nodes_[checked(n)].target = target; }
    /// Makes the node one of another kind, but not an erased one; arguments stay.
    constexpr void set_op(node_id n, opcode op) {
        if (op == opcode::erased)
            raise(errc::invalid_argument, "set_op: erase_node erases a node");
        nodes_[checked(n)].op = op;
    }

    /// Renames verbatim; raises when another node has the name.
    GRAFT_CONSTEXPR void rename(node_id n, std::string_view name);
    /// Renames as FX does: to a fresh name made from `candidate`; the old name stays taken.
    GRAFT_CONSTEXPR void rename_fresh(node_id n, std::string_view candidate);

    /// Makes every user of `n` use `replacement` instead.
    constexpr void replace_all_uses_with(node_id n, node_id replacement) {
        uses().replace_all(checked(n), operand::node(checked(replacement)), [](node_id) { return true; });
    }
    /// Makes the users of `n` that `wanted(user)` admits use `replacement`, a node or a literal, instead.
    template <class F>
    constexpr void replace_all_uses_with(node_id n, operand replacement, F&& wanted) {
        check_operand(replacement);
        uses().replace_all(checked(n), replacement, wanted);
    }
    /// Replaces `from` by `to` in the arguments of `n` alone.
    constexpr void replace_input_with(node_id n, node_id from, node_id to) {
        replace_all_uses_with(from, operand::node(checked(to)), [n = checked(n)](node_id user) { return user == n; });
    }

    /// Removes a node that nothing uses; one that has users is an error, which names them.
    constexpr void erase_node(node_id n) {
        if (nodes_[checked(n)].use_count != 0) [[unlikely]]
            raise_used(n);
        uses().clear(n);
        unlink(n);
        names_.release(nodes_[n].name);
        nodes_[n].erased = true;
        --size_;
    }

    /// Moves `n` directly before `at`, or to the end when `at` is `no_node`.
    constexpr void move_before(node_id n, node_id at) {
        node_id const place = at == no_node ? 0 : checked(at);
        if (checked(n) == place)
            return;
        unlink(n);
        link_before(n, place);
    }
    /// Moves `n` directly after `at`.
    constexpr void move_after(node_id n, node_id at) {
        node_id const behind = next(at);
        move_before(n, at == n ? n : behind);
    }

private:
    constexpr void check_operands(graft::view<operand const> operands) const {
        for (operand const value : operands)
            check_operand(value);
    }
    constexpr void check_operand(operand value) const {
        if (value.is_node())
            checked(value.id());
        else if (value.is_aggregate())
            check_items(store_.aggregates[value.id()]);
        else if (value == operand::node(no_node)) [[unlikely]]
            raise_no_node(no_node);
    }
    constexpr void check_items(argument_store::aggregate items) const {
        auto const check = [this](slot const& s) { check_operand(s.value); };
        detail::for_each_slot(store_, items.begin, items.count, check);
    }
    GRAFT_CONSTEXPR void check_argument(graft::arg const& a) const;
    [[noreturn, gnu::noinline, gnu::cold]] GRAFT_INLINE void raise_no_node(node_id n) const;
    [[noreturn, gnu::noinline, gnu::cold]] GRAFT_INLINE void raise_no_such_name(std::string_view name) const;
    [[noreturn, gnu::noinline, gnu::cold]] GRAFT_INLINE void raise_used(node_id n) const;

    static constexpr void check_counts(std::size_t args, std::size_t kwargs) {
        if (args > 0xffff || kwargs > 0xff)
            raise(errc::unsupported, "a node takes at most 65535 positional and 255 keyword arguments");
    }
    GRAFT_CONSTEXPR vec<operand> encode_all(graft::view<graft::arg const> args, graft::view<graft::kwarg const> kwargs);

    constexpr void set_slots(node_id n, graft::view<operand const> operands, std::size_t kwargs) {
        uses().set_operands(n, operands);
        nodes_[n].arg_count = static_cast<std::uint16_t>(operands.size() - 2 * kwargs);
        nodes_[n].kwarg_count = static_cast<std::uint8_t>(kwargs);
    }

    GRAFT_CONSTEXPR node_id new_node(opcode op, std::uint32_t target, std::string_view name, naming how);

    constexpr void give_name(node_id n, std::uint32_t name) {
        nodes_[n].name = name;
        names_.give(name, n);
    }
    GRAFT_CONSTEXPR_INLINE void change_name(node_id n, std::string_view wanted, naming how) {
        names_.release(nodes_[n].name);
        give_name(n, names_.create(store_.strings, wanted, how));
    }

    constexpr void link_before(node_id n, node_id at) {
        nodes_[n].prev = nodes_[at].prev;
        nodes_[n].next = at;
        nodes_[nodes_[at].prev].next = n;
        nodes_[at].prev = n;
    }
    // The node keeps its own links, so that an iteration standing on it can go on.
    constexpr void unlink(node_id n) {
        nodes_[nodes_[n].prev].next = nodes_[n].next;
        nodes_[nodes_[n].next].prev = nodes_[n].prev;
    }

    friend constexpr graph_core const& detail::raw(graph const& g);

    detail::node_names names_;
    insertion_point insertion_;
    std::size_t size_ = 0;
};

namespace detail {
constexpr graph_core const& raw(graph const& g) { return g; }
} // namespace detail

/// Nodes created while this lives go to `at`; the previous insertion point comes back at its end.
class insertion_scope {
public:
    /// Puts the insertion point of `g` to `at`.
    constexpr insertion_scope(graph& g, insertion_point at) : graph_(&g), saved_(g.insertion()) { g.set_insertion(at); }
    insertion_scope(insertion_scope const&) = delete;
    insertion_scope& operator=(insertion_scope const&) = delete;
    constexpr ~insertion_scope() { graph_->set_insertion(saved_); }

private:
    graph* graph_;
    insertion_point saved_;
};

/// `auto scope = inserting_before(g, n);`: new nodes go before `n` in order of creation; `no_node` is the start.
[[nodiscard]] constexpr insertion_scope inserting_before(graph& g, node_id n) {
    if (n != no_node)
        g.checked(n);
    return {g, n == no_node ? insertion_point{0, true} : insertion_point{n, false}};
}

/// New nodes go directly after `n`, so that several come out reversed, as in FX; `no_node` is the end.
[[nodiscard]] constexpr insertion_scope inserting_after(graph& g, node_id n) {
    if (n != no_node)
        g.checked(n);
    return {g, n == no_node ? insertion_point{0, false} : insertion_point{n, true}};
}

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/ir/graph.ipp>
#endif
