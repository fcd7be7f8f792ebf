#pragma once

#include <graft/core/error.hpp>
#include <graft/dialect/add_call_like.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/complex.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/index.hpp>
#include <graft/dialect/aten/rearrange.hpp>
#include <graft/dialect/aten/storage.hpp>
#include <graft/dialect/aten/symbolic.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/infer.hpp>
#include <graft/ir/call_target.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/map_arg.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/compare.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

namespace graft::detail {

// The first argument of a call, if it is a node.
[[nodiscard]] inline node_id first_argument(graph const& g, node_id n) {
    bool const is_call = g.op(n) == opcode::call_function && g.arg_count(n) > 0;
    return is_call && g.arg(n, 0).is_node() ? g.arg(n, 0).node() : no_node;
}

// A new call like `view`, of another first argument; what is known of it is left to be said.
inline node_id call_again(graph& g, node_id view, node_id of) {
    call_arguments given = arguments_of(g, view);
    given.args[0] = arg::node(of);
    return g.call_function(g.target_id(view), given.args, given.kwargs);
}

// Makes a call that resizes a tensor without elements, which is no view, one of a new tensor of the sizes that it gets.
inline void make_new(graph& g, node_id n) {
    bool const like = g.target(n) == aten::resize_as_;
    arg const self = to_arg(g.arg(n, 0)), sizes = to_arg(*g.schema_arg(n, 1));
    if (like)
        g.set_args(n, vec<arg>{sizes},
                   vec<kwarg>{{"dtype", recorded_tensor(g, n).dtype}, {"memory_format", memory_format::contiguous}});
    else
        g.set_args(n, vec<arg>{self, sizes});
    op_info const& op = like ? aten::empty_like.default_.info() : aten::new_empty.default_.info();
    g.set_target(n, g.intern_target(op, g.target(n).dialect));
    infer(g, n);
}

// True of a view of elements of another size, which wants that also strides that no element needs are divisible.
[[nodiscard]] inline bool resizes_elements(graph const& g, node_id call) {
    return g.target(call).is_any_of(aten::view_as_complex, aten::view.dtype);
}

// True of a view that shows the storage, as `as_strided`, and of views of other sizes, of pairs and of the bytes, which show
// what lies side by side.
[[nodiscard]] inline bool shows_by_place(graph const& g, node_id call) {
    op_info const* const op = g.op(call) == opcode::call_function ? g.target(call).op : nullptr;
    return op != nullptr && has(op->tags, op_tags::view) && !has(op->tags, op_tags::may_copy) &&
           (has(op->tags, op_tags::resizes) || has(op->tags, op_tags::shows_storage) || resizes_elements(g, call));
}

// True of another tensor of all elements as they are, which stays so where one of both becomes a view in place.
[[nodiscard]] inline bool shows_all(graph const& g, node_id call) {
    return g.target(call).is_any_of(aten::detach, aten::alias);
}

// True if no two places of a tensor of known sizes, of 65,536 elements at most, are one element: all are looked at.
[[nodiscard]] inline bool has_distinct_places(tensor_spec const& spec) {
    vec<std::uint64_t> places{0}; // which wrap where strides are out of all bounds
    for (std::size_t d = 0; d < spec.dim(); ++d) {
        bool const one_place = spec.strides[d] == 0 && !(spec.sizes[d] == 1);
        if (one_place || spec.sizes[d].is_symbolic() || spec.strides[d].is_symbolic() ||
            spec.sizes[d].value() > static_cast<std::int64_t>(65536 / places.size()))
            return false;
        vec<std::uint64_t> const before = places;
        auto const stride = static_cast<std::uint64_t>(spec.strides[d].value());
        for (std::uint64_t i = 1; i < static_cast<std::uint64_t>(spec.sizes[d].value()); ++i)
            for (std::uint64_t const place : before)
                places.push_back(place + i * stride);
    }
    std::sort(places.begin(), places.end());
    return std::adjacent_find(places.begin(), places.end()) == places.end();
}

// True if no two places of the tensor can be one element: along each dimension a step goes over all that lies along
// those of smaller strides, or there are so few that all can be looked at.
[[nodiscard]] inline bool shows_each_once(tensor_spec const& spec) {
    if (is_contiguous(spec))
        return true;
    vec<std::size_t> left;
    for (std::size_t d = 0; d < spec.dim(); ++d)
        if (!(spec.sizes[d] == 1))
            left.push_back(d);
    sym_int reach = 1;
    while (!left.empty()) {
        auto nearest = left.end();
        for (auto d = left.begin(); d != left.end(); ++d) {
            sym_int const& stride = spec.strides[*d];
            if (known_le(reach, stride) == true &&
                (nearest == left.end() || known_le(stride, spec.strides[*nearest]) == true))
                nearest = d;
        }
        if (nearest == left.end())
            return has_distinct_places(spec);
        reach += (spec.sizes[*nearest] - 1) * spec.strides[*nearest];
        left.erase(nearest);
    }
    return true;
}

// The value as one of the dtype and sizes of the tensor that it is written to, which `sized` is like.
inline node_id fit_value(graph& g, node_id n, node_id value, tensor_spec const& to, node_id sized) {
    if (recorded_tensor(g, value).dtype != to.dtype)
        value = add_call_like(g, n, aten::_to_copy, {arg::node(value)}, {{"dtype", to.dtype}});
    vec<sym_int> const have = recorded_tensor(g, value).sizes;
    if (have == to.sizes)
        return value;
    if (have.size() > to.sizes.size())
        raise(errc::unsupported, "functionalize: a value of more dimensions is written to a tensor");
    std::size_t const added = to.sizes.size() - have.size();
    vec<arg> sizes;
    for (std::size_t d = 0; d < to.sizes.size(); ++d)
        if (d >= added && have[d - added] == to.sizes[d])
            sizes.emplace_back(-1);
        else if (!to.sizes[d].is_symbolic())
            sizes.emplace_back(to.sizes[d].value());
        else
            sizes.push_back(
                arg::node(add_call_like(g, n, aten::sym_size.int_, {arg::node(sized), static_cast<std::int64_t>(d)})));
    return add_call_like(g, n, aten::expand_copy, {arg::node(value), arg::list(std::move(sizes))});
}

// All that a call writes to.
[[nodiscard]] inline vec<node_id> written_arguments(graph const& g, node_id n) {
    vec<node_id> written;
    op_info const* const op = g.op(n) == opcode::call_function ? g.target(n).op : nullptr;
    for (std::size_t i = 0; op != nullptr && i < op->arguments.size(); ++i)
        if (auto const a = op->arguments[i].writes ? g.schema_arg(n, i) : std::nullopt; a && a->is_node())
            written.push_back(a->node());
    return written;
}

// Of a call in place that writes a number to some places: a new call that is true in those places, and false in the
// others. None of another call.
inline node_id written_places(graph& g, node_id n) {
    op_info const* const op = g.target(n).op->functional;
    if (op == nullptr || !has(op->tags, op_tags::puts_number))
        return no_node;
    std::size_t value = op->arguments.size() - 1;
    while (op->arguments[value].type != type_kind::scalar && op->arguments[value].type != type_kind::tensor)
        --value;
    call_arguments given = arguments_of(g, n);
    if (given.args.size() <= value)
        return no_node;
    auto const like = [&](arg const& of, bool truth) {
        return arg::node(add_call_like(g, n, aten::full_like, {of, truth}, {{"dtype", dtype::boolean}}));
    };
    given.args[0] = like(given.args[0], false);
    given.args[value] = given.args[value].kind == arg_kind::node && op->arguments[value].type == type_kind::tensor
                            ? like(given.args[value], true)
                            : arg(1);
    node_id const places = g.call_function(*op, given.args, given.kwargs);
    g.copy_meta(n, places);
    infer(g, places);
    return places;
}

// True of two tensors, or lists of them, whose elements lie in the same places, and where nothing is known of one.
[[nodiscard]] inline bool lie_alike(value_spec const& a, value_spec const& b) {
    if (a.is_tensor() && b.is_tensor())
        return a.tensor.strides == b.tensor.strides && a.tensor.storage_offset == b.tensor.storage_offset;
    return a.is_list() && b.is_list() &&
           std::equal(a.items.begin(), a.items.end(), b.items.begin(), b.items.end(),
                      [](value_spec const& x, value_spec const& y) { return lie_alike(x, y); });
}
[[nodiscard]] inline bool lie_alike(graph const& g, node_id a, node_id b) {
    value_spec const *const x = g.val(a), *const y = g.val(b);
    return a == b || x == nullptr || y == nullptr || lie_alike(*x, *y);
}

// Infers what a view is that is taken of another tensor of the same sizes, if anything was recorded of it. What that says
// of sizes stays: it knows more than what can be inferred from symbols alone.
inline void infer_view(graph& g, node_id view, value_spec const* known) {
    if (known == nullptr)
        return;
    value_spec recorded = *known; // which new values move
    g.set_val(view, recorded);    // which tells what symbols alone do not
    infer(g, view);
    value_spec shown = *g.val(view);
    auto const keep_sizes = [](value_spec& of, value_spec& as) {
        if (of.is_tensor() && as.is_tensor())
            of.tensor.sizes = std::move(as.tensor.sizes);
    };
    keep_sizes(shown, recorded);
    for (std::size_t i = 0; i < shown.items.size() && i < recorded.items.size(); ++i)
        keep_sizes(shown.items[i], recorded.items[i]);
    g.set_val(view, std::move(shown));
}

// Adds the calls that write a changed view back into the tensor that it is a view of.
class view_scatterer {
public:
    // New nodes go to the insertion point of the graph, with the metadata of `like`.
    view_scatterer(graph& g, node_id like) : g_(g), like_(like) {}

    [[noreturn]] static void refuse_view(std::string_view name) {
        raise(errc::unsupported, "functionalize: what is written to a view by ", name,
              " cannot be written back into the tensor it is a view of");
    }

    // The tensor `base` with the elements that `view`, a call on it, shows changed to those of `changed`.
    node_id scatter(node_id view, node_id base, node_id changed) {
        op_info const& op = *g_.target(view).op;
        if (shows_all(g_, view))
            return changed;
        if (op.scatter != nullptr && !may_show_twice(view, base))
            return with_rest(
                *op.scatter, view,
                {arg::node(g_.target(view) == aten::as_strided ? row_by_row(base) : base), arg::node(changed)});
        if (g_.target(view) == aten::narrow)
            return narrow(view, base, changed);
        if (g_.target(view) == aten::permute)
            return call(aten::permute, {arg::node(changed), inverse_of(g_.arg(view, 1))});
        if (g_.target(view) == aten::unsqueeze)
            return call(aten::squeeze.dim, {arg::node(changed), to_arg(g_.arg(view, 1))});
        if (has(op.tags, op_tags::undoes_itself))
            return with_rest(op, view, {arg::node(changed)});
        if (has(op.tags, op_tags::moves_dims) && g_.arg_count(view) == 3)
            return call(op, {arg::node(changed), to_arg(g_.arg(view, 2)), to_arg(g_.arg(view, 1))});
        if (g_.target(view) == aten::view_as_complex)
            return call(aten::view_as_real, {arg::node(changed)});
        if (g_.target(view) == aten::view_as_real)
            return call(aten::view_as_complex_copy, {arg::node(row_by_row(changed, true))});
        if (g_.target(view) == aten::real)
            return is_complex(recorded_tensor(g_, base).dtype)
                       ? call(aten::complex, {arg::node(changed), arg::node(call(aten::imag, {arg::node(base)}))})
                       : changed;
        if (g_.target(view) == aten::imag)
            return call(aten::complex, {arg::node(call(aten::real, {arg::node(base)})), arg::node(changed)});
        if (g_.target(view) == aten::view.dtype)
            return in_sizes_of(base, call(op, {arg::node(row_by_row(changed, true)), recorded_tensor(g_, base).dtype}));
        if (g_.target(view) == aten::unfold &&
            (!may_show_twice(view, base) || shows_each_once(recorded_tensor(g_, view))))
            return scatter_places({view}, base, changed);
        if (has(op.tags, op_tags::resizes) || (has(op.tags, op_tags::repeats) && !may_show_twice(view, base)))
            return shaped(changed, base);
        if (op.composition != nullptr && shows_each_once(recorded_tensor(g_, view))) // of other views
            return scatter_places({view}, base, changed);
        refuse_view(op.name);
    }

    // The tensor `base` with the elements that `item`, which is one of a list of views of it, shows changed to those of
    // `changed`.
    node_id scatter_item(node_id item, node_id base, node_id changed) {
        node_id const views = g_.arg(item, 0).node();
        std::int64_t const index = g_.arg(item, 1).integer();
        if (g_.target(views) == aten::unbind.int_)
            return call(aten::select_scatter, {arg::node(base), arg::node(changed), dimension_of(views), index});
        value_spec const* const val = g_.val(views);
        if (val == nullptr || !val->is_list() || index < 0 || index >= static_cast<std::int64_t>(val->items.size()))
            raise(errc::unsupported, "functionalize: what is written to an item of ", g_.target(views).name,
                  " cannot be written back into the tensor it is a part of");
        std::optional<std::int64_t> const dim = dimension_split(*val, recorded_tensor(g_, base));
        if (!dim) // parts that do not lie behind each other, such as those of a `tensor_split` whose indices fall
            return scatter_places({views, item}, base, changed);
        arg begin = begin_of_item(views, index, *dim);
        arg end = sum(begin, size_of(changed, *dim));
        return call(aten::slice_scatter, {arg::node(base), arg::node(changed), *dim, std::move(begin), std::move(end)});
    }

    // True of a view in which an element of `base` may have several places.
    [[nodiscard]] bool may_show_twice(node_id view, node_id base) const {
        op_info const* const op = g_.target(view).op;
        if (g_.target(view) == aten::as_strided)
            return !shows_each_once(recorded_tensor(g_, view));
        if (op != nullptr && has(op->tags, op_tags::repeats))
            return recorded_tensor(g_, view).numel() != recorded_tensor(g_, base).numel();
        return g_.target(view) == aten::unfold && !is_apart(view, base);
    }

    // The tensor, or a copy of it that lies row by row; if `in_strides`, by its strides also along dimensions of size 1.
    node_id row_by_row(node_id n, bool in_strides = false) {
        tensor_spec const& spec = recorded_tensor(g_, n);
        if (is_contiguous(spec) && (!in_strides || spec.strides == contiguous_strides(spec.sizes)))
            return n;
        return call(aten::clone, {arg::node(n)}, {{"memory_format", memory_format::contiguous}});
    }

    // The tensor `base` with the elements that the last of `views` shows, each of them once, changed to those of
    // `changed`. Each view is one of that before it, the first of `base`. With `only` an element may be shown several
    // times: those places count where it is true.
    node_id scatter_places(vec<node_id> const& views, node_id base, node_id changed, node_id only = no_node) {
        node_id elements = in_row(base), places = places_in(views, base);
        if (only != no_node) { // what does not count goes to an element behind the others
            node_id const others = call(aten::logical_not, {arg::node(only)});
            places = call(aten::masked_fill.Scalar, {arg::node(places), arg::node(others), size_of(elements, 0)});
            elements = call(aten::constant_pad_nd, {arg::node(elements), arg::list({0, 1})});
        }
        node_id written =
            call(aten::scatter.src, {arg::node(elements), 0, arg::node(in_row(places)), arg::node(in_row(changed))});
        if (only != no_node)
            written = call(aten::slice.Tensor, {arg::node(written), 0, 0, -1});
        return shaped(written, base);
    }

    // The tensor `base` behind `put`, an `index_put` to the last of `views`, which may show an element several times.
    node_id put_places(vec<node_id> const& views, node_id base, node_id put) {
        call_arguments given = arguments_of(g_, put);
        node_id const places = call(aten::index.Tensor, {arg::node(places_in(views, base)), given.args.at(1)});
        given.args[0] = arg::node(in_row(base));
        given.args[1] = arg::list({arg::node(places)});
        return shaped(call(aten::index_put, given.args, given.kwargs), base);
    }

private:
    node_id call(call_target const& op, vec<arg> const& args, vec<kwarg> const& kwargs = {}) {
        return add_call_like(g_, like_, op, args, kwargs);
    }

    // The tensor `n`, which lies row by row and has the sizes of `base`, also where symbols alone do not tell.
    node_id in_sizes_of(node_id base, node_id n) {
        tensor_spec spec = recorded_tensor(g_, n);
        spec.sizes = recorded_tensor(g_, base).sizes;
        spec.strides = contiguous_strides(spec.sizes);
        g_.set_val(n, std::move(spec));
        return n;
    }

    node_id in_row(node_id n) { return call(aten::reshape, {arg::node(n), arg::list({-1})}); }

    // Of each place of the last of `views` which element of `base` it shows: the views of the numbers of elements.
    node_id places_in(vec<node_id> const& views, node_id base) {
        tensor_spec const whole = recorded_tensor(g_, base);
        node_id const numbers = call(aten::arange.start_step, {0, size_of(in_row(base), 0)},
                                     {{"dtype", dtype::i64}, {"device", arg::device(text(whole.dev))}});
        node_id places = shaped(numbers, base);
        for (node_id const view : views) {
            value_spec const* const shown = g_.val(view);
            bool const by_place =
                g_.target(view) == aten::as_strided && !(is_contiguous(whole) && whole.storage_offset == 0);
            if (by_place || shown == nullptr || (shown->is_tensor() && shown->tensor.dtype != whole.dtype))
                refuse_view(g_.target(view).name);
            if (g_.target(view) != aten::view.dtype) // of the dtype that it has
                places = take(view, places);
        }
        return places;
    }

    // A call whose first arguments are given, and whose others are those of the view behind its first.
    node_id with_rest(op_info const& op, node_id view, vec<arg> first) {
        for (std::size_t i = 1; i < g_.arg_count(view); ++i)
            first.push_back(to_arg(g_.arg(view, i)));
        vec<kwarg> kwargs;
        for (std::size_t i = 0; i < g_.kwarg_count(view); ++i)
            kwargs.push_back({g_.kwarg_key(view, i), to_arg(g_.kwarg(view, i))});
        return call(op, first, kwargs);
    }

    // The view as one of another tensor of the same sizes.
    node_id take(node_id view, node_id of) {
        node_id const n = call_again(g_, view, of);
        g_.copy_meta(like_, n);
        infer_view(g_, n, g_.val(view));
        return n;
    }

    // The dimension in which the parts lie behind each other; none where they are no such parts.
    [[nodiscard]] static std::optional<std::int64_t> dimension_split(value_spec const& parts,
                                                                     tensor_spec const& whole) {
        for (std::size_t d = 0; d < whole.dim(); ++d) {
            sym_int length = 0;
            bool fits = true;
            for (value_spec const& part : parts.items) {
                fits = fits && part.is_tensor() && part.tensor.dim() == whole.dim();
                for (std::size_t i = 0; fits && i < whole.dim(); ++i)
                    fits = i == d || part.tensor.sizes[i] == whole.sizes[i];
                if (fits)
                    length += part.tensor.sizes[d];
            }
            if (fits && length == whole.sizes[d])
                return static_cast<std::int64_t>(d);
        }
        return {};
    }

    // True of windows that share no element, on a tensor that shows each of its own once.
    [[nodiscard]] bool is_apart(node_id view, node_id base) const {
        auto const size = g_.schema_arg(view, 2), step = g_.schema_arg(view, 3);
        return shows_each_once(recorded_tensor(g_, base)) && size && step && size->kind() == arg_kind::integer &&
               step->kind() == arg_kind::integer && size->integer() <= step->integer();
    }

    node_id narrow(node_id view, node_id base, node_id changed) {
        arg const start = to_arg(g_.arg(view, 2));
        arg end = sum(start, to_arg(g_.arg(view, 3)));
        // From a start that counts from the end to the end itself, which no such count names.
        if (start.kind == arg_kind::integer && start.bits < 0 && end.kind == arg_kind::integer && end.bits == 0)
            end = std::numeric_limits<std::int64_t>::max();
        return call(aten::slice_scatter,
                    {arg::node(base), arg::node(changed), to_arg(g_.arg(view, 1)), start, std::move(end)});
    }

    // The sum of two sizes, which may be symbolic.
    arg sum(arg const& a, arg const& b) {
        if (a.kind == arg_kind::integer && b.kind == arg_kind::integer)
            return arg(static_cast<std::int64_t>(a.bits + b.bits));
        return arg::node(called("operator.add", {a, b}));
    }

    // A call of an operator of Python.
    node_id called(std::string_view op, vec<arg> const& args) {
        node_id const n = g_.call_function(op, args);
        g_.copy_meta(like_, n);
        infer(g_, n);
        return n;
    }

    static arg inverse_of(arg_ref order) {
        auto const rank = static_cast<std::int64_t>(order.size());
        vec<arg> inverse(order.size());
        for (std::int64_t i = 0; i < rank; ++i) {
            std::int64_t const from = order[static_cast<std::size_t>(i)].integer();
            inverse.at(static_cast<std::size_t>(from < 0 ? from + rank : from)) = i;
        }
        return arg::list(std::move(inverse));
    }

    // The elements of `n` in the sizes of `base`. Symbolic sizes are asked for, but for the only one that follows from the
    // number of elements: no other size is 0, and that `n` has so many elements can be told from the symbols.
    node_id shaped(node_id n, node_id base) {
        tensor_spec const& spec = recorded_tensor(g_, base);
        vec<sym_int> const sizes = spec.sizes;
        auto const open = std::count_if(sizes.begin(), sizes.end(),
                                        [](sym_int const& size) { return size.is_symbolic() || size == 0; });
        bool const follows = open == 1 && recorded_tensor(g_, n).numel() == spec.numel();
        vec<arg> items;
        for (std::size_t i = 0; i < sizes.size(); ++i)
            items.push_back(follows && sizes[i].is_symbolic() ? arg(-1) : size_of(base, static_cast<std::int64_t>(i)));
        return call(aten::reshape, {arg::node(n), arg::list(std::move(items))});
    }

    // A size, which is asked for where it is symbolic.
    arg size_of(node_id n, std::int64_t dim) {
        vec<sym_int> const& sizes = recorded_tensor(g_, n).sizes;
        auto const at = static_cast<std::size_t>(dim < 0 ? dim + static_cast<std::int64_t>(sizes.size()) : dim);
        if (at >= sizes.size())
            raise(errc::invalid_argument, "functionalize: '", g_.name(n), "' has no dimension ", dim);
        return sizes[at].is_symbolic() ? arg::node(call(aten::sym_size.int_, {arg::node(n), dim}))
                                       : arg(sizes[at].value());
    }

    [[nodiscard]] arg dimension_of(node_id views) const {
        int const slot = g_.target(views).op == nullptr ? -1 : g_.target(views).op->find_argument("dim");
        auto const given = slot < 0 ? std::nullopt : g_.schema_arg(views, static_cast<std::size_t>(slot));
        return given && given->kind() == arg_kind::integer ? to_arg(*given) : arg(0);
    }

    // Where one of a list of views begins that lie behind each other: behind the sizes of all before it, of which equal
    // ones are counted.
    arg begin_of_item(node_id views, std::int64_t index, std::int64_t dim) {
        vec<sym_int> sizes;
        for (value_spec const& part : g_.val(views)->items)
            sizes.push_back(part.tensor.sizes[static_cast<std::size_t>(dim)]);
        arg begin = 0;
        for (std::int64_t first = 0, next = 0; first < index; first = next) {
            sym_int const& size = sizes[static_cast<std::size_t>(first)];
            while (next < index && sizes[static_cast<std::size_t>(next)] == size)
                ++next;
            if (size.is_symbolic()) {
                node_id const part = called("operator.getitem", {arg::node(views), first});
                begin = sum(begin, arg::node(called("operator.mul", {size_of(part, dim), next - first})));
            } else {
                begin = sum(begin, arg(size.value() * (next - first)));
            }
        }
        return begin;
    }

    graph& g_;
    node_id like_;
};

} // namespace graft::detail
