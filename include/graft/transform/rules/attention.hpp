#pragma once

#include <graft/config.hpp>
#include <graft/transform/rules/common.hpp>

#include <limits>

namespace graft {

namespace detail {

inline constexpr auto attention_views = through(aten::view.default_, aten::view_copy.default_, aten::expand.default_,
                                                aten::expand_copy.default_, aten::clone.default_);

template <class X, class S>
constexpr auto multiplied(X const& x, S const& s) {
    return one_of(ordered(aten::mul.Scalar(x, s)), ordered(aten::mul.Tensor(x, s)));
}

// How the two products of an attention are written: with views that take batch and heads for one, as torch decomposes
// them, or as products of rank 4; and the softmax between them.
struct decomposed_attention {
    template <class A, class B>
    static constexpr auto scores(A const& a, B const& b) {
        return attention_views(aten::bmm(attention_views(a), attention_views(b)));
    }
    template <class Scores>
    static constexpr auto softmax(Scores const& scores) {
        return aten::_softmax(scores, var<"dim">, false);
    }
    template <class Weights>
    static constexpr auto values(Weights const& weights) {
        return ops(aten::view, aten::view_copy)(aten::bmm(attention_views(weights), attention_views(var<"v">)), any);
    }
    template <class Scores, class Hidden>
    static constexpr auto filled(Scores const& scores, Hidden const& hidden) {
        return aten::where.self(hidden, splat(-std::numeric_limits<double>::infinity()), scores);
    }
};
struct written_attention {
    template <class A, class B>
    static constexpr auto scores(A const& a, B const& b) {
        return aten::matmul(a, b);
    }
    template <class Scores>
    static constexpr auto softmax(Scores const& scores) {
        return aten::softmax.int_(scores, var<"dim">);
    }
    template <class Weights>
    static constexpr auto values(Weights const& weights) {
        return aten::matmul(weights, var<"v">);
    }
    template <class Scores, class Hidden>
    static constexpr auto filled(Scores const& scores, Hidden const& hidden) {
        return one_of(decomposed_attention::filled(scores, hidden),
                      aten::masked_fill.Scalar(scores, hidden, splat(-std::numeric_limits<double>::infinity())));
    }
};

// The products of queries and keys, scaled: both by the same number before, or their product after.
template <class Form, class Query, class Key>
constexpr auto attention_scores(Form, Query const& q, Key const& k) {
    constexpr auto s = number(var<"s">);
    auto const keys = one_of(aten::permute(k, ints(0, 1, 3, 2)), aten::permute_copy(k, ints(0, 1, 3, 2)),
                             aten::transpose.int_(k, any, any), aten::transpose_copy.int_(k, any, any));
    return one_of<"form">(Form::scores(multiplied(q, s), multiplied(keys, s)), multiplied(Form::scores(q, keys), s),
                          aten::div.Tensor(Form::scores(q, keys), s));
}

// What torch makes of a row that is masked throughout: zeros. Those may be made like the softmax, which then has
// another user.
template <class Softmax, auto scores = var<"scores">>
constexpr auto safe_softmax(Softmax const& softmax) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    return aten::where.self(aten::logical_not(aten::any.dim(
                                aten::logical_not(aten::eq.Scalar(scores, splat(-infinity))), var<"any_dim">, true)),
                            one_of(any_attributes(aten::full_like(any, splat(0))), splat(0)), softmax);
}

//=== conditions ===//

// True when all is as the pattern cannot say: the keys are transposed, and the views take batch and heads for one and
// apart again, no more, which the sizes tell, since a view keeps the order of elements, and an expansion that adds none
// is a view.
GRAFT_CONSTEXPR bool is_attention(match const& m);

// True when the tail of a safe softmax is about the softmax that was matched.
GRAFT_CONSTEXPR bool tail_is_of_softmax(match const& m);

// True when the scores have their sizes before the mask is added, or hides some of them.
GRAFT_CONSTEXPR bool mask_broadcasts(match const& m);

constexpr arg dtype_of_q(match const& m) { return m.val("q")->tensor.dtype; }
GRAFT_CONSTEXPR_INLINE arg attention_scale(match const& m) {
    double const s = real_of(m["s"]);
    std::int64_t const form = m["form"].integer();
    return form == 0 ? s * s : form == 1 ? s : 1 / s;
}

// Queries, keys and values are of as many heads, which the views and expansions have to tell apart.
template <auto q = var<"q">, auto k = var<"k">, auto v = var<"v">>
constexpr auto attention_operands() {
    return where(q.in(rule_sets::single_or_double), same_dtype(q, k), same_dtype(q, v), same_dtype(q, replaced),
                 rank(q) == 4, rank(k) == 4, rank(v) == 4, dim(k, 0) == dim(q, 0), dim(k, 1) == dim(q, 1),
                 dim(k, 3) == dim(q, 3), dim(v, 0) == dim(q, 0), dim(v, 1) == dim(q, 1), dim(v, 2) == dim(k, 2));
}

template <fixed_string Name, class Form, class Tail, class Scores, class Attention, class Where>
constexpr auto attention_rule(Form, Tail const& tail, Scores const& scores, Attention const& attention,
                              Where const& only) {
    return rule<Name>(Form::values(tail(Form::softmax(scores))) >> attention,
                      attention_operands<>() && where(that<"all sizes are those of an attention">(&is_attention)) &&
                          only)
        .fuse()
        .finite_only()
        .approx(1e-5, 1e-4)
        .may_duplicate();
}

} // namespace detail

namespace rule_sets {

/// softmax(q * s @ (k * s)^T + mask) @ v as torch decomposes it, and as it is written with one scale: of rank 4, over
/// the keys, and nothing else may use what is within. A mask is added, or is true of the scores that count, or of those
/// that are hidden. Without the tail that makes rows of zeros of those that are masked throughout, these are nan, and
/// zeros in the attention; and what is scaled earlier may be infinite later.
template <class Use = void, auto query = var<"q">, auto key = var<"k">, auto values = var<"v">, auto mask = var<"mask">>
inline constexpr auto attention = [] {
    constexpr auto scale = compute<"attention_scale">(&detail::attention_scale);
    constexpr auto safe = [](auto const& softmax) { return detail::safe_softmax(softmax); };
    constexpr auto plain = [](auto const& softmax) { return softmax; };
    constexpr auto with = [=](auto const& attn_mask) {
        return aten::scaled_dot_product_attention(query, key, values, attn_mask, "scale"_a = scale);
    };
    constexpr auto without = aten::scaled_dot_product_attention(query, key, values, "scale"_a = scale);
    constexpr auto cast = aten::_to_copy(mask, "dtype"_a = compute<"dtype_of_q">(&detail::dtype_of_q));
    constexpr auto not_mask = ops(aten::bitwise_not, aten::logical_not)(mask);
    constexpr auto tail = where(that<"the tail is of the same softmax">(&detail::tail_is_of_softmax));
    constexpr auto broadcasts = where(that<"mask broadcasts to the scores">(&detail::mask_broadcasts));
    constexpr auto other = where(broadcasts, mask.in(floating_dtypes));
    constexpr auto same = where(broadcasts, same_dtype(mask, query));
    constexpr auto hidden = where(broadcasts, mask.in(dtype::boolean));
    constexpr detail::decomposed_attention decomposed;
    constexpr detail::written_attention written;
    constexpr auto scores = detail::attention_scores(decomposed, query, key);
    constexpr auto products = detail::attention_scores(written, query, key);
    constexpr auto masked = aten::add.Tensor(scores, mask);
    constexpr auto masked_products = aten::add.Tensor(products, mask);
    using detail::attention_rule;
    return rules<"attention">(
        attention_rule<"sdpa-visible">(decomposed, safe, decomposed.filled(scores, not_mask), with(mask),
                                       hidden && tail)
            .prio(74),
        attention_rule<"sdpa-hidden">(decomposed, safe, decomposed.filled(scores, mask), with(aten::logical_not(mask)),
                                      hidden && tail)
            .prio(73),
        attention_rule<"sdpa">(decomposed, safe, scores, without, tail).prio(72),
        attention_rule<"sdpa-mask">(decomposed, safe, masked, with(mask), same && tail).prio(71),
        attention_rule<"sdpa-mask-cast">(decomposed, safe, masked, with(cast), other && tail).prio(70),
        attention_rule<"attention">(decomposed, plain, scores, without, where()).prio(69),
        attention_rule<"attention-mask">(decomposed, plain, masked, with(mask), same).prio(68),
        attention_rule<"attention-mask-cast">(decomposed, plain, masked, with(cast), other).prio(67),
        attention_rule<"attention-visible">(decomposed, plain, decomposed.filled(scores, not_mask), with(mask), hidden)
            .prio(66),
        attention_rule<"attention-hidden">(decomposed, plain, decomposed.filled(scores, mask),
                                           with(aten::logical_not(mask)), hidden)
            .prio(65),
        attention_rule<"attention-of-products">(written, plain, products, without, where()).prio(64),
        attention_rule<"attention-of-products-mask">(written, plain, masked_products, with(mask), same).prio(63),
        attention_rule<"attention-of-products-mask-cast">(written, plain, masked_products, with(cast), other).prio(62),
        attention_rule<"attention-of-products-visible">(written, plain, written.filled(products, not_mask), with(mask),
                                                        hidden)
            .prio(61),
        attention_rule<"attention-of-products-hidden">(written, plain, written.filled(products, mask),
                                                       with(aten::logical_not(mask)), hidden)
            .prio(60));
}();

} // namespace rule_sets
} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <initializer_list>

namespace graft::detail {

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

// True for a transposition of the last two of four dimensions.
constexpr bool transposes_last_of_four(graph const& g, node_id n) {
    std::int64_t product = 1;
    for (std::size_t i = 1; i < 3; ++i) {
        auto const dim = g.schema_arg(n, i);
        if (!dim || dim->kind() != arg_kind::integer)
            return false;
        product *= dim->integer() < 0 ? dim->integer() + 4 : dim->integer();
    }
    return product == 6; // of two numbers from 0 to 3 only 2 * 3
}

GRAFT_CONSTEXPR bool is_attention(match const& m) {
    tensor_spec const *const q = tensor_of(m.val("q")), *const k = tensor_of(m.val("k")),
                             *const v = tensor_of(m.val("v")), *const root = tensor_of(m.val());
    if (q == nullptr || k == nullptr || v == nullptr || !is_last_of_four(m["dim"]))
        return false;
    attention_sizes const a{q->sizes[0], q->sizes[1], q->sizes[2], k->sizes[2], q->sizes[3], v->sizes[3]};
    sym_int const both = a.batch * a.heads;
    auto const value_of = [&](node_id n, std::size_t slot) {
        return tensor_of(m.owner->val(m.owner->arg(n, slot).node()));
    };
    if (!attention_sizes::are(root, {&a.batch, &a.heads, &a.queries, &a.value_width}))
        return false;
    bool outer = true;
    for (node_id const n : m.nodes) {
        target_info const op = m.owner->target(n);
        if (op == aten::bmm) {
            sym_int const& inner = outer ? a.keys : a.width;
            sym_int const& columns = outer ? a.value_width : a.keys;
            if (!attention_sizes::are(value_of(n, 0), {&both, &a.queries, &inner}) ||
                !attention_sizes::are(value_of(n, 1), {&both, &inner, &columns}))
                return false;
            outer = false;
        } else if (op.is_any_of(aten::_softmax, aten::softmax.int_) &&
                   !attention_sizes::are(value_of(n, 0), {&a.batch, &a.heads, &a.queries, &a.keys})) {
            return false;
        } else if (op.is_any_of(aten::transpose.int_, aten::transpose_copy.int_) &&
                   !transposes_last_of_four(*m.owner, n)) {
            return false;
        }
    }
    return true;
}

GRAFT_CONSTEXPR bool tail_is_of_softmax(match const& m) {
    if (!is_last_of_four(m["any_dim"]))
        return false;
    for (node_id const n : m.nodes)
        if (m.owner->target(n) == aten::_softmax && m["scores"].value() != m.owner->arg(n, 0).value())
            return false;
    return true;
}

GRAFT_CONSTEXPR bool mask_broadcasts(match const& m) {
    tensor_spec const *const q = tensor_of(m.val("q")), *const k = tensor_of(m.val("k")),
                             *const mask = tensor_of(m.val("mask"));
    return mask != nullptr && mask->dim() >= 2 &&
           surely_broadcasts(mask->sizes, {q->sizes[0], q->sizes[1], q->sizes[2], k->sizes[2]});
}

} // namespace graft::detail
#endif
