#pragma once

#include <graft/dialect/aten/activation.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/dialect/promotion.hpp>
#include <graft/meta/vec.hpp>

#include <algorithm>
#include <cstdint>

namespace graft::detail {

/// A loss by its `reduction`: as it is, its mean or its sum.
template <class V>
[[nodiscard]] constexpr V reduced_loss(composing<V> const& k, V const& loss) {
    switch (k.number_of(k->integer("reduction"))) {
    case 0: return loss;
    case 1: return k(aten::mean, loss);
    case 2: return k(aten::sum, loss);
    default: k.reject("'reduction' must be 0, 1 or 2");
    }
}

/// A loss, times `weight` where it is given, by its `reduction`: as it is, its mean or its sum.
template <class V>
[[nodiscard]] constexpr V weighted_loss(composing<V> const& k, V const& loss) {
    return reduced_loss(k, k->has("weight") ? k(aten::mul.Tensor, loss, k["weight"]) : loss);
}

/// The difference of `self` and `target`, both in the dtype that they promote to: truth values count as numbers there.
template <class V>
[[nodiscard]] constexpr V promoted_error(composing<V> const& k) {
    V const &x = k->tensor("self"), &target = k->tensor("target");
    graft::dtype const d = promoted(k, x, target);
    return k(aten::sub.Tensor, converted(k, x, d), converted(k, target, d));
}

} // namespace graft::detail

/// Loss functions.
namespace graft::aten {

struct binary_cross_entropy_default : composite_op<binary_cross_entropy_default> {
    static constexpr schema_text text{
        "aten::binary_cross_entropy(Tensor self, Tensor target, Tensor? weight=None, int reduction=1) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& x = k->tensor("self");
        auto const& target = k->tensor("target");
        k.require(!detail::certainly_differ(k.sizes(x), k.sizes(target)), "'target' does not have the sizes of 'self'");
        auto const no = k(mul.Tensor, k(sub.Scalar, target, 1), k(clamp_min, k(log1p, k(neg, x)), -100));
        auto const yes = k(mul.Tensor, target, k(clamp_min, k(log, x), -100));
        return detail::weighted_loss(k, k(sub.Tensor, no, yes));
    }
};
inline constexpr single_overload<binary_cross_entropy_default> binary_cross_entropy{};

struct binary_cross_entropy_with_logits_default : composite_op<binary_cross_entropy_with_logits_default> {
    static constexpr schema_text text{
        "aten::binary_cross_entropy_with_logits(Tensor self, Tensor target, Tensor? weight=None, Tensor? "
        "pos_weight=None, int reduction=1) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const& x = k->tensor("self");
        V const& target = k->tensor("target");
        k.require(!detail::certainly_differ(k.sizes(x), k.sizes(target)), "'target' does not have the sizes of 'self'");
        // Each step keeps the dtype of the tensor that PyTorch writes it to.
        auto const as_target = [&](V const& loss) { return detail::converted(k, loss, k.dtype(target)); };
        V const no = as_target(k(mul.Tensor, k(rsub.Scalar, target, 1), x));
        V yes = k(log_sigmoid, x);
        if (k->has("pos_weight")) {
            V const more = k(mul.Tensor, k(sub.Scalar, k->tensor("pos_weight"), 1), target);
            yes = detail::converted(k, k(mul.Tensor, k(add.Scalar, more, 1), yes), k.dtype(x));
        }
        V const loss = as_target(k(sub.Tensor, no, yes));
        return detail::reduced_loss(k, k->has("weight") ? as_target(k(mul.Tensor, loss, k["weight"])) : loss);
    }
};
inline constexpr single_overload<binary_cross_entropy_with_logits_default> binary_cross_entropy_with_logits{};

struct cosine_embedding_loss_default : composite_op<cosine_embedding_loss_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::cosine_embedding_loss(Tensor input1, Tensor input2, Tensor target, float margin=0., int reduction=1) "
        "-> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const& a = k->tensor("input1");
        V const& b = k->tensor("input2");
        V const& target = k->tensor("target");
        k.require(k.rank(target) == 1 || k.rank(target) == 0, "'target' must have at most 1 dimension");
        k.require(k.rank(a) == k.rank(target) + 1 && k.rank(b) == k.rank(target) + 1,
                  "the inputs must have one dimension more than 'target'");
        auto const total = [&](V const& p, V const& q) {
            return k(sum.dim_IntList, k(mul.Tensor, p, q), vec<sym_int>(1, k.rank(target)));
        };
        auto const squares = [&](V const& p) { return k(add.Scalar, total(p, p), 1e-12); };
        V const cosine = k(div.Tensor, total(a, b), k(sqrt, k(mul.Tensor, squares(a), squares(b))));
        V const apart = k(clamp_min, k(sub.Scalar, cosine, k->real("margin")), 0);
        V const nothing = k(zeros_like, cosine);
        V const loss = k(add.Tensor, k(where.self, k(eq.Scalar, target, 1), k(rsub.Scalar, cosine, 1), nothing),
                         k(where.self, k(eq.Scalar, target, -1), apart, nothing));
        return detail::reduced_loss(k, loss);
    }
};
inline constexpr single_overload<cosine_embedding_loss_default> cosine_embedding_loss{};

struct hinge_embedding_loss_default : composite_op<hinge_embedding_loss_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::hinge_embedding_loss(Tensor self, Tensor target, float margin=1., int reduction=1) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& x = k->tensor("self");
        auto const& target = k->tensor("target");
        auto const nothing = k(zeros_like, x);
        auto const margin = k(full_like, x, k->real("margin")); // of the dtype of 'self', integers among them
        auto const apart = k(clamp_min, k(sub.Tensor, margin, x), 0);
        return detail::reduced_loss(k, k(add.Tensor, k(where.self, k(ne.Scalar, target, 1), apart, nothing),
                                         k(where.self, k(ne.Scalar, target, -1), x, nothing)));
    }
};
inline constexpr single_overload<hinge_embedding_loss_default> hinge_embedding_loss{};

struct huber_loss_default : composite_op<huber_loss_default> {
    static constexpr schema_text text{
        "aten::huber_loss(Tensor self, Tensor target, int reduction=1, float delta=1.) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        double const delta = k->real("delta");
        k.require(delta > 0, "'delta' must be positive");
        k.require_floating("self");
        // Of 16 bits in single precision, as in PyTorch, which rounds once.
        dtype const d = detail::promoted(k, k->tensor("self"), k->tensor("target"));
        dtype const wide = element_size(d) == 2 ? dtype::f32 : d;
        auto const error = k(abs, k(sub.Tensor, detail::converted(k, k->tensor("self"), wide),
                                    detail::converted(k, k->tensor("target"), wide)));
        auto const near = k(mul.Scalar, k(mul.Tensor, error, error), 0.5);
        auto const far = k(mul.Scalar, k(sub.Scalar, error, 0.5 * delta), delta);
        auto const loss = k(where.self, k(lt.Scalar, error, delta), near, far);
        return detail::reduced_loss(k, detail::converted(k, loss, d));
    }
};
inline constexpr single_overload<huber_loss_default> huber_loss{};

struct kl_div_default : composite_op<kl_div_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::kl_div(Tensor self, Tensor target, int reduction=1, *, bool log_target=False) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& x = k->tensor("self");
        auto const& target = k->tensor("target");
        auto const loss = k->boolean("log_target")
                              ? k(mul.Tensor, k(exp, target), k(sub.Tensor, target, x))
                              : k(sub.Tensor, k(xlogy.Tensor, target, target), k(mul.Tensor, target, x));
        return detail::reduced_loss(k, loss);
    }
};
inline constexpr single_overload<kl_div_default> kl_div{};

struct l1_loss_default : composite_op<l1_loss_default, op_tags::no_out> {
    static constexpr schema_text text{"aten::l1_loss(Tensor self, Tensor target, int reduction=1) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return detail::reduced_loss(k, k(abs, k(sub.Tensor, k->tensor("self"), k->tensor("target"))));
    }
};
inline constexpr single_overload<l1_loss_default> l1_loss{};

struct log_sigmoid_forward_default : composite_op<log_sigmoid_forward_default> {
    static constexpr schema_text text{"aten::log_sigmoid_forward(Tensor self) -> (Tensor output, Tensor buffer)"};
    static constexpr out_names out{"output"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const& x = k->tensor("self");
        k.require_floating("self");
        V const z = k(exp, k(neg, k(abs, x)));
        return vec<V>{k(sub.Tensor, k(clamp_max, x, 0), k(log1p, z)), z};
    }
};
inline constexpr single_overload<log_sigmoid_forward_default> log_sigmoid_forward{};

struct margin_ranking_loss_default : composite_op<margin_ranking_loss_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::margin_ranking_loss(Tensor input1, Tensor input2, Tensor target, float margin=0., int reduction=1) -> "
        "Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& a = k->tensor("input1");
        k.require(k.rank(a) == k.rank(k->tensor("input2")) && k.rank(a) == k.rank(k->tensor("target")),
                  "the arguments must have the same number of dimensions");
        auto const order = k(mul.Tensor, k(neg, k->tensor("target")), k(sub.Tensor, a, k->tensor("input2")));
        return detail::reduced_loss(k, k(clamp_min, k(add.Scalar, order, k->real("margin")), 0));
    }
};
inline constexpr single_overload<margin_ranking_loss_default> margin_ranking_loss{};

struct mse_loss_default : composite_op<mse_loss_default> {
    static constexpr schema_text text{"aten::mse_loss(Tensor self, Tensor target, int reduction=1) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const error = detail::promoted_error(k);
        return detail::reduced_loss(k, k(mul.Tensor, error, error));
    }
};
inline constexpr single_overload<mse_loss_default> mse_loss{};

struct poisson_nll_loss_default : composite_op<poisson_nll_loss_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::poisson_nll_loss(Tensor input, Tensor target, bool log_input, bool full, float eps, int reduction) -> "
        "Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& x = k->tensor("input");
        auto const& target = k->tensor("target");
        auto loss = k->boolean("log_input")
                        ? k(sub.Tensor, k(exp, x), k(mul.Tensor, target, x))
                        : k(sub.Tensor, x, k(mul.Tensor, target, k(log, k(add.Scalar, x, k->real("eps")))));
        if (k->boolean("full")) {
            auto const part = k(mul.Scalar, k(log, k(mul.Scalar, target, 2 * 3.14159265358979323846)), 0.5);
            auto const stirling = k(add.Tensor, k(sub.Tensor, k(mul.Tensor, target, k(log, target)), target), part);
            loss = k(add.Tensor, loss, k(masked_fill.Scalar, stirling, k(le.Scalar, target, 1), 0));
        }
        return detail::reduced_loss(k, loss);
    }
};
inline constexpr single_overload<poisson_nll_loss_default> poisson_nll_loss{};

struct smooth_l1_loss_default : composite_op<smooth_l1_loss_default> {
    static constexpr schema_text text{
        "aten::smooth_l1_loss(Tensor self, Tensor target, int reduction=1, float beta=1.) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        double const beta = k->real("beta");
        k.require(beta >= 0, "'beta' must not be negative");
        auto const error = k(abs, detail::promoted_error(k));
        k.require(!is_integral(k.dtype(error), true), "'self' or 'target' must hold reals");
        if (beta == 0)
            return detail::reduced_loss(k, error);
        auto const near = k(div.Scalar, k(mul.Scalar, k(mul.Tensor, error, error), 0.5), beta);
        auto const far = k(sub.Scalar, error, 0.5 * beta);
        return detail::reduced_loss(k, k(where.self, k(lt.Scalar, error, beta), near, far));
    }
};
inline constexpr single_overload<smooth_l1_loss_default> smooth_l1_loss{};

struct soft_margin_loss_default : composite_op<soft_margin_loss_default> {
    static constexpr schema_text text{"aten::soft_margin_loss(Tensor self, Tensor target, int reduction=1) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const &x = k->tensor("self"), &target = k->tensor("target");
        k.require(!is_integral(k.dtype(x), true), "'self' must not be ", torch_name(k.dtype(x)));
        k.require(can_cast(k.dtype(target), k.dtype(x)), "'target' is complex and 'self' is not");
        V const order = k(mul.Tensor, k(neg, x), target);
        return detail::reduced_loss(k, k(log1p, k(exp, order)));
    }
};
inline constexpr single_overload<soft_margin_loss_default> soft_margin_loss{};

struct pairwise_distance_default : composite_op<pairwise_distance_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::pairwise_distance(Tensor x1, Tensor x2, float p=2., float eps=9.9999999999999995e-07, bool "
        "keepdim=False) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        std::int64_t const rank = std::max(k.rank(k->tensor("x1")), k.rank(k->tensor("x2")));
        auto const difference = k(sub.Tensor, k->tensor("x1"), k->tensor("x2"));
        return k(linalg_vector_norm, k(add.Scalar, difference, k->real("eps")), k->real("p"), vec<sym_int>(1, rank - 1),
                 k->boolean("keepdim"));
    }
};
inline constexpr single_overload<pairwise_distance_default> pairwise_distance{};

struct triplet_margin_loss_default : composite_op<triplet_margin_loss_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::triplet_margin_loss(Tensor anchor, Tensor positive, Tensor negative, float margin=1., float p=2., "
        "float eps=9.9999999999999995e-07, bool swap=False, int reduction=1) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const distance = [&](char const* a, char const* b) {
            return k(pairwise_distance, k->tensor(a), k->tensor(b), k->real("p"), k->real("eps"));
        };
        k.require(k.rank(k->tensor("anchor")) == k.rank(k->tensor("positive")) &&
                      k.rank(k->tensor("anchor")) == k.rank(k->tensor("negative")),
                  "the arguments must have the same number of dimensions");
        auto const close = distance("anchor", "positive");
        auto far = distance("anchor", "negative");
        if (k->boolean("swap"))
            far = k(minimum, far, distance("positive", "negative"));
        auto const order = k(sub.Tensor, k(add.Scalar, close, k->real("margin")), far);
        return detail::reduced_loss(k, k(clamp_min, order, 0));
    }
};
inline constexpr single_overload<triplet_margin_loss_default> triplet_margin_loss{};

/// Every op of this header.
using loss_ops =
    overloads_of<binary_cross_entropy, binary_cross_entropy_with_logits, cosine_embedding_loss, hinge_embedding_loss,
                 huber_loss, kl_div, l1_loss, log_sigmoid_forward, margin_ranking_loss, mse_loss, poisson_nll_loss,
                 smooth_l1_loss, soft_margin_loss, pairwise_distance, triplet_margin_loss>;

} // namespace graft::aten
