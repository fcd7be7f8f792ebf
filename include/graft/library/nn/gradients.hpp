#pragma once

#include <graft/core/dtype.hpp>
#include <graft/core/half.hpp>
#include <graft/core/shape.hpp>
#include <graft/dialect/aten/activation.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/elementary.hpp>
#include <graft/dialect/aten/index.hpp>
#include <graft/dialect/aten/rearrange.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/library/nn/gradient_terms.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/compare.hpp>
#include <graft/symbolic/math.hpp>
#include <graft/symbolic/print.hpp>
#include <graft/symbolic/sym_int.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <optional>
#include <string_view>

/// Gradients of what activations, views and batch normalisations take, from those of what they return.
namespace graft::detail {

/// The nearest element of a narrow dtype; of others the number.
[[nodiscard]] constexpr double as_element(dtype d, double x) {
    return d == dtype::f16    ? static_cast<double>(half(static_cast<float>(x)))
           : d == dtype::bf16 ? static_cast<double>(bfloat16(static_cast<float>(x)))
                              : x;
}

/// The gradient passes where `self` is outside of [-lambd, lambd].
template <class V>
[[nodiscard]] constexpr V shrink_gradient(composing<V> const& k, char const* gradient) {
    gradient_terms<V> const g(k);
    double const bound = k->number("lambd").template to<double>();
    V const self = g["self"];
    return g.as_given(g.zero_where(g.both(g.at_least(self, -bound), g.at_most(self, bound)), g[gradient]));
}

/// The gradients of input, weight and bias of a batch normalisation, each whether it is asked for or not.
template <class V>
[[nodiscard]] constexpr vec<V> batch_norm_gradients(composing<V> const& k) {
    gradient_terms<V> const g(k, "input");
    bool const train = k->boolean("train");
    auto const rank = static_cast<std::size_t>(k.rank(k->tensor("input")));
    vec<sym_int> others, beside(rank, 1);
    for (std::size_t d = 0; d < rank; ++d)
        if (d != 1)
            others.push_back(static_cast<std::int64_t>(d));
    beside.at(1) = -1;
    auto const along = [&](V const& channels) { return k(aten::view, channels, beside); };
    V const grad = g["grad_out"];
    V const away = k(aten::sub.Tensor, g["input"], along(g[train ? "save_mean" : "running_mean"]));
    V const scale = train ? g["save_invstd"] : k(aten::rsqrt, g.plus(g["running_var"], k->real("eps")));
    V const product = g.times(grad, away);
    V input = grad;
    if (train) {
        V const slope = g.times(k(aten::mean.dim, product, others, true), along(g.times(scale, scale)));
        input =
            k(aten::sub.Tensor, k(aten::sub.Tensor, grad, g.times(away, slope)), k(aten::mean.dim, grad, others, true));
    }
    input = g.times(V(input), along(k->has("weight") ? g.times(scale, g["weight"]) : scale));
    dtype const of_weight = k.dtype(k->tensor(k->has("weight") ? "weight" : "input"));
    V const weight = g.times(k(aten::sum.dim_IntList, product, others, false), scale);
    V const bias = k(aten::sum.dim_IntList, grad, others, false);
    return {g.as_given(input), k(aten::to.dtype, weight, of_weight), k(aten::to.dtype, bias, of_weight)};
}

/// A gradient in its place among zeros of other sizes.
template <class V>
[[nodiscard]] constexpr V zeros_around(composing<V> const& k) {
    return k(aten::new_zeros, k->tensor("grad_output"), k["input_sizes"]);
}

} // namespace graft::detail

namespace graft::aten {

struct sigmoid_backward_default : composite_op<sigmoid_backward_default, op_tags::pointwise> {
    static constexpr schema_text text{"aten::sigmoid_backward(Tensor grad_output, Tensor output) -> Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        detail::gradient_terms<V> const g(k, "output");
        V const y = g["output"];
        return g.as_given(g.times(g.times(g["grad_output"], g.from(1, y)), y));
    }
};
inline constexpr single_overload<sigmoid_backward_default> sigmoid_backward{};

struct tanh_backward_default : composite_op<tanh_backward_default, op_tags::pointwise> {
    static constexpr schema_text text{"aten::tanh_backward(Tensor grad_output, Tensor output) -> Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        detail::gradient_terms<V> const g(k, "output");
        V const y = g["output"];
        return g.as_given(g.times(g["grad_output"], g.from(1, g.times(y, y))));
    }
};
inline constexpr single_overload<tanh_backward_default> tanh_backward{};

struct threshold_backward_default : composite_op<threshold_backward_default, op_tags::pointwise> {
    static constexpr schema_text text{
        "aten::threshold_backward(Tensor grad_output, Tensor self, Scalar threshold) -> Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
    static constexpr auto compose(auto const& k) {
        return k(masked_fill.Scalar, k->tensor("grad_output"), k(le.Scalar, k->tensor("self"), k["threshold"]), 0);
    }
};
inline constexpr single_overload<threshold_backward_default> threshold_backward{};

struct gelu_backward_default : composite_op<gelu_backward_default, op_tags::pointwise> {
    static constexpr schema_text text{
        "aten::gelu_backward(Tensor grad_output, Tensor self, *, str approximate=\"none\") -> Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        detail::gradient_terms<V> const g(k);
        V const x = g["self"], grad = g["grad_output"], power = g.times(x, x);
        std::string_view const approximate = k->string("approximate");
        k.require(approximate == "none" || approximate == "tanh", "'approximate' must be none or tanh, not ",
                  approximate);
        if (approximate == "none") {
            V const share = g.times(g.plus(k(erf, g.times(x, 1 / std::numbers::sqrt2)), 1), 0.5);
            double const top = std::numbers::inv_sqrtpi / std::numbers::sqrt2;
            V const density = g.times(k(exp, g.times(power, -0.5)), top);
            return g.as_given(g.times(grad, g.plus(share, g.times(x, density))));
        }
        double const beta = std::numbers::sqrt2 * std::numbers::inv_sqrtpi, kappa = 0.044715;
        V const bent = k(tanh, g.times(g.times(x, g.plus(g.times(power, kappa), 1)), beta));
        V const slope = g.times(g.plus(g.times(power, 3 * kappa), 1), beta);
        V const right = g.times(g.times(g.times(x, 0.5), g.from(1, g.times(bent, bent))), slope);
        return g.as_given(g.times(grad, g.plus(g.times(g.plus(bent, 1), 0.5), right)));
    }
};
inline constexpr single_overload<gelu_backward_default> gelu_backward{};

struct silu_backward_default : composite_op<silu_backward_default, op_tags::pointwise> {
    static constexpr schema_text text{"aten::silu_backward(Tensor grad_output, Tensor self) -> Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        detail::gradient_terms<V> const g(k);
        V const x = g["self"], s = k(sigmoid, x);
        return g.as_given(g.times(g["grad_output"], g.times(s, g.plus(g.times(x, g.from(1, s)), 1))));
    }
};
inline constexpr single_overload<silu_backward_default> silu_backward{};

struct mish_backward_default : composite_op<mish_backward_default, op_tags::no_out> {
    static constexpr schema_text text{"aten::mish_backward(Tensor grad_output, Tensor self) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        detail::gradient_terms<V> const g(k);
        V const x = g["self"], bent = k(tanh, k(softplus, x));
        V const rest = g.times(g.times(x, k(sigmoid, x)), g.from(1, g.times(bent, bent)));
        return g.as_given(g.times(g["grad_output"], g.plus(bent, rest)));
    }
};
inline constexpr single_overload<mish_backward_default> mish_backward{};

struct logit_backward_default : composite_op<logit_backward_default, op_tags::pointwise> {
    static constexpr schema_text text{
        "aten::logit_backward(Tensor grad_output, Tensor self, float? eps=None) -> Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        detail::gradient_terms<V> const g(k);
        V const x = g["self"], slope = g.over(g["grad_output"], g.times(x, g.from(1, x)));
        std::optional<double> const eps = k->optional_real("eps");
        double const low = eps && *eps >= 0 ? *eps : 0;
        double const beyond = eps && *eps >= 0 ? 0 : std::numeric_limits<double>::quiet_NaN();
        // The bounds are elements: 1 - eps is 1 in a narrow dtype.
        graft::dtype const d = k.dtype(k->tensor("self"));
        double const from = detail::as_element(d, low);
        V const outside = g.one_of(g.less(x, from), g.above(x, detail::as_element(d, 1 - from)));
        return g.as_given(k(masked_fill.Scalar, slope, outside, beyond));
    }
};
inline constexpr single_overload<logit_backward_default> logit_backward{};

struct native_dropout_backward_default : composite_op<native_dropout_backward_default, op_tags::pointwise> {
    static constexpr schema_text text{
        "aten::native_dropout_backward(Tensor grad_output, Tensor mask, float scale) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        k.require(k.dtype(k->tensor("mask")) == dtype::boolean, "'mask' must be of bool, not ",
                  torch_name(k.dtype(k->tensor("mask"))));
        return k(mul.Scalar, k(mul.Tensor, k->tensor("grad_output"), k->tensor("mask")), k["scale"]);
    }
};
inline constexpr single_overload<native_dropout_backward_default> native_dropout_backward{};

struct elu_backward_default : composite_op<elu_backward_default> {
    static constexpr schema_text text{
        "aten::elu_backward(Tensor grad_output, Scalar alpha, Scalar scale, Scalar input_scale, bool is_result, Tensor "
        "self_or_result) -> Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        detail::gradient_terms<V> const g(k, "self_or_result");
        auto const number = [&](char const* name) { return k->number(name).template to<double>(); };
        double const below = number("alpha") * number("scale"), inside = number("input_scale");
        V const x = g["self_or_result"], grad = g["grad_output"];
        k.require(!k->boolean("is_result") || number("alpha") >= 0,
                  "'alpha' must not be negative where results are given");
        V const slope = k->boolean("is_result") ? g.times(g.plus(x, below), inside)
                                                : g.times(k(exp, g.times(x, inside)), inside * below);
        return g.as_given(g.either(g.at_most(x, 0), g.times(grad, slope), g.times(grad, number("scale"))));
    }
};
inline constexpr single_overload<elu_backward_default> elu_backward{};

struct glu_backward_default : composite_op<glu_backward_default> {
    static constexpr schema_text text{"aten::glu_backward(Tensor grad_output, Tensor self, int dim) -> Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        detail::gradient_terms<V> const g(k);
        V const self = g["self"], grad = g["grad_output"];
        k.require(k.rank(self) > 0, "'self' has no dimensions");
        std::int64_t const d = k.dim("dim", k.rank(self));
        sym_int const whole = k.size(self, d), half = floor_div(whole, 2);
        k.require(known_eq(mod(whole, 2), 0) != false, "the size of a dimension that is halved is ",
                  graft::text(whole));
        V const a = k(narrow, self, d, 0, half), s = k(sigmoid, k(narrow, self, d, half, half));
        V const to_gate = g.times(g.times(g.times(g.from(1, s), s), grad), a);
        return g.as_given(k(cat, vec<V>{g.times(s, grad), to_gate}, d));
    }
};
inline constexpr single_overload<glu_backward_default> glu_backward{};

struct hardshrink_backward_default : composite_op<hardshrink_backward_default> {
    static constexpr schema_text text{
        "aten::hardshrink_backward(Tensor grad_out, Tensor self, Scalar lambd) -> Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
    static constexpr auto compose(auto const& k) { return detail::shrink_gradient(k, "grad_out"); }
};
inline constexpr single_overload<hardshrink_backward_default> hardshrink_backward{};

struct softshrink_backward_default : composite_op<softshrink_backward_default> {
    static constexpr schema_text text{
        "aten::softshrink_backward(Tensor grad_output, Tensor self, Scalar lambd) -> Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
    static constexpr auto compose(auto const& k) { return detail::shrink_gradient(k, "grad_output"); }
};
inline constexpr single_overload<softshrink_backward_default> softshrink_backward{};

struct hardsigmoid_backward_default : composite_op<hardsigmoid_backward_default> {
    static constexpr schema_text text{"aten::hardsigmoid_backward(Tensor grad_output, Tensor self) -> Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        detail::gradient_terms<V> const g(k);
        V const x = g["self"], slope = g.times(g["grad_output"], double{1.0F / 6.0F}); // PyTorch has it as a float
        return g.as_given(g.either(g.both(g.above(x, -3), g.less(x, 3)), slope, k(zeros_like, slope)));
    }
};
inline constexpr single_overload<hardsigmoid_backward_default> hardsigmoid_backward{};

struct hardswish_backward_default : composite_op<hardswish_backward_default> {
    static constexpr schema_text text{"aten::hardswish_backward(Tensor grad_output, Tensor self) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        detail::gradient_terms<V> const g(k);
        V const x = g["self"], grad = g["grad_output"];
        V const slope = g.times(grad, g.plus(k(div.Scalar, x, 3), 0.5));
        return g.as_given(g.zero_where(g.at_most(x, -3), g.either(g.less(x, 3), slope, grad)));
    }
};
inline constexpr single_overload<hardswish_backward_default> hardswish_backward{};

struct hardtanh_backward_default : composite_op<hardtanh_backward_default> {
    static constexpr schema_text text{
        "aten::hardtanh_backward(Tensor grad_output, Tensor self, Scalar min_val, Scalar max_val) -> Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const &self = k->tensor("self"), low = k(le.Scalar, self, k["min_val"]);
        return k(masked_fill.Scalar, k->tensor("grad_output"), k(logical_or, low, k(ge.Scalar, self, k["max_val"])), 0);
    }
};
inline constexpr single_overload<hardtanh_backward_default> hardtanh_backward{};

struct leaky_relu_backward_default : composite_op<leaky_relu_backward_default> {
    static constexpr schema_text text{
        "aten::leaky_relu_backward(Tensor grad_output, Tensor self, Scalar negative_slope, bool self_is_result) -> "
        "Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        detail::gradient_terms<V> const g(k);
        double const slope = k->number("negative_slope").template to<double>();
        k.require(!k->boolean("self_is_result") || slope >= 0,
                  "'negative_slope' must not be negative where results are given");
        V const grad = g["grad_output"];
        return g.as_given(g.either(g.above(g["self"], 0), grad, g.times(grad, slope)));
    }
};
inline constexpr single_overload<leaky_relu_backward_default> leaky_relu_backward{};

struct log_sigmoid_backward_default : composite_op<log_sigmoid_backward_default> {
    static constexpr schema_text text{
        "aten::log_sigmoid_backward(Tensor grad_output, Tensor self, Tensor buffer) -> Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        detail::gradient_terms<V> const g(k);
        return g.as_given(g.times(g["grad_output"], k(sigmoid, k(neg, g["self"]))));
    }
};
inline constexpr single_overload<log_sigmoid_backward_default> log_sigmoid_backward{};

struct softplus_backward_default : composite_op<softplus_backward_default> {
    static constexpr schema_text text{
        "aten::softplus_backward(Tensor grad_output, Tensor self, Scalar beta, Scalar threshold) -> Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        detail::gradient_terms<V> const g(k);
        V const scaled = g.times(g["self"], k->number("beta").template to<double>()), grad = g["grad_output"];
        return g.as_given(g.either(k(gt.Scalar, scaled, k["threshold"]), grad, g.times(grad, k(sigmoid, scaled))));
    }
};
inline constexpr single_overload<softplus_backward_default> softplus_backward{};

struct _prelu_kernel_backward_default : composite_op<_prelu_kernel_backward_default> {
    static constexpr schema_text text{
        "aten::_prelu_kernel_backward(Tensor grad_output, Tensor self, Tensor weight) -> (Tensor, Tensor)"};
    static constexpr out_names out{"", {"out0", "out1"}};
    template <class V>
    static constexpr vec<V> compose(composing<V> const& k) {
        detail::gradient_terms<V> const g(k);
        V const x = g["self"], grad = g["grad_output"], up = g.above(x, 0);
        return {g.as_given(g.either(up, grad, g.times(g["weight"], grad))),
                g.as_given(g.zero_where(up, g.times(x, grad)))};
    }
};
inline constexpr single_overload<_prelu_kernel_backward_default> _prelu_kernel_backward{};

struct _softmax_backward_data_default : composite_op<_softmax_backward_data_default> {
    static constexpr schema_text text{
        "aten::_softmax_backward_data(Tensor grad_output, Tensor output, int dim, ScalarType input_dtype) -> Tensor"};
    static constexpr out_names out{"out", {"grad_input"}};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        detail::gradient_terms<V> const g(k, "output");
        V const y = g["output"], weighed = g.times(g["grad_output"], y);
        V const total = k(sum.dim_IntList, weighed, vec<sym_int>(1, k->integer("dim")), true);
        return k(to.dtype, k(sub.Tensor, weighed, g.times(y, total)), k->dtype("input_dtype").value());
    }
};
inline constexpr single_overload<_softmax_backward_data_default> _softmax_backward_data{};

struct _log_softmax_backward_data_default : composite_op<_log_softmax_backward_data_default> {
    static constexpr schema_text text{
        "aten::_log_softmax_backward_data(Tensor grad_output, Tensor output, int dim, ScalarType input_dtype) -> "
        "Tensor"};
    static constexpr out_names out{"out", {"out"}};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        detail::gradient_terms<V> const g(k, "output");
        V const grad = g["grad_output"];
        V const total = k(sum.dim_IntList, grad, vec<sym_int>(1, k->integer("dim")), true);
        V const result = k(sub.Tensor, grad, g.times(k(exp, g["output"]), total));
        return k(to.dtype, result, k->dtype("input_dtype").value());
    }
};
inline constexpr single_overload<_log_softmax_backward_data_default> _log_softmax_backward_data{};

struct select_backward_default : composite_op<select_backward_default> {
    static constexpr schema_text text{
        "aten::select_backward(Tensor grad_output, SymInt[] input_sizes, int dim, SymInt index) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return k(select_scatter, detail::zeros_around(k), k->tensor("grad_output"), k["dim"], k["index"]);
    }
};
inline constexpr single_overload<select_backward_default> select_backward{};

struct slice_backward_default : composite_op<slice_backward_default> {
    static constexpr schema_text text{
        "aten::slice_backward(Tensor grad_output, SymInt[] input_sizes, int dim, SymInt start, SymInt end, SymInt "
        "step) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return k(slice_scatter, detail::zeros_around(k), k->tensor("grad_output"), k["dim"], k["start"], k["end"],
                 k["step"]);
    }
};
inline constexpr single_overload<slice_backward_default> slice_backward{};

struct diagonal_backward_default : composite_op<diagonal_backward_default> {
    static constexpr schema_text text{
        "aten::diagonal_backward(Tensor grad_output, SymInt[] input_sizes, int offset, int dim1, int dim2) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return k(diagonal_scatter, detail::zeros_around(k), k->tensor("grad_output"), k["offset"], k["dim1"],
                 k["dim2"]);
    }
};
inline constexpr single_overload<diagonal_backward_default> diagonal_backward{};

struct unfold_backward_default : composite_op<unfold_backward_default> {
    static constexpr schema_text text{
        "aten::unfold_backward(Tensor grad_in, SymInt[] input_sizes, int dim, int size, int step) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const& grad = k->tensor("grad_in");
        vec<sym_int> const sizes = k->integers("input_sizes");
        auto const rank = static_cast<std::int64_t>(sizes.size());
        if (rank == 0)
            return k(squeeze.dim, grad, 0);
        std::int64_t const d = k.dim("dim", rank);
        V const places = k(arange.start_step, 0, sizes.at(static_cast<std::size_t>(d)), 1, dtype::i64);
        V const from = k(reshape, k(unfold, places, 0, k["size"], k["step"]), vec<sym_int>(1, -1));
        V const parts = k(flatten.using_ints, k(movedim.int_, grad, -1, d + 1), d, d + 1);
        return k(index_add, k(new_zeros, grad, sizes), d, from, parts);
    }
};
inline constexpr single_overload<unfold_backward_default> unfold_backward{};

struct masked_scatter_backward_default : composite_op<masked_scatter_backward_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::masked_scatter_backward(Tensor grad_output, Tensor mask, SymInt[] sizes) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const& grad = k->tensor("grad_output");
        V const mask = k(expand, k->tensor("mask"), k.sizes(grad));
        sym_int const count = graft::numel(k->integers("sizes"));
        // One more element takes what is not asked for.
        V const place = k(sub.Scalar, k(cumsum, k(reshape, mask, vec<sym_int>(1, -1)), 0), 1);
        V const given = k(reshape, k(masked_fill.Scalar, grad, k(logical_not, mask), 0), vec<sym_int>(1, -1));
        V const found = k(index_add, k(new_zeros, grad, vec<sym_int>{count + 1}), 0, k(clamp, place, 0, count), given);
        return k(reshape, k(narrow, found, 0, 0, count), k->integers("sizes"));
    }
};
inline constexpr single_overload<masked_scatter_backward_default> masked_scatter_backward{};

struct native_batch_norm_backward_default : composite_op<native_batch_norm_backward_default> {
    static constexpr schema_text text{
        "aten::native_batch_norm_backward(Tensor grad_out, Tensor input, Tensor? weight, Tensor? running_mean, Tensor? "
        "running_var, Tensor? save_mean, Tensor? save_invstd, bool train, float eps, bool[3] output_mask) -> (Tensor, "
        "Tensor, Tensor)"};
    static constexpr auto compose(auto const& k) { return detail::batch_norm_gradients(k); }
};
inline constexpr single_overload<native_batch_norm_backward_default> native_batch_norm_backward{};

/// Every op of this header.
using gradients_ops =
    overloads_of<sigmoid_backward, tanh_backward, threshold_backward, gelu_backward, silu_backward, mish_backward,
                 logit_backward, native_dropout_backward, elu_backward, glu_backward, hardshrink_backward,
                 softshrink_backward, hardsigmoid_backward, hardswish_backward, hardtanh_backward, leaky_relu_backward,
                 log_sigmoid_backward, softplus_backward, _prelu_kernel_backward, _softmax_backward_data,
                 _log_softmax_backward_data, select_backward, slice_backward, diagonal_backward, unfold_backward,
                 masked_scatter_backward, native_batch_norm_backward>;

} // namespace graft::aten
