#pragma once

#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/index.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/library/nn/gradient_terms.hpp>

#include <cstdint>

/// Gradients of what losses take.
namespace graft::detail {

/// The difference times `near` where that of `self` and `target` is within the bound, else its sign times `far`.
template <class V>
[[nodiscard]] constexpr V bounded_gradient(composing<V> const& k, double bound, double near, double far) {
    gradient_terms<V> const g(k);
    V const x = k(aten::sub.Tensor, g["self"], g["target"]), grad = g.shared(g["grad_output"]);
    V const middle = g.times(g.times(x, near), grad), outer = g.times(grad, far);
    V const below = g.either(g.at_most(x, -bound), k(aten::neg, outer), middle);
    return g.as_given(g.either(k(aten::ge.Scalar, x, bound), outer, below));
}

/// The gradient of the logarithm at each target: that of the loss times minus its weight, zero where it is ignored.
template <class V>
[[nodiscard]] constexpr V target_gradient(composing<V> const& k) {
    V const& self = k->tensor("self");
    std::int64_t const channel = k.rank(self) < 2 ? 0 : 1;
    V const target = k(aten::unsqueeze, k->tensor("target"), channel);
    V const counts = k(aten::ne.Scalar, target, k["ignore_index"]), place = k(aten::mul.Tensor, target, counts);
    V loss = k->tensor("grad_output");
    if (k->integer("reduction") == 1)
        loss = k(aten::div.Tensor, V(loss), k->tensor("total_weight"));
    if (k.rank(loss) > 0)
        loss = k(aten::unsqueeze, V(loss), channel);
    loss = k(aten::neg, V(loss));
    if (k->has("weight"))
        loss = k(aten::mul.Tensor, k(aten::take, k->tensor("weight"), place), V(loss));
    V const there = k(aten::where.self, counts, loss, k(aten::zeros_like, loss));
    return k(aten::scatter.src, k(aten::zeros_like, self), channel, place, there);
}

} // namespace graft::detail

namespace graft::aten {

struct mse_loss_backward_default : composite_op<mse_loss_backward_default> {
    static constexpr schema_text text{
        "aten::mse_loss_backward(Tensor grad_output, Tensor self, Tensor target, int reduction) -> Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        detail::gradient_terms<V> const g(k);
        V const x = k(sub.Tensor, g["self"], g["target"]);
        return g.as_given(g.shared(g.times(g.times(x, 2), g["grad_output"])));
    }
};
inline constexpr single_overload<mse_loss_backward_default> mse_loss_backward{};

struct smooth_l1_loss_backward_default : composite_op<smooth_l1_loss_backward_default> {
    static constexpr schema_text text{
        "aten::smooth_l1_loss_backward(Tensor grad_output, Tensor self, Tensor target, int reduction, float beta) -> "
        "Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
    static constexpr auto compose(auto const& k) {
        double const beta = k->real("beta");
        return detail::bounded_gradient(k, beta, beta == 0 ? 0 : 1 / beta, 1);
    }
};
inline constexpr single_overload<smooth_l1_loss_backward_default> smooth_l1_loss_backward{};

struct huber_loss_backward_default : composite_op<huber_loss_backward_default> {
    static constexpr schema_text text{
        "aten::huber_loss_backward(Tensor grad_output, Tensor self, Tensor target, int reduction, float delta) -> "
        "Tensor"};
    static constexpr out_names out{"out", {"grad_input"}};
    static constexpr auto compose(auto const& k) {
        return detail::bounded_gradient(k, k->real("delta"), 1, k->real("delta"));
    }
};
inline constexpr single_overload<huber_loss_backward_default> huber_loss_backward{};

struct soft_margin_loss_backward_default : composite_op<soft_margin_loss_backward_default> {
    static constexpr schema_text text{
        "aten::soft_margin_loss_backward(Tensor grad_output, Tensor self, Tensor target, int reduction) -> Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        detail::gradient_terms<V> const g(k);
        V const away = k(neg, g["target"]), share = k(sigmoid, g.times(away, g["self"]));
        return g.as_given(g.shared(g.times(g.times(away, share), g["grad_output"])));
    }
};
inline constexpr single_overload<soft_margin_loss_backward_default> soft_margin_loss_backward{};

struct binary_cross_entropy_backward_default : composite_op<binary_cross_entropy_backward_default> {
    static constexpr schema_text text{
        "aten::binary_cross_entropy_backward(Tensor grad_output, Tensor self, Tensor target, Tensor? weight=None, int "
        "reduction=1) -> Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        detail::gradient_terms<V> const g(k);
        V const x = g["self"], spread = k(clamp_min, g.times(g.from(1, x), x), 1e-12);
        V result = g.over(g.times(g["grad_output"], k(sub.Tensor, x, g["target"])), spread);
        if (k->has("weight"))
            result = g.times(V(result), g["weight"]);
        return g.as_given(g.shared(result));
    }
};
inline constexpr single_overload<binary_cross_entropy_backward_default> binary_cross_entropy_backward{};

struct nll_loss_backward_default : composite_op<nll_loss_backward_default> {
    static constexpr schema_text text{
        "aten::nll_loss_backward(Tensor grad_output, Tensor self, Tensor target, Tensor? weight, int reduction, SymInt "
        "ignore_index, Tensor total_weight) -> Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
    static constexpr auto compose(auto const& k) { return detail::target_gradient(k); }
};
inline constexpr single_overload<nll_loss_backward_default> nll_loss_backward{};

struct nll_loss2d_backward_default : composite_op<nll_loss2d_backward_default> {
    static constexpr schema_text text{
        "aten::nll_loss2d_backward(Tensor grad_output, Tensor self, Tensor target, Tensor? weight, int reduction, "
        "SymInt ignore_index, Tensor total_weight) -> Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
    static constexpr auto compose(auto const& k) { return detail::target_gradient(k); }
};
inline constexpr single_overload<nll_loss2d_backward_default> nll_loss2d_backward{};

/// Every op of this header.
using loss_gradients_ops =
    overloads_of<mse_loss_backward, smooth_l1_loss_backward, huber_loss_backward, soft_margin_loss_backward,
                 binary_cross_entropy_backward, nll_loss_backward, nll_loss2d_backward>;

} // namespace graft::aten
