#pragma once

#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/index.hpp>
#include <graft/dialect/aten/loss.hpp>
#include <graft/dialect/aten/normalization.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/meta/vec.hpp>

#include <cstdint>

namespace graft::detail {

/// By how much numbers come nearer than a margin to the right ones, added in PyTorch's order; 0 where it is not known.
template <class V>
[[nodiscard]] constexpr V margin_over(composing<V> const& k, V const& right, scalar margin, V const& others) {
    V const over = k(aten::add.Tensor, k(aten::rsub.Scalar, right, margin), others);
    return k(aten::where.ScalarOther, k(aten::gt.Scalar, over, 0), over, 0);
}

/// `dims` ones with the size of a vector at `dim`: the sizes in which it broadcasts along that dimension.
template <class V>
[[nodiscard]] constexpr vec<sym_int> sizes_along(composing<V> const& k, V const& vector, std::int64_t dim,
                                                 std::int64_t dims) {
    vec<sym_int> sizes(static_cast<std::size_t>(dims), 1);
    if (dims > 0)
        sizes[static_cast<std::size_t>(dim)] = k.size(vector, 0);
    return sizes;
}

/// The negative log likelihood, by `reduction`, and the weight of all that counts in it.
template <class V>
[[nodiscard]] constexpr vec<V> nll(composing<V> const& k, V const& x, V const& target, argument<V> const& weight) {
    sym_int const& ignored = k->integer("ignore_index");
    std::int64_t const reduction = k.number_of(k->integer("reduction"));
    std::int64_t const dims = k.rank(x), dim = dims < 2 ? 0 : 1;
    k.require(k.dtype(target) == dtype::i64 || k.dtype(target) == dtype::u8, "'target' must be torch.int64, not ",
              torch_name(k.dtype(target)));
    V const counts = k(aten::ne.Scalar, target, ignored);
    // Without classes what is ignored takes a zero in front of them; any target lies behind it.
    bool const none = k.size(x, dim) == 0;
    V const place = k(aten::mul.Tensor, none ? k(aten::add.Scalar, target, 1) : target, counts);
    V const of = k(aten::unsqueeze, k(aten::to.dtype, place, dtype::i64), dim);
    auto const at_target = [&](V const& from) {
        vec<sym_int> sizes = k.sizes(from);
        sizes[static_cast<std::size_t>(dim)] = 1;
        V const source = none ? k(aten::new_zeros, from, sizes) : from;
        return k(aten::squeeze.dim, k(aten::gather, source, dim, of), dim);
    };
    auto const chosen = [&](V const& from) { return k(aten::mul.Tensor, at_target(from), counts); };
    auto const chosen_or_zero = [&](V const& from) { return k(aten::where.ScalarOther, counts, at_target(from), 0); };
    if (weight.kind == argument_kind::tensor)
        k.require(k.rank(*weight.tensor) == 1 && !certainly_differ(k.size(*weight.tensor, 0), k.size(x, dim)),
                  "'weight' must have one element for each class");
    V weights = k(aten::_to_copy, counts, k.dtype(x));
    V scaled = x;
    if (weight.kind == argument_kind::tensor) {
        V const row = k(aten::view, k(aten::contiguous, *weight.tensor), sizes_along(k, *weight.tensor, dim, dims));
        scaled = k(aten::mul.Tensor, x, row);
        weights = chosen(k(aten::expand, row, k.sizes(x)));
    }
    V const loss = k(aten::neg, chosen_or_zero(scaled));
    if (reduction == 0 && dims > 1)
        return {k(aten::contiguous, loss), k(aten::new_zeros, x, vec<sym_int>{})};
    V const total = k(aten::sum, loss), weight_of_all = k(aten::sum, weights);
    return {reduction == 0 ? loss : reduction == 1 ? k(aten::div.Tensor, total, weight_of_all) : total, weight_of_all};
}

/// `by_number(x, share / classes)`, also of a symbolic number of classes: the quotient is then one of tensors in f64,
/// and `by_tensor` takes it in the dtype in which PyTorch computes with numbers, from which the result is rounded.
template <class ByNumber, class ByTensor, class V>
[[nodiscard]] constexpr V with_share(composing<V> const& k, ByNumber const& by_number, ByTensor const& by_tensor,
                                     V const& x, double share, sym_int const& classes) {
    if (!classes.is_symbolic())
        return k(by_number, x, share / static_cast<double>(classes.value()));
    dtype const d = k.dtype(x), wide = d == dtype::f64 ? dtype::f64 : dtype::f32;
    V const whole = k(aten::full, vec<sym_int>{}, share, dtype::f64);
    V const quotient = k(aten::to.dtype, k(aten::div.Tensor, whole, k(aten::scalar_tensor, classes, dtype::f64)), wide);
    return k(aten::to.dtype, k(by_tensor, k(aten::to.dtype, x, wide), quotient), d);
}

/// Checks that there is a target for every sample.
template <class V>
constexpr void require_targets(composing<V> const& k, V const& x, V const& target) {
    vec<sym_int> samples = k.sizes(x);
    k.require(!samples.empty(), "'self' must have dimensions");
    samples.erase(samples.begin() + (samples.size() > 1 ? 1 : 0));
    if (!(k.rank(x) == 1 && k.rank(target) == 1 && k.size(target, 0) == 1))
        k.require(!certainly_differ(samples, k.sizes(target)), "the sizes of 'self' and 'target' do not fit");
}

} // namespace graft::detail

/// Losses of classes: what is given for each class and which one it is.
namespace graft::aten {

struct nll_loss_forward_default : composite_op<nll_loss_forward_default> {
    static constexpr schema_text text{
        "aten::nll_loss_forward(Tensor self, Tensor target, Tensor? weight, int reduction, SymInt ignore_index) -> "
        "(Tensor output, Tensor total_weight)"};
    static constexpr out_names out{"output"};
    static constexpr auto compose(auto const& k) {
        auto const& x = k->tensor("self");
        k.require(k.rank(x) == 1 || k.rank(x) == 2, "'self' must have 1 or 2 dimensions, not ", k.rank(x));
        k.require_floating("self");
        detail::require_targets(k, x, k->tensor("target"));
        return detail::nll(k, x, k->tensor("target"), k["weight"]);
    }
};
inline constexpr single_overload<nll_loss_forward_default> nll_loss_forward{};

struct nll_loss2d_forward_default : composite_op<nll_loss2d_forward_default> {
    static constexpr schema_text text{
        "aten::nll_loss2d_forward(Tensor self, Tensor target, Tensor? weight, int reduction, SymInt ignore_index) -> "
        "(Tensor output, Tensor total_weight)"};
    static constexpr out_names out{"output"};
    static constexpr auto compose(auto const& k) {
        auto const& x = k->tensor("self");
        k.require(k.rank(x) == 4, "'self' must have 4 dimensions, not ", k.rank(x));
        k.require_floating("self");
        detail::require_targets(k, x, k->tensor("target"));
        return detail::nll(k, x, k->tensor("target"), k["weight"]);
    }
};
inline constexpr single_overload<nll_loss2d_forward_default> nll_loss2d_forward{};

struct nll_loss_default : composite_op<nll_loss_default> {
    static constexpr schema_text text{
        "aten::nll_loss(Tensor self, Tensor target, Tensor? weight=None, int reduction=1, SymInt ignore_index=-100) "
        "-> Tensor"};
    static constexpr auto compose(auto const& k) {
        return k(nll_loss_forward, k->tensor("self"), k->tensor("target"), k["weight"], k["reduction"],
                 k["ignore_index"]);
    }
};
inline constexpr single_overload<nll_loss_default> nll_loss{};

struct nll_loss2d_default : composite_op<nll_loss2d_default> {
    static constexpr schema_text text{
        "aten::nll_loss2d(Tensor self, Tensor target, Tensor? weight=None, int reduction=1, SymInt "
        "ignore_index=-100) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return k(nll_loss2d_forward, k->tensor("self"), k->tensor("target"), k["weight"], k["reduction"],
                 k["ignore_index"]);
    }
};
inline constexpr single_overload<nll_loss2d_default> nll_loss2d{};

struct nll_loss_nd_default : composite_op<nll_loss_nd_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::nll_loss_nd(Tensor self, Tensor target, Tensor? weight=None, int reduction=1, SymInt "
        "ignore_index=-100) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& x = k->tensor("self");
        auto const& target = k->tensor("target");
        k.require(k.rank(x) > 0, "'self' must have dimensions");
        if (k.rank(x) < 3 || k.rank(x) == 4)
            return k.rank(x) < 3 ? k(nll_loss, x, target, k["weight"], k["reduction"], k["ignore_index"])
                                 : k(nll_loss2d, x, target, k["weight"], k["reduction"], k["ignore_index"]);
        detail::require_targets(k, x, target);
        return detail::nll(k, x, target, k["weight"]).front();
    }
};
inline constexpr single_overload<nll_loss_nd_default> nll_loss_nd{};

struct cross_entropy_loss_default : composite_op<cross_entropy_loss_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::cross_entropy_loss(Tensor self, Tensor target, Tensor? weight=None, int reduction=1, SymInt "
        "ignore_index=-100, float label_smoothing=0.) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const& x = k->tensor("self");
        V const& target = k->tensor("target");
        std::int64_t const dim = k.rank(x) == 1 ? 0 : 1;
        double const smoothing = k->real("label_smoothing");
        k.require(smoothing >= 0 && smoothing <= 1, "'label_smoothing' must be between 0 and 1");
        bool const probabilities = graft::is_floating_point(k.dtype(target)) && k.rank(target) == k.rank(x);
        k.require(!probabilities || !detail::certainly_differ(k.sizes(target), k.sizes(x)),
                  "'target' does not have the sizes of 'self'");
        V const logs = k(log_softmax.int_, x, dim);
        if (!probabilities && smoothing == 0)
            return k(nll_loss_nd, logs, target, k["weight"], k["reduction"], k["ignore_index"]);
        sym_int const classes = k.size(x, dim);
        std::int64_t const reduction = k.number_of(k->integer("reduction"));
        auto const weighted = [&](V const& loss) {
            if (!k->has("weight"))
                return loss;
            V const& w = k->tensor("weight");
            return k(mul.Tensor, loss, k(view, k(contiguous, w), detail::sizes_along(k, w, dim, k.rank(x))));
        };
        vec<sym_int> const over_classes{dim};
        if (probabilities) {
            V likely = target;
            if (smoothing > 0)
                likely = detail::with_share(k, add.Scalar, add.Tensor, k(mul.Scalar, target, 1 - smoothing), smoothing,
                                            classes);
            V const loss = k(neg, k(sum.dim_IntList, weighted(k(mul.Tensor, logs, likely)), over_classes));
            if (reduction != 1)
                return reduction == 0 ? loss : k(sum, loss);
            if (k.spec(x).numel().is_symbolic() || classes.is_symbolic())
                return k(mean, loss);
            double const samples =
                static_cast<double>(k.number_of(k.spec(x).numel())) / static_cast<double>(classes.value());
            return k(div.Scalar, k(sum, loss), samples);
        }
        k.require(k.dtype(target) == dtype::i64 || k.dtype(target) == dtype::u8, "'target' must be torch.int64, not ",
                  torch_name(k.dtype(target)));
        vec<V> const likelihood =
            k.rank(x) < 3 ? k.all(nll_loss_forward, logs, target, k["weight"], k["reduction"], k["ignore_index"])
                          : detail::nll(k, logs, target, k["weight"]);
        V const counts = k(ne.Scalar, target, k->integer("ignore_index"));
        V spread = k(neg, k(sum.dim_IntList, weighted(logs), over_classes));
        if (k.sizes(spread) != k.sizes(counts)) // symbols that no guard says to be the same
            spread = k(reshape, spread, k.sizes(counts));
        spread = k(where.ScalarOther, counts, spread, 0);
        if (reduction == 1)
            spread = k(div.Tensor, k(sum, spread),
                       k->has("weight") ? likelihood[1] : k(_to_copy, k(sum, counts), k.dtype(x)));
        else if (reduction == 2)
            spread = k(sum, spread);
        return k(add.Tensor, k(mul.Scalar, likelihood[0], 1 - smoothing),
                 detail::with_share(k, mul.Scalar, mul.Tensor, spread, smoothing, classes));
    }
};
inline constexpr single_overload<cross_entropy_loss_default> cross_entropy_loss{};

struct multi_margin_loss_default : composite_op<multi_margin_loss_default> {
    static constexpr schema_text text{
        "aten::multi_margin_loss(Tensor self, Tensor target, Scalar p=1, Scalar margin=1, Tensor? weight=None, int "
        "reduction=1) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const& x = k->tensor("self");
        V const& target = k->tensor("target");
        double const power = k->number("p").template to<double>();
        k.require(power == 1 || power == 2, "'p' must be 1 or 2");
        k.require(k.rank(x) < 3, "'self' must have at most 2 dimensions, not ", k.rank(x));
        V const rows = k.rank(x) == 2 ? x : k(reshape, x, vec<sym_int>{1, -1});
        V const of = k(reshape, target, vec<sym_int>{-1, 1});
        k.require(!detail::certainly_differ(k.size(of, 0), k.size(rows, 0)),
                  "there must be a 'target' for each row of 'self'");
        V const right = k(gather, rows, 1, of);
        V loss = detail::margin_over(k, right, k->number("margin"), rows);
        if (power == 2)
            loss = k(mul.Tensor, loss, loss);
        if (k->has("weight")) {
            V const& weight = k->tensor("weight");
            k.require(!detail::certainly_differ(k.spec(weight).numel(), k.size(rows, 1)),
                      "'weight' must have a number for each class");
            loss = k(mul.Tensor, loss, k(index.Tensor, weight, vec<V>{of}));
        }
        V const others = k(ne.Tensor, k(arange, k.size(rows, 1)), of);
        loss = k(mean.dim, k(where.ScalarOther, others, loss, 0), vec<sym_int>(1, 1));
        return detail::reduced_loss(k, loss); // of a vector, too, one loss, as torch.export has it
    }
};
inline constexpr single_overload<multi_margin_loss_default> multi_margin_loss{};

struct multilabel_margin_loss_forward_default : composite_op<multilabel_margin_loss_forward_default> {
    static constexpr schema_text text{
        "aten::multilabel_margin_loss_forward(Tensor self, Tensor target, int reduction) -> (Tensor output, Tensor "
        "is_target)"};
    static constexpr out_names out{"output"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const& x = k->tensor("self");
        V const& target = k->tensor("target");
        k.require(k.rank(x) < 3, "'self' must have at most 2 dimensions, not ", k.rank(x));
        k.require(!detail::certainly_differ(k.sizes(target), k.sizes(x)), "'target' does not have the sizes of 'self'");
        vec<sym_int> const matrix{k.rank(x) == 2 ? k.size(x, 0) : sym_int(1),
                                  k.rank(x) == 0 ? sym_int(1) : k.size(x, -1)};
        V const rows = k(reshape, x, matrix), labels = k(reshape, target, matrix);
        sym_int const classes = matrix[1];
        V const at = k(arange, classes);
        V const ended = k(eq.Scalar, labels, -1);
        V const places = classes.is_symbolic() ? k(where.self, ended, at, k(scalar_tensor, classes, dtype::i64))
                                               : k(where.ScalarOther, ended, at, classes);
        V const end = k(amin, places, vec<sym_int>(1, 1), true);
        V const valid = k(lt.Tensor, at, end);
        V const safe = k(where.ScalarOther, valid, labels, 0);
        V const known = k(where.ScalarOther, valid, labels, -1);
        V const is_target = k(any.dim, k(eq.Tensor, k(unsqueeze, known, 2), at), 1);
        V const right = k(unsqueeze, k(gather, rows, 1, safe), 2);
        V margin = detail::margin_over(k, right, 1, k(unsqueeze, rows, 1));
        V const counted = k(mul.Tensor, k(unsqueeze, valid, 2), k(unsqueeze, k(logical_not, is_target), 1));
        margin = k(where.ScalarOther, counted, margin, 0);
        V const loss =
            k(div.Tensor, k(sum.dim_IntList, margin, vec<sym_int>{1, 2}), k(scalar_tensor, classes, dtype::i64));
        return vec<V>{detail::reduced_loss(k, loss), k(reshape, k(_to_copy, is_target, k.dtype(x)), k.sizes(x))};
    }
};
inline constexpr single_overload<multilabel_margin_loss_forward_default> multilabel_margin_loss_forward{};

struct multilabel_margin_loss_default : composite_op<multilabel_margin_loss_default> {
    static constexpr schema_text text{
        "aten::multilabel_margin_loss(Tensor self, Tensor target, int reduction=1) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return k(multilabel_margin_loss_forward, k->tensor("self"), k->tensor("target"), k["reduction"]);
    }
};
inline constexpr single_overload<multilabel_margin_loss_default> multilabel_margin_loss{};

/// Every op of this header.
using classification_loss_ops =
    overloads_of<nll_loss_forward, nll_loss2d_forward, nll_loss, nll_loss2d, nll_loss_nd, cross_entropy_loss,
                 multi_margin_loss, multilabel_margin_loss_forward, multilabel_margin_loss>;

} // namespace graft::aten
