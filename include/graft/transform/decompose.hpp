#pragma once

#include <graft/config.hpp>
#include <graft/dialect/aten.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/dialect/op_names.hpp>
#include <graft/ir/call_target.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/opaque.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/symbolic/range.hpp>
#include <graft/transform/decompose_options.hpp>
#include <graft/transform/decompositions/bits.hpp>
#include <graft/transform/decompositions/creation.hpp>
#include <graft/transform/decompositions/elementwise.hpp>
#include <graft/transform/decompositions/functions.hpp>
#include <graft/transform/decompositions/indexing.hpp>
#include <graft/transform/decompositions/interpolation.hpp>
#include <graft/transform/decompositions/joining.hpp>
#include <graft/transform/decompositions/layers.hpp>
#include <graft/transform/decompositions/resampling.hpp>
#include <graft/transform/decompositions/statistics.hpp>
#include <graft/transform/decompositions/views.hpp>
#include <graft/transform/graph_composition.hpp>
#include <graft/transform/scalar_to_tensor.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft {

/// How an op is made of others in a graph.
struct decomposition {
    std::uint64_t hash = 0;                         ///< of its name
    op_info const* op = nullptr;                    ///< the op
    detail::composition<any_value> build = nullptr; ///< makes the calls, and gives the results
};

namespace detail {

// The composition of an op that is made of others and has these tags, else nothing.
template <class Op, op_tags Tags>
inline constexpr decomposition composition_entry{};
template <composed Op>
inline constexpr decomposition composition_entry<Op, op_tags::none>{Op::info().hash, &Op::info(),
                                                                    &composition_by<Op, any_value>};
template <composed Op, op_tags Tags>
    requires(Tags != op_tags::none && has(Op::tags, Tags))
inline constexpr decomposition composition_entry<Op, Tags>{Op::info().hash, &Op::info(),
                                                           &composition_by<Op, any_value>};

// Those of ops that are neither core nor in place, by hash.
[[nodiscard]] GRAFT_INLINE vec<decomposition> sorted_compositions(view<decomposition const> entries);

// Those of the ops of a list.
template <op_tags Tags, class... Ops>
[[nodiscard]] view<decomposition const> compositions_of(op_list<Ops...>) {
    static vec<decomposition> const sorted = [] {
        static constexpr decomposition entries[] = {composition_entry<Ops, Tags>..., {}};
        return sorted_compositions(entries);
    }();
    return sorted;
}

/// The composition of an op in a sorted table, or null.
[[nodiscard]] GRAFT_INLINE decomposition const* find_composition(op_info const& op, view<decomposition const> table);

/// The results of the nodes that a call is composed of, which are made in `world`.
[[nodiscard]] GRAFT_INLINE vec<value> build_by(decomposition const& how, graph& g, node_id n,
                                               composition_world<value>& world);

/// True if the users of a node that gives a list of so many results each take one of them.
[[nodiscard]] GRAFT_INLINE bool is_taken_apart(graph const& g, node_id n, std::size_t count);

/// Removes a node, and the nodes that each take one of the results of its list, after `use_instead(old, result, known)`
/// has put the result in the place of the old node, of which `known` is known.
template <class F>
void replace_by(graph& g, node_id n, vec<value> const& results, F const& use_instead) {
    if (!g.val(n)->is_list()) {
        use_instead(n, results[0], *g.val(n));
    } else {
        auto const count = static_cast<std::int64_t>(results.size());
        for (node_id const item : g.users(n)) {
            std::int64_t const i = g.arg(item, 1).integer();
            auto const at = static_cast<std::size_t>(i < 0 ? i + count : i);
            use_instead(item, results[at], g.val(n)->items[at]);
            g.erase_node(item);
        }
    }
    g.erase_node(n);
}

/// Replaces calls of a graph by their compositions.
class decomposer {
public:
    decomposer(graph& g, view<decomposition const> table, decompose_options const& options, symbol_ranges ranges = {})
        : g_(g), table_(table), options_(options), ranges_(ranges), reach_(g) {}

    std::size_t run();

private:
    [[nodiscard]] decomposition const* find(op_info const* op) const;

    // The nodes that take the place of the node; none where it stays, since a size that is symbolic or an element
    // decides on its composition, or one of the ops does not take what the node does.
    vec<node_id> replace(node_id n, decomposition const& how);

    // False where the op refuses what it is given, such as a tensor of rank 0: a composition takes it for granted.
    [[nodiscard]] bool takes_arguments(node_id n) const;

    // True if the results are of the dtypes and sizes that the node is known to have, as far as those are decided, and
    // can stand in its place.
    [[nodiscard]] bool fits(node_id n, vec<value> const& results) const;

    // Puts a result in the place of a node, of which more may be known.
    void use_instead(node_id n, value const& result, value_spec known);

    // Removes those that nothing uses and returns the others.
    vec<node_id> remove_unused(vec<node_id> const& created);

    graph& g_;
    view<decomposition const> table_;
    decompose_options const& options_;
    symbol_ranges ranges_;
    opaque_reach reach_;
    std::size_t count_ = 0;
};

} // namespace detail

/// The compositions of the ops of a dialect that are made of others, by the hash of the name; a template, so that only
/// its users pay for them.
template <class Dialect = aten_dialect>
[[nodiscard]] view<decomposition const> decomposition_table() {
    return detail::compositions_of<op_tags::none>(ops_of<Dialect>{});
}

/// Replaces every call of an op that is made of others by calls of those, and these again, until only ops are left
/// that are not. Sizes that are symbolic are computed by nodes, and what is known of their ranges decides what is
/// asked of them, and numbers that are symbolic are tensors where an op takes those, too (`op_info::of_tensors`). A call
/// stays whose composition depends on elements, or on a symbolic size as a number. Returns how many were replaced.
struct decompose_pass {
    static constexpr std::string_view name = "decompose"; ///< by which constraints name it
    /// Runs it.
    template <class Dialect = aten_dialect>
    std::size_t operator()(graph& g, decompose_options const& options = {}, symbol_ranges ranges = {}) const {
        for (call_target const& kept : options.preserve_ops)
            if (kept.op() == nullptr)
                check_op_name<Dialect>(kept.name());
        return (*this)(g, decomposition_table<Dialect>(), options, ranges);
    }
    /// By other compositions, as `decomposition_table<my_dialect>()` has them.
    std::size_t operator()(graph& g, view<decomposition const> table, decompose_options const& options = {},
                           symbol_ranges ranges = {}) const {
        return detail::decomposer(g, table, options, ranges).run();
    }
};
inline constexpr decompose_pass decompose{}; ///< called or run by a manager

/// The compositions of those ops that may return an argument, or a view of it, although their schemas do not say so;
/// they are made of ops whose schemas do.
template <class Dialect = aten_dialect>
[[nodiscard]] view<decomposition const> unsaid_view_table() {
    return detail::compositions_of<op_tags::unsaid_view>(ops_of<Dialect>{});
}

} // namespace graft

#if defined(GRAFT_SEPARATE_COMPILATION)
extern template graft::view<graft::decomposition const> graft::decomposition_table<graft::aten_dialect>();
extern template graft::view<graft::decomposition const> graft::unsaid_view_table<graft::aten_dialect>();
#endif

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/ir/bind_arguments.hpp>
#    include <graft/ir/eliminate_dead_code.hpp>
#    include <graft/symbolic/compare.hpp>

#    include <deque>
#    include <iterator>

namespace graft::detail {

GRAFT_INLINE vec<decomposition> sorted_compositions(view<decomposition const> entries) {
    vec<decomposition> kept;
    for (decomposition const& d : entries)
        if (d.op != nullptr && !has(d.op->tags, op_tags::core) && !has(d.op->tags, op_tags::inplace))
            kept.push_back(d);
    std::sort(kept.begin(), kept.end(), [](decomposition const& a, decomposition const& b) { return a.hash < b.hash; });
    return kept;
}

GRAFT_INLINE std::size_t decomposer::run() {
    symbols_within const scope(symbols_within::given_or_held(ranges_));
    vec<node_id> pending(g_.nodes().begin(), g_.nodes().end());
    std::reverse(pending.begin(), pending.end());
    while (!pending.empty()) {
        node_id const n = pending.back();
        pending.pop_back();
        if (!g_.contains(n) || g_.op(n) != opcode::call_function)
            continue;
        decomposition const* const how = find(g_.target(n).op);
        if (how == nullptr || (how->op->names_alias() && reach_[n]))
            continue;
        vec<node_id> const created = replace(n, *how);
        pending.insert(pending.end(), created.rbegin(), created.rend());
    }
    return count_;
}

GRAFT_INLINE decomposition const* decomposer::find(op_info const* op) const {
    if (op == nullptr ||
        std::find(options_.preserve_ops.begin(), options_.preserve_ops.end(), *op) != options_.preserve_ops.end())
        return nullptr;
    decomposition const* const other = find_composition(*op, options_.compositions);
    return other != nullptr ? other : find_composition(*op, table_);
}

GRAFT_INLINE decomposition const* find_composition(op_info const& op, view<decomposition const> table) {
    auto at = std::lower_bound(table.begin(), table.end(), op.hash,
                               [](decomposition const& d, std::uint64_t hash) { return d.hash < hash; });
    for (; at != table.end() && at->hash == op.hash; ++at)
        if (at->op->name == op.name)
            return &*at;
    return nullptr;
}

GRAFT_INLINE vec<value> build_by(decomposition const& how, graph& g, node_id n, composition_world<value>& world) {
    std::deque<value> values; // the call points to them
    auto const value_of = [&](node_id input) -> value const& { return values.emplace_back(value{&g, input}); };
    return compose_in(world, how.build, bind_arguments<value>(g, n, value_of));
}

GRAFT_INLINE bool is_taken_apart(graph const& g, node_id n, std::size_t results) {
    auto const count = static_cast<std::int64_t>(results);
    return g.all_uses(n, [&](node_id user) {
        return g.op(user) == opcode::call_function && g.target(user).name == "operator.getitem" &&
               g.arg_count(user) == 2 && g.arg(user, 1).kind() == arg_kind::integer &&
               g.arg(user, 1).integer() >= -count && g.arg(user, 1).integer() < count;
    });
}

GRAFT_INLINE vec<node_id> decomposer::replace(node_id n, decomposition const& how) {
    if (!takes_arguments(n))
        return {};
    if (vec<node_id> taken = take_tensors(g_, n); !taken.empty()) {
        ++count_;
        taken.push_back(n);
        return taken;
    }
    composition_world<value> world(g_, n, ranges_);
    try {
        vec<value> const results = build_by(how, g_, n, world);
        if (fits(n, results)) {
            replace_by(g_, n, results, [this](node_id old, value const& result, value_spec const& known) {
                use_instead(old, result, known);
            });
            ++count_;
            return remove_unused(world.created());
        }
    } catch (error const& e) {
        if (e.code() != errc::unsupported && e.code() != errc::invalid_argument) {
            remove_unused(world.created());
            throw;
        }
    }
    remove_unused(world.created());
    return {};
}

GRAFT_INLINE bool decomposer::takes_arguments(node_id n) const {
    bool takes = true;
    attempt([&] { static_cast<void>(inferred_value(g_, n)); },
            [&](error const& e) { takes = e.code() != errc::invalid_argument; });
    return takes;
}

GRAFT_INLINE bool decomposer::fits(node_id n, vec<value> const& results) const {
    value_spec const* const val = g_.val(n);
    auto const agrees = [&](value const& result, value_spec const& wanted) {
        tensor_spec const& got = recorded_tensor(g_, result.id);
        if (!wanted.is_tensor() || got.dtype != wanted.tensor.dtype || got.dim() != wanted.tensor.dim())
            return false;
        for (std::size_t d = 0; d < got.dim(); ++d)
            if (known_eq(got.sizes[d], wanted.tensor.sizes[d], ranges_) == false)
                return false;
        return true;
    };
    if (val == nullptr)
        return false;
    if (!val->is_list())
        return results.size() == 1 && agrees(results[0], *val);
    if (val->items.size() != results.size())
        return false;
    for (std::size_t i = 0; i < results.size(); ++i)
        if (!val->items[i].is_none() && !agrees(results[i], val->items[i]))
            return false;
    return is_taken_apart(g_, n, results.size());
}

GRAFT_INLINE void decomposer::use_instead(node_id n, value const& result, value_spec known) {
    tensor_spec const& got = recorded_tensor(g_, result.id);
    if (got.sizes != known.tensor.sizes) {
        value_spec better = got;
        better.tensor.sizes = std::move(known.tensor.sizes);
        g_.set_val(result.id, std::move(better));
    }
    g_.replace_all_uses_with(n, result.id);
}

GRAFT_INLINE vec<node_id> decomposer::remove_unused(vec<node_id> const& created) {
    vec<node_id> kept;
    for (std::size_t i = created.size(); i-- > 0;) {
        if (g_.use_count(created[i]) == 0 && !is_impure(g_, created[i]))
            g_.erase_node(created[i]);
        else
            kept.push_back(created[i]);
    }
    std::reverse(kept.begin(), kept.end());
    return kept;
}

} // namespace graft::detail
#endif
