#pragma once

#include <graft/config.hpp>
#include <graft/core/error.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/schema/op_info.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace graft {

/// Numbers a storage of one graph.
using storage_id = std::uint32_t;
inline constexpr storage_id no_storage = 0xffffffff; ///< stands for what is no tensor

namespace detail {

class storage_map_builder;
} // namespace detail

/// Where a storage first occurs: a result, counted from 0, of a node.
struct storage_origin {
    node_id node;         ///< whose result it is
    std::uint32_t result; ///< counted from 0
};

/// A storage that must outlive another: a result that may or may not be a view of an argument. That of an op which
/// nothing is known of holds all that it takes, and so does that of control flow: a loop that makes no turn gives what it
/// is given.
struct storage_hold {
    /// `holder` must outlive `held`.
    /// @{
    storage_id holder, held;
    /// @}
};

/// Which tensors of a graph share storage: views, in-place results and the results of
/// `operator.getitem` have that of what they are made from, every other tensor has its own.
class storage_map {
public:
    /// How many storages there are; they are numbered in order of first occurrence.
    [[nodiscard]] std::size_t size() const { return origins_.size(); }
    [[nodiscard]] storage_origin origin(storage_id s) const { return origins_[s]; } ///< Where the storage first occurs.

    /// The storages of a node's results, lists flattened; `no_storage` for what is no tensor.
    [[nodiscard]] graft::view<storage_id const> storages(node_id n) const {
        return graft::view{results_}.subspan(results_of_[n].begin, results_of_[n].count);
    }

    /// In order of holders.
    [[nodiscard]] graft::view<storage_hold const> holds() const { return holds_; }

private:
    friend class detail::storage_map_builder;
    struct range {
        std::uint32_t begin = 0, count = 0;
    };

    vec<range> results_of_; // by node
    vec<storage_id> results_;
    vec<storage_origin> origins_;
    vec<storage_hold> holds_;
};

namespace detail {

[[noreturn]] inline void raise_at_node(graph const& g, node_id n, errc code, std::string sentence) {
    throw error(code, std::move(sentence)).at_node(std::string{g.name(n)}, std::string{g.meta(n, "stack_trace")});
}

class storage_map_builder {
public:
    explicit storage_map_builder(graph const& g);

    [[nodiscard]] storage_map take() { return std::move(map_); }

private:
    using range = storage_map::range;

    // An argument that a result can share storage with.
    struct base {
        storage_id storage = no_storage;
        tensor_spec const* spec = nullptr;
        bool is_view = false;       // the op never copies
        bool is_conversion = false; // the op copies when the dtype changes
    };
    enum class sharing : std::uint8_t { none, possible, certain };

    range add_node(node_id n);

    void hold_inputs(node_id n, std::uint32_t first);

    // The part of its argument's results that a getitem takes.
    [[nodiscard]] range select(node_id n) const;

    [[nodiscard]] static std::uint32_t count_results(value_spec const& value) {
        if (!value.is_list())
            return 1;
        std::uint32_t count = 0;
        for (value_spec const& item : value.items)
            count += count_results(item);
        return count;
    }

    void add_returns(node_id n, op_info const& op, value_spec const* value);

    // Of an op whose schema does not say what it shows: its first tensor, or of its first list the only tensor, or the
    // one at the place of the item.
    [[nodiscard]] base find_unsaid_base(node_id n, op_info const& op, std::optional<std::size_t> item) const;

    [[nodiscard]] base find_base(node_id n, op_info const& op, schema_argument const& result) const;

    // Ops such as reshape, contiguous and to return an alias unless they have to copy: to
    // another dtype, or to put the same elements elsewhere.
    [[nodiscard]] static sharing find_sharing(base const& from, value_spec const* to);

    void add_results(node_id n, std::uint32_t first, value_spec const* value, base const& shared);

    [[noreturn]] void fail(node_id n, char const* sentence) const {
        raise_at_node(graph_, n, errc::invalid_argument, sentence);
    }

    graph const& graph_;
    storage_map map_;
    vec<bool> is_nested_; // by node: a list of lists
};

} // namespace detail

/// Finds the storages of a graph; linear in its nodes, arguments and results.
[[nodiscard]] GRAFT_INLINE storage_map find_storages(graph const& g);

} // namespace graft

#if defined(GRAFT_MEMORY_BODIES)
#    include <graft/ir/opaque.hpp>

#    include <algorithm>

namespace graft {
namespace detail {

GRAFT_INLINE storage_map_builder::storage_map_builder(graph const& g) : graph_(g) {
    map_.results_of_.resize(g.capacity());
    is_nested_.resize(g.capacity());
    for (node_id const n : g.nodes())
        if (g.op(n) != opcode::output)
            map_.results_of_[n] = add_node(n);
}

GRAFT_INLINE storage_map_builder::range storage_map_builder::add_node(node_id n) {
    target_info const target = graph_.target(n);
    bool const is_call = graph_.op(n) == opcode::call_function;
    if (is_call && target.name == "operator.getitem")
        return select(n);
    auto const begin = static_cast<std::uint32_t>(map_.results_.size());
    value_spec const* const value = graph_.val(n);
    if (is_call && target.op != nullptr)
        add_returns(n, *target.op, value);
    else if (value != nullptr || !is_opaque(graph_, n) || graph_.use_count(n) != 0)
        add_results(n, begin, value, {});
    if (is_call && (is_opaque(target) || is_control_flow(target)))
        hold_inputs(n, begin);
    is_nested_[n] = value != nullptr && std::any_of(value->items.begin(), value->items.end(),
                                                    [](value_spec const& item) { return item.is_list(); });
    return {begin, static_cast<std::uint32_t>(map_.results_.size()) - begin};
}

GRAFT_INLINE void storage_map_builder::hold_inputs(node_id n, std::uint32_t first) {
    for (std::size_t r = first; r < map_.results_.size(); ++r)
        if (storage_id const holder = map_.results_[r]; holder != no_storage)
            graph_.for_each_input(n, [&](node_id input) {
                for (storage_id const held : map_.storages(input))
                    if (held != no_storage)
                        map_.holds_.push_back({holder, held});
            });
}

GRAFT_INLINE storage_map_builder::range storage_map_builder::select(node_id n) const {
    if (graph_.arg_count(n) != 2 || !graph_.arg(n, 0).is_node() || graph_.arg(n, 1).kind() != arg_kind::integer)
        fail(n, "getitem takes a node and an integer");
    node_id const source = graph_.arg(n, 0).node();
    range const all = map_.results_of_[source];
    value_spec const* const value = graph_.val(source);
    std::size_t const items = is_nested_[source] ? value->items.size() : all.count;
    std::int64_t const index = graph_.arg(n, 1).integer();
    if (index < 0 || static_cast<std::size_t>(index) >= items)
        fail(n, "getitem takes a result that there is not");
    auto const i = static_cast<std::uint32_t>(index);
    if (!is_nested_[source])
        return {all.begin + i, 1};
    range part{all.begin, count_results(value->items[i])};
    for (std::uint32_t before = 0; before < i; ++before)
        part.begin += count_results(value->items[before]);
    return part;
}

GRAFT_INLINE void storage_map_builder::add_returns(node_id n, op_info const& op, value_spec const* value) {
    auto const begin = static_cast<std::uint32_t>(map_.results_.size());
    if (has(op.tags, op_tags::unsaid_view)) {
        bool const is_list = value != nullptr && value->is_list();
        if (!is_list)
            add_results(n, begin, value, find_unsaid_base(n, op, std::nullopt));
        for (std::size_t i = 0; is_list && i < value->items.size(); ++i)
            add_results(n, begin, &value->items[i], find_unsaid_base(n, op, i));
        return;
    }
    bool const several = value != nullptr && op.returns.size() > 1;
    if (several && (!value->is_list() || value->items.size() != op.returns.size()))
        fail(n, "the value of the node is not what its op returns");
    for (std::size_t r = 0; r < op.returns.size(); ++r)
        add_results(n, begin, several ? &value->items[r] : value, find_base(n, op, op.returns[r]));
}

GRAFT_INLINE storage_map_builder::base storage_map_builder::find_unsaid_base(node_id n, op_info const& op,
                                                                             std::optional<std::size_t> item) const {
    for (std::size_t i = 0; i < op.arguments.size(); ++i) {
        auto shown = op.arguments[i].type == type_kind::tensor ? graph_.schema_arg(n, i) : std::nullopt;
        if (!shown)
            continue;
        if (!shown->is_node() && shown->size() != 1 && (!item || *item >= shown->size()))
            return {};
        if (!shown->is_node())
            shown = (*shown)[shown->size() == 1 ? 0 : *item];
        auto const shared = shown->is_node() ? map_.storages(shown->node()) : graft::view<storage_id const>{};
        value_spec const* const value = shown->is_node() ? graph_.val(shown->node()) : nullptr;
        if (shared.size() != 1 || value == nullptr || !value->is_tensor())
            return {};
        return {shared[0], &value->tensor, false, true};
    }
    return {};
}

GRAFT_INLINE storage_map_builder::base storage_map_builder::find_base(node_id n, op_info const& op,
                                                                      schema_argument const& result) const {
    for (std::size_t i = 0; i < op.arguments.size() && !result.alias.empty(); ++i) {
        if (op.arguments[i].alias != result.alias)
            continue;
        auto const argument = graph_.schema_arg(n, i);
        if (!argument || !argument->is_node())
            break;
        auto const shared = map_.storages(argument->node());
        if (shared.size() == 1)
            return {shared[0], tensor_of(graph_.val(argument->node())),
                    op.arguments[i].writes || has(op.tags, op_tags::view), op.find_argument("copy") >= 0};
    }
    return {};
}

GRAFT_INLINE storage_map_builder::sharing storage_map_builder::find_sharing(base const& from, value_spec const* to) {
    if (from.storage == no_storage)
        return sharing::none;
    if (from.is_view || from.spec == nullptr || to == nullptr)
        return sharing::certain;
    tensor_spec const &a = *from.spec, &b = to->tensor;
    if (a.dtype != b.dtype)
        return from.is_conversion ? sharing::none : sharing::possible;
    bool const moved =
        a.sizes == b.sizes ? a.strides != b.strides : !is_contiguous(a) && is_contiguous(b) && a.numel() == b.numel();
    return moved ? sharing::possible : sharing::certain;
}

GRAFT_INLINE void storage_map_builder::add_results(node_id n, std::uint32_t first, value_spec const* value,
                                                   base const& shared) {
    if (value != nullptr && value->is_list()) {
        for (value_spec const& item : value->items)
            add_results(n, first, &item, shared);
        return;
    }
    if (value != nullptr && !value->is_tensor()) {
        map_.results_.push_back(no_storage);
        return;
    }
    sharing const how = find_sharing(shared, value);
    if (how == sharing::certain) {
        map_.results_.push_back(shared.storage);
        return;
    }
    auto const fresh = static_cast<storage_id>(map_.origins_.size());
    map_.origins_.push_back({n, static_cast<std::uint32_t>(map_.results_.size()) - first});
    map_.results_.push_back(fresh);
    if (how == sharing::possible)
        map_.holds_.push_back({fresh, shared.storage});
}

} // namespace detail

GRAFT_INLINE storage_map find_storages(graph const& g) { return detail::storage_map_builder{g}.take(); }

} // namespace graft
#endif
