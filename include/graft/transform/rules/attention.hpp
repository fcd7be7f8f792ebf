#pragma once

#include <graft/transform/rules/common.hpp>

#include <initializer_list>
#include <limits>
#include <string_view>

namespace graft {

namespace detail {

inline constexpr auto attention_views = through(
    aten::view.default_, aten::view_copy.default_, aten::expand.default_, aten::expand_copy.default_);

template <class X, class S>
constexpr auto multiplied(X const& x, S const& s) {
    return one_of(ordered(aten::mul.Scalar(x, s)), ordered(aten::mul.Tensor(x, s)));
}

// The products of queries and keys, scaled: both by the same number before, or their product after.
constexpr auto attention_scores() {
    constexpr auto q = var<"q">;
    constexpr auto k = var<"k">;
    constexpr auto s = number(var<"s">);
    auto const keys = ops(aten::permute, aten::permute_copy)(k, ints(0, 1, 3, 2));
    auto const product = [](auto const& a, auto const& b) {
        return attention_views(aten::bmm(attention_views(a), attention_views(b)));
    };
    return one_of<"form">(
        product(multiplied(q, s), multiplied(keys, s)), ordered(aten::mul.Tensor(product(q, keys), s)),
        aten::div.Tensor(product(q, keys), s));
}

// What torch makes of a row that is masked throughout: zeros.
template <class Softmax>
constexpr auto safe_softmax(Softmax const& softmax) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    return aten::where.self(
        aten::logical_not(aten::any.dim(aten::logical_not(aten::eq.Scalar(var<"scores">, splat(-infinity))),
                                        var<"any_dim">, true)),
        any_attributes(aten::full_like(var<"weights">, splat(0))), softmax);
}

template <class Weights>
constexpr auto attention_of(Weights const& weights) {
    return ops(aten::view, aten::view_copy)(aten::bmm(attention_views(weights), attention_views(var<"v">)), any);
}

template <class Scores>
constexpr auto attention_softmax(Scores const& scores) {
    return aten::_softmax(scores, var<"dim">, false);
}

//=== conditions ===//

// Sizes of an attention: batch, heads, queries, keys, and how long a query and a value is.
struct attention_sizes {
    sym_int batch, heads, queries, keys, width, value_width;

    static constexpr bool are(tensor_spec const* t, std::initializer_list<sym_int const*> sizes) {
        if (t == nullptr || t->dim() != sizes.size())
            return false;
        std::size_t d = 0;
        for (sym_int const* const size : sizes)
            if (!surely_equal(t->sizes[d++], *size))
                return false;
        return true;
    }
};

// True for the last of four dimensions.
constexpr bool is_last_of_four(arg_ref dim) {
    return dim.kind() == arg_kind::integer && (dim.integer() == -1 || dim.integer() == 3);
}

// True when all is as the pattern cannot say: the views take batch and heads for one and apart again, no more, which
// the sizes tell, since a view keeps the order of elements, and an expansion that adds none is a view.
constexpr bool is_attention(match const& m) {
    tensor_spec const *const q = tensor_of(m.val("q")), *const k = tensor_of(m.val("k")),
                *const v = tensor_of(m.val("v")), *const root = tensor_of(m.val());
    if (q == nullptr || k == nullptr || v == nullptr || q->dim() != 4 || k->dim() != 4 || v->dim() != 4 ||
        !is_last_of_four(m["dim"]))
        return false;
    attention_sizes const a{q->sizes[0], q->sizes[1], q->sizes[2], k->sizes[2], q->sizes[3], v->sizes[3]};
    sym_int const both = a.batch * a.heads;
    auto const value_of = [&](node_id n, std::size_t slot) {
        return tensor_of(m.owner->val(m.owner->arg(n, slot).node()));
    };
    if (!attention_sizes::are(k, {&a.batch, &a.heads, &a.keys, &a.width}) ||
        !attention_sizes::are(v, {&a.batch, &a.heads, &a.keys, &a.value_width}) ||
        !attention_sizes::are(root, {&a.batch, &a.heads, &a.queries, &a.value_width}))
        return false;
    bool outer = true;
    for (node_id const n : m.nodes) {
        std::string_view const op = m.owner->target(n).name;
        if (op == "aten::bmm") {
            sym_int const& inner = outer ? a.keys : a.width;
            sym_int const& columns = outer ? a.value_width : a.keys;
            if (!attention_sizes::are(value_of(n, 0), {&both, &a.queries, &inner}) ||
                !attention_sizes::are(value_of(n, 1), {&both, &inner, &columns}))
                return false;
            outer = false;
        } else if (op == "aten::_softmax" &&
                   !attention_sizes::are(value_of(n, 0), {&a.batch, &a.heads, &a.queries, &a.keys})) {
            return false;
        }
    }
    return true;
}

// True when the tail of a safe softmax is about the softmax that was matched.
constexpr bool tail_is_of_softmax(match const& m) {
    if (!is_last_of_four(m["any_dim"]))
        return false;
    for (node_id const n : m.nodes)
        if (m.owner->target(n).name == "aten::_softmax" &&
            (m["weights"].node() != n || m["scores"].value() != m.owner->arg(n, 0).value()))
            return false;
    return true;
}

// True when the scores have their sizes before the mask is added.
constexpr bool mask_broadcasts(match const& m) {
    tensor_spec const *const q = tensor_of(m.val("q")), *const k = tensor_of(m.val("k")),
                *const mask = tensor_of(m.val("mask"));
    return mask != nullptr && mask->dim() >= 2 && is_floating_point(mask->dtype) &&
           surely_broadcasts(mask->sizes, {q->sizes[0], q->sizes[1], q->sizes[2], k->sizes[2]});
}

constexpr arg dtype_of_q(match const& m) { return m.val("q")->tensor.dtype; }
constexpr arg attention_scale(match const& m) {
    double const s = real_of(m["s"]);
    std::int64_t const form = m["form"].integer();
    return form == 0 ? s * s : form == 1 ? s : 1 / s;
}

template <fixed_string Name, class Tail, class Scores, class Attention, class Where>
constexpr auto attention_rule(Tail const& tail, Scores const& scores, Attention const& attention, Where const& only) {
    return rule<Name>(attention_of(tail(attention_softmax(scores))) >> attention,
                      where(var<"q">.in(rule_sets::single_or_double), same_dtype(var<"q">, var<"k">),
                            same_dtype(var<"q">, var<"v">), same_dtype(var<"q">, replaced),
                            that<"all sizes are those of an attention">(&is_attention)) &&
                          only)
        .fuse()
        .approx(1e-5, 1e-4)
        .may_duplicate();
}

} // namespace detail

namespace rule_sets {

/// softmax(q * s @ (k * s)^T + mask) @ v as torch decomposes it, and as it is written with one scale: of rank 4, over
/// the keys, and nothing else may use what is within. Without the tail that makes rows of zeros of those that are
/// masked throughout, these are nan, and zeros in the attention.
inline constexpr auto attention = [] {
    constexpr auto query = var<"q">;
    constexpr auto key = var<"k">;
    constexpr auto values = var<"v">;
    constexpr auto mask = var<"mask">;
    constexpr auto scale = compute<"attention_scale">(&detail::attention_scale);
    constexpr auto safe = [](auto const& softmax) { return detail::safe_softmax(softmax); };
    constexpr auto plain = [](auto const& softmax) { return softmax; };
    constexpr auto scores = detail::attention_scores();
    constexpr auto masked = aten::add.Tensor(scores, mask);
    constexpr auto without = aten::scaled_dot_product_attention(query, key, values, "scale"_a = scale);
    constexpr auto with = aten::scaled_dot_product_attention(query, key, values, mask, "scale"_a = scale);
    constexpr auto with_cast = aten::scaled_dot_product_attention(
        query, key, values, aten::_to_copy(mask, "dtype"_a = compute<"dtype_of_q">(&detail::dtype_of_q)),
        "scale"_a = scale);
    constexpr auto tail = where(that<"the tail is of the same softmax">(&detail::tail_is_of_softmax));
    constexpr auto other = where(that<"mask broadcasts to the scores">(&detail::mask_broadcasts));
    constexpr auto same = where(other, same_dtype(mask, query));
    return rules(detail::attention_rule<"sdpa">(safe, scores, without, tail).prio(65),
                 detail::attention_rule<"sdpa-mask">(safe, masked, with, same && tail).prio(64),
                 detail::attention_rule<"sdpa-mask-cast">(safe, masked, with_cast, other && tail).prio(63),
                 detail::attention_rule<"attention">(plain, scores, without, where()).finite_only().prio(62),
                 detail::attention_rule<"attention-mask">(plain, masked, with, same).finite_only().prio(61),
                 detail::attention_rule<"attention-mask-cast">(plain, masked, with_cast, other).finite_only().prio(60));
}();

} // namespace rule_sets
} // namespace graft
