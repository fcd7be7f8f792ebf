#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>

#include <cstddef>
#include <string_view>

namespace graft {

/// Makes every `as_strided`, and `as_strided_copy`, one of the tensor that owns the storage, with its dimensions in
/// the order in which the elements lie: what it shows may be elements that the view which it is called on does not
/// show, and where a graph copies instead of viewing there is no storage behind the copy. What is called on an input
/// that is dense in no order stays, and what begins at a place that no size of a tensor tells. An
/// `as_strided_scatter` becomes what its view shows of one of the tensor that owns the storage. An `as_strided_`
/// becomes such an `as_strided`, which later users of the tensor use, and so does what resizes a tensor to elements
/// that its storage has. Returns how many calls changed.
struct root_as_strided_pass {
    static constexpr std::string_view name = "root_as_strided"; ///< by which constraints name it
    std::size_t operator()(graph& g) const;                     ///< runs it
};
inline constexpr root_as_strided_pass root_as_strided{}; ///< called or run by a manager

/// What the result of a call has to do with the storage of its first argument.
enum class view_relation {
    none, ///< elements of its own
    same, ///< the same tensor, as of `detach`
    view, ///< another view of the elements
};

/// How the result of a call of a functional op is related to its first argument; that it is a copy where it may be
/// one depends on dtypes and strides, which have to be known.
[[nodiscard]] GRAFT_INLINE view_relation relation_to_first(graph const& g, node_id n);

namespace detail {

// True of a graph with a call that depends on the storage behind the tensor which it is given.
[[nodiscard]] GRAFT_INLINE bool shows_storage(graph const& g);

// An error of the code `unsupported` where an `as_strided` is left that shows the storage of a view which does not
// show all of it: where a copy of the view takes its place, that storage is gone. `takes_copies` says that inputs
// are copies.
GRAFT_INLINE void require_rooted(graph const& g, bool takes_copies);

} // namespace detail
} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/dialect/add_call_like.hpp>
#    include <graft/dialect/aten/shaping.hpp>
#    include <graft/dialect/aten/storage.hpp>
#    include <graft/dialect/aten/view.hpp>
#    include <graft/dialect/infer.hpp>
#    include <graft/dialect/lazy_views.hpp>
#    include <graft/dialect/meta/reshape.hpp>
#    include <graft/dialect/meta/strides.hpp>
#    include <graft/ir/at_node.hpp>
#    include <graft/ir/map_arg.hpp>
#    include <graft/ir/opaque.hpp>
#    include <graft/meta/vec.hpp>
#    include <graft/symbolic/compare.hpp>
#    include <graft/symbolic/value_spec.hpp>
#    include <graft/transform/graph_composition.hpp>
#    include <graft/transform/scatter_view.hpp>

#    include <algorithm>
#    include <cstdint>
#    include <optional>
#    include <string>
#    include <utility>

namespace graft {
namespace detail {

// The tensor with elements of its own that a node is, or is a view of.
[[nodiscard]] inline node_id storage_owner(graph const& g, node_id n) {
    for (node_id first = first_argument(g, n); first != no_node && relation_to_first(g, n) != view_relation::none;
         first = first_argument(g, n)) {
        bool const of_several = g.target(n).name == "operator.getitem";
        if (of_several && relation_to_first(g, first) == view_relation::none)
            break;
        n = first;
    }
    return n;
}

// True of a call that gives its first argument itself, which it may write to, and no other view of its elements.
[[nodiscard]] inline bool names_first_argument(graph const& g, node_id n) {
    node_id const first = first_argument(g, n);
    op_info const* const op = first == no_node ? nullptr : g.target(n).op;
    if (op == nullptr || !op->returns_alias() || shows_all(g, n))
        return false;
    bool const is_known = tensor_of(g.val(n)) != nullptr && tensor_of(g.val(first)) != nullptr;
    return has(op->tags, op_tags::inplace) || (is_known && relation_to_first(g, n) == view_relation::same);
}

// The tensor with its dimensions in the order in which its elements lie, a view that is contiguous.
[[nodiscard]] inline node_id in_order_of_storage(graph& g, node_id call, node_id owner) {
    tensor_spec const& spec = recorded_tensor(g, owner);
    if (is_contiguous(spec))
        return owner;
    vec<std::size_t> const inner_first = memory_order(spec.sizes, {&spec.strides, 1});
    vec<arg> order;
    for (std::size_t i = inner_first.size(); i-- > 0;)
        order.push_back(static_cast<std::int64_t>(inner_first[i]));
    return add_call_like(g, call, aten::permute, {arg::node(owner), arg::list(std::move(order))});
}

// The names of tensors as a walk over a graph comes to them: calls in place return what they are given, which some of
// them make another view of its elements for all who name it.
class tensor_names {
public:
    explicit tensor_names(graph& g)
        : g_(g), lazy_(g), first_(g.capacity(), no_node), latest_(g.capacity(), no_node), names_(g.capacity()),
          passed_(g.capacity(), false) {}

    // The walk has come by a node.
    void pass(node_id n) {
        if (n >= first_.size())
            return;
        bool const names = lazy_.role_of(n) != lazy_views::role::resolves && names_first_argument(g_, n);
        first_[n] = names ? first_[g_.arg(n, 0).node()] : n;
        names_[first_[n]].push_back(n);
        op_info const* const op = g_.target(n).op;
        if (names && op->functional != nullptr && op->functional->names_alias())
            latest_[first_[n]] = n;
        passed_[n] = true;
    }
    // The node that is the tensor that `n` names, as it is seen now.
    [[nodiscard]] node_id now(node_id n) const {
        node_id const latest = n < first_.size() ? latest_[first_[n]] : no_node;
        return latest == no_node ? n : latest;
    }
    // All that name the tensor which `n` names are `shown` from its call on.
    void become(node_id n, node_id shown) {
        if (n >= first_.size())
            return;
        for (node_id const name : std::exchange(names_[first_[n]], {}))
            g_.replace_all_uses_with(name, operand::node(shown), [&](node_id user) {
                return user != shown && user < passed_.size() && !passed_[user];
            });
    }

private:
    graph& g_;
    lazy_views lazy_;
    vec<node_id> first_;      // by node: the first that names its tensor
    vec<node_id> latest_;     // by that: the call in place that made it the view that it is
    vec<vec<node_id>> names_; // by that: all of them
    vec<bool> passed_;        // by node
};

// The argument that is a number, of nodes that compute it before `n`; none where no tensor has its symbols.
[[nodiscard]] inline std::optional<arg> number_before(graph& g, node_id n, sym_int const& number) {
    composition_world<value> world(g, n);
    try {
        return world.number_of(number);
    } catch (error const& e) {
        if (e.code() != errc::unsupported)
            throw;
        for (std::size_t i = world.created().size(); i-- > 0;)
            g.erase_node(world.created()[i]);
        return std::nullopt;
    }
}

// True of `as_strided`, `as_strided_` and `as_strided_copy` of a tensor.
[[nodiscard]] inline bool is_as_strided(graph const& g, node_id n) {
    return g.target(n).is_any_of(aten::as_strided, aten::as_strided_, aten::as_strided_copy) && g.arg_count(n) > 2 &&
           g.arg(n, 0).is_node();
}

// True of `as_strided_scatter` of a tensor.
[[nodiscard]] inline bool is_scatter(graph const& g, node_id n) {
    return g.target(n) == aten::as_strided_scatter && g.arg_count(n) > 3 && g.arg(n, 0).is_node();
}

// True of a tensor whose elements lie row by row from the begin of their storage, as those of a copy.
[[nodiscard]] inline bool lies_as_copy(tensor_spec const& spec) {
    return is_contiguous(spec) && spec.storage_offset == 0;
}

// True when a view shows all bytes of what owns its storage, in the order in which they lie.
[[nodiscard]] inline bool shows_every_byte(tensor_spec const& shown, tensor_spec const& whole) {
    auto const bytes = [](tensor_spec const& of) {
        return of.numel() * static_cast<std::int64_t>(element_size(of.dtype));
    };
    return lies_as_copy(shown) && bytes(shown) == bytes(whole);
}

// True when an `as_strided` of a view may be one of the tensor that owns its storage.
[[nodiscard]] inline bool may_root(tensor_spec const* shown, tensor_spec const* owner) {
    return shown != nullptr && owner != nullptr && is_dense(*owner) && owner->storage_offset == 0 &&
           owner->dtype == shown->dtype;
}

// True of a call that gives a tensor other sizes.
[[nodiscard]] inline bool is_resize(graph const& g, node_id n) {
    return g.target(n).is_any_of(aten::resize_, aten::resize_as_) && g.arg_count(n) > 1 && g.arg(n, 0).is_node();
}

// True of a call that gives a tensor other sizes, of elements that lie row by row in its storage.
[[nodiscard]] inline bool resizes_in_storage(graph const& g, node_id n, tensor_names const& names) {
    if (!is_resize(g, n) || g.op(g.arg(n, 0).node()) == opcode::placeholder)
        return false;
    auto const format = g.schema_arg(n, 2);
    node_id const resized = g.arg(n, 0).node(), owner = names.now(storage_owner(g, resized));
    tensor_spec const *const before = tensor_of(g.val(resized)), *const after = tensor_of(g.val(n)),
                             *const whole = tensor_of(g.val(owner));
    if ((format && format->kind() != arg_kind::none) || after == nullptr || !may_root(before, whole) ||
        !is_contiguous(*after) || after->sizes == before->sizes)
        return false;
    auto const is_number = [](sym_int const& size) { return !size.is_symbolic(); };
    return std::all_of(after->sizes.begin(), after->sizes.end(), is_number) &&
           known_le(before->storage_offset + after->numel(), whole->numel()) == true;
}

// Makes a call that resizes a tensor an `as_strided_`.
inline void show_resized(graph& g, node_id n) {
    tensor_spec const after = recorded_tensor(g, n);
    vec<arg> sizes, strides;
    for (std::size_t d = 0; d < after.dim(); ++d) {
        sizes.emplace_back(after.sizes[d].value());
        strides.emplace_back(after.strides[d].value());
    }
    arg const self = to_arg(g.arg(n, 0));
    g.set_args(n, vec<arg>{self, arg::list(std::move(sizes)), arg::list(std::move(strides))});
    g.set_target(n, g.intern_target(aten::as_strided_.default_.info(), g.target(n).dialect));
}

// The offset that a call gives as its argument `at`, or that of the tensor which it is called on; none where no tensor
// tells that.
[[nodiscard]] inline std::optional<arg> offset_in_storage(graph& g, node_id n, std::size_t at,
                                                          tensor_spec const& shown) {
    auto const given = g.schema_arg(n, at);
    if (given && given->kind() != arg_kind::none)
        return to_arg(*given);
    sym_int const offset = shown.storage_offset; // nodes are made
    return number_before(g, n, offset);
}

// Makes an `as_strided` one of the tensor that owns the storage; false where it stays as it is.
inline bool root_call(graph& g, node_id n, tensor_names const& names) {
    node_id const view = g.arg(n, 0).node(), owner = names.now(storage_owner(g, view));
    tensor_spec const *const shown = tensor_of(g.val(view)), *const whole = tensor_of(g.val(owner));
    if (!may_root(shown, whole) || shows_every_byte(*shown, *whole))
        return false;
    std::optional<arg> offset = offset_in_storage(g, n, 3, *shown);
    if (!offset)
        return false;
    auto const scope = inserting_before(g, n);
    vec<arg> args{arg::node(in_order_of_storage(g, n, owner)), to_arg(g.arg(n, 1)), to_arg(g.arg(n, 2)),
                  *std::move(offset)};
    g.set_args(n, args);
    return true;
}

// Makes an `as_strided_scatter` what the view that it is called on shows of one of the tensor that owns the storage;
// false where it stays as it is.
inline bool root_scatter(graph& g, node_id n, tensor_names const& names) {
    node_id const view = g.arg(n, 0).node(), owner = names.now(storage_owner(g, view));
    if (!may_root(tensor_of(g.val(view)), tensor_of(g.val(owner))) || lies_as_copy(*tensor_of(g.val(view))))
        return false;
    tensor_spec const shown = *tensor_of(g.val(view)); // nodes are made
    std::optional<arg> offset = offset_in_storage(g, n, 4, shown), start = number_before(g, n, shown.storage_offset);
    vec<arg> sizes, strides;
    for (auto const& [numbers, args] : {std::pair{&shown.sizes, &sizes}, std::pair{&shown.strides, &strides}})
        for (sym_int const& number : *numbers)
            if (std::optional<arg> known = number_before(g, n, number))
                args->push_back(*std::move(known));
    if (!offset || !start || sizes.size() != shown.dim() || strides.size() != shown.dim())
        return false;
    auto const scope = inserting_before(g, n);
    node_id const written = add_call_like(g, n, aten::as_strided_scatter,
                                          {arg::node(in_order_of_storage(g, n, owner)), to_arg(g.arg(n, 1)),
                                           to_arg(g.arg(n, 2)), to_arg(g.arg(n, 3)), *std::move(offset)});
    g.set_target(n, g.intern_target(aten::as_strided.default_.info(), g.target(n).dialect));
    g.set_args(n, {arg::node(written), arg::list(std::move(sizes)), arg::list(std::move(strides)), *std::move(start)});
    infer(g, n);
    return true;
}

GRAFT_INLINE bool shows_storage(graph const& g) {
    return std::any_of(g.nodes().begin(), g.nodes().end(),
                       [&](node_id n) { return is_as_strided(g, n) || is_scatter(g, n) || is_resize(g, n); });
}

} // namespace detail

GRAFT_INLINE std::size_t root_as_strided_pass::operator()(graph& g) const {
    if (!detail::shows_storage(g))
        return 0;
    std::size_t count = 0;
    detail::tensor_names names(g);
    for (node_id const n : g.nodes()) {
        if (detail::resizes_in_storage(g, n, names))
            detail::show_resized(g, n);
        if (detail::is_scatter(g, n)) {
            count += detail::root_scatter(g, n, names) ? 1 : 0;
        } else if (detail::is_as_strided(g, n)) {
            bool const in_place = g.target(n) == aten::as_strided_;
            if (in_place) {
                g.set_target(n, g.intern_target(aten::as_strided.default_.info(), g.target(n).dialect));
                names.become(g.arg(n, 0).node(), n);
            }
            count += detail::root_call(g, n, names) || in_place ? 1 : 0;
        }
        names.pass(n);
    }
    return count;
}

GRAFT_INLINE void detail::require_rooted(graph const& g, bool takes_copies) {
    std::optional<opaque_reach> reach;
    for (node_id const n : g.nodes()) {
        bool const scatters = is_scatter(g, n);
        if (!scatters && !is_as_strided(g, n))
            continue;
        node_id const view = g.arg(n, 0).node(), owner = storage_owner(g, view);
        tensor_spec const *const shown = tensor_of(g.val(view)), *const whole = tensor_of(g.val(owner));
        bool const stays = view == owner && !scatters && !(takes_copies && g.op(owner) == opcode::placeholder);
        if (stays || shown == nullptr || whole == nullptr ||
            (scatters ? lies_as_copy(*shown) : may_root(whole, whole) && shows_every_byte(*shown, *whole)))
            continue;
        if (!reach)
            reach.emplace(g);
        if (!(*reach)[view])
            at_node(g, n, [&] {
                raise(errc::unsupported, "to_edge: ", g.target(n).name, " shows the storage behind '", g.name(view),
                      "', of which a copy takes the place");
            });
    }
}

GRAFT_INLINE view_relation relation_to_first(graph const& g, node_id n) {
    target_info const target = g.target(n);
    if (target.name == "operator.getitem")
        return view_relation::view;
    if (target.op == nullptr || !target.op->returns_alias() || g.arg_count(n) == 0 || !g.arg(n, 0).is_node())
        return view_relation::none;
    bool const same = has(target.op->tags, op_tags::same_tensor);
    if (!has(target.op->tags, op_tags::may_copy))
        return same ? view_relation::same : view_relation::view;
    tensor_spec const& from = detail::recorded_tensor(g, g.arg(n, 0).node());
    tensor_spec const& to = detail::recorded_tensor(g, n);
    if (target == aten::ravel) // `contiguous` first
        return is_contiguous(from) ? view_relation::view : view_relation::none;
    if (!same)
        return detail::view_strides(from, to.sizes).strides ? view_relation::view : view_relation::none;
    int const copy = target.op->find_argument("copy");
    bool const copies = copy >= 0 && g.schema_arg(n, static_cast<std::size_t>(copy)) &&
                        g.schema_arg(n, static_cast<std::size_t>(copy))->kind() == arg_kind::boolean &&
                        g.schema_arg(n, static_cast<std::size_t>(copy))->boolean();
    bool const unchanged = from.dtype == to.dtype && from.dev == to.dev && from.strides == to.strides;
    return unchanged && !copies ? view_relation::same : view_relation::none;
}

} // namespace graft
#endif
