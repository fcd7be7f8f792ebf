#pragma once

#include <graft/core/dim_vector.hpp>
#include <graft/core/dtype.hpp>
#include <graft/dialect/aten/activation.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/batch_norm.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/convolution.hpp>
#include <graft/dialect/aten/convolution_forms.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/linear_algebra.hpp>
#include <graft/dialect/aten/lookup.hpp>
#include <graft/dialect/aten/normalization.hpp>
#include <graft/dialect/aten/random.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/sampling.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/config.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/derived_op.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/embedding_bag.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/library/nn/gradient_terms.hpp>
#include <graft/library/nn/gradients.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/kernel.hpp>
#include <graft/runtime/kernels/adapter.hpp>
#include <graft/runtime/kernels/lookup.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

/// Other forms of layers: what PyTorch's layers call by another name, or with more arguments, and their gradients.
namespace graft::detail {

/// A convolution by its kernel size, with steps within the window; transposed it has a padding of its result.
template <class V>
[[nodiscard]] constexpr V sized_convolution(composing<V> const& k, bool transposed) {
    V const &input = k->tensor("self"), &weight = k->tensor("weight");
    std::size_t const spatial = k->integers("kernel_size").size();
    vec<sym_int> const zeros(spatial, 0);
    k.require(k.rank(weight) == static_cast<std::int64_t>(spatial) + 2, "'weight' must have ", spatial + 2,
              " dimensions, not ", k.rank(weight));
    for (std::size_t d = 0; d < spatial; ++d)
        k.require(!certainly_differ(k->integers("kernel_size")[d], k.size(weight, static_cast<std::int64_t>(d) + 2)),
                  "'kernel_size' is not that of 'weight'");
    bool const batched = k.rank(input) == static_cast<std::int64_t>(spatial) + 2;
    V const images = batched ? input : k(aten::unsqueeze, input, 0);
    V const result = transposed ? k(aten::convolution, images, weight, k["bias"], k["stride"], k["padding"],
                                    k["dilation"], true, k["output_padding"], 1)
                                : k(aten::convolution, images, weight, k["bias"], k["stride"], k["padding"],
                                    k["dilation"], false, zeros, 1);
    return batched ? result : k(aten::squeeze.dim, result, 0);
}

/// What cuDNN keeps for gradients: nothing here.
template <class V>
[[nodiscard]] constexpr V no_reserve(composing<V> const& k) {
    return k(aten::zeros, vec<sym_int>(1, 0), dtype::u8);
}

/// _embedding_bag_forward_only: of sums the last two results have a number for each offset, which says nothing.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_bags_forward(call<tensor_spec> const& c) {
    value_spec results = meta_embedding_bag(c);
    if (c.integer("mode") == 0)
        for (std::size_t i = 2; i < 4; ++i)
            results.items[i].tensor.sizes = c.tensor("offsets").sizes;
    return results;
}

} // namespace graft::detail

namespace graft::aten {

struct _convolution_default : composite_op<_convolution_default> {
    static constexpr schema_text text{
        "aten::_convolution(Tensor input, Tensor weight, Tensor? bias, SymInt[] stride, SymInt[] padding, SymInt[] "
        "dilation, bool transposed, SymInt[] output_padding, SymInt groups, bool benchmark, bool deterministic, bool "
        "cudnn_enabled, bool allow_tf32) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return k(convolution, k["input"], k["weight"], k["bias"], k["stride"], k["padding"], k["dilation"],
                 k["transposed"], k["output_padding"], k["groups"]);
    }
};

struct slow_conv3d_forward_default : composite_op<slow_conv3d_forward_default> {
    static constexpr schema_text text{
        "aten::slow_conv3d_forward(Tensor self, Tensor weight, SymInt[3] kernel_size, Tensor? bias, SymInt[3] stride, "
        "SymInt[3] padding) -> Tensor"};
    static constexpr out_names out{"output", {"output"}};
    static constexpr auto compose(auto const& k) { return detail::plain_convolution(k); }
};
inline constexpr single_overload<slow_conv3d_forward_default> slow_conv3d_forward{};

struct _slow_conv2d_forward_default : composite_op<_slow_conv2d_forward_default> {
    static constexpr schema_text text{
        "aten::_slow_conv2d_forward(Tensor self, Tensor weight, SymInt[2] kernel_size, Tensor? bias, SymInt[2] stride, "
        "SymInt[2] padding) -> Tensor"};
    static constexpr out_names out{"output", {"output"}};
    static constexpr auto compose(auto const& k) { return detail::plain_convolution(k); }
};
inline constexpr single_overload<_slow_conv2d_forward_default> _slow_conv2d_forward{};

struct slow_conv_dilated2d_default : composite_op<slow_conv_dilated2d_default> {
    static constexpr schema_text text{
        "aten::slow_conv_dilated2d(Tensor self, Tensor weight, SymInt[2] kernel_size, Tensor? bias=None, SymInt[2] "
        "stride=[1, 1], SymInt[2] padding=[0, 0], SymInt[2] dilation=[1, 1]) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::sized_convolution(k, false); }
};
inline constexpr single_overload<slow_conv_dilated2d_default> slow_conv_dilated2d{};

struct slow_conv_dilated3d_default : composite_op<slow_conv_dilated3d_default> {
    static constexpr schema_text text{
        "aten::slow_conv_dilated3d(Tensor self, Tensor weight, SymInt[3] kernel_size, Tensor? bias=None, SymInt[3] "
        "stride=[1, 1, 1], SymInt[3] padding=[0, 0, 0], SymInt[3] dilation=[1, 1, 1]) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::sized_convolution(k, false); }
};
inline constexpr single_overload<slow_conv_dilated3d_default> slow_conv_dilated3d{};

struct slow_conv_transpose2d_default : composite_op<slow_conv_transpose2d_default> {
    static constexpr schema_text text{
        "aten::slow_conv_transpose2d(Tensor self, Tensor weight, SymInt[2] kernel_size, Tensor? bias=None, SymInt[2] "
        "stride=[1, 1], SymInt[2] padding=[0, 0], SymInt[2] output_padding=[0, 0], SymInt[2] dilation=[1, 1]) -> "
        "Tensor"};
    static constexpr auto compose(auto const& k) { return detail::sized_convolution(k, true); }
};
inline constexpr single_overload<slow_conv_transpose2d_default> slow_conv_transpose2d{};

struct slow_conv_transpose3d_default : composite_op<slow_conv_transpose3d_default> {
    static constexpr schema_text text{
        "aten::slow_conv_transpose3d(Tensor self, Tensor weight, SymInt[3] kernel_size, Tensor? bias=None, SymInt[3] "
        "stride=[1, 1, 1], SymInt[3] padding=[0, 0, 0], SymInt[3] output_padding=[0, 0, 0], SymInt[3] dilation=[1, 1, "
        "1]) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::sized_convolution(k, true); }
};
inline constexpr single_overload<slow_conv_transpose3d_default> slow_conv_transpose3d{};

/// A convolution of [time, batch, channels] with [kernel, channels in, channels out].
struct conv_tbc_default : composite_op<conv_tbc_default> {
    static constexpr schema_text text{"aten::conv_tbc(Tensor self, Tensor weight, Tensor bias, int pad=0) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const &self = k->tensor("self"), &weight = k->tensor("weight");
        k.require(k.rank(self) == 3 && k.rank(weight) == 3 && k.rank(k->tensor("bias")) == 1,
                  "'self' and 'weight' must have 3 dimensions, and 'bias' 1");
        vec<sym_int> const once(1, 1), none(1, 0);
        V const result =
            k(convolution, k(permute, self, vec<sym_int>{1, 2, 0}), k(permute, weight, vec<sym_int>{2, 1, 0}),
              k["bias"], once, vec<sym_int>(1, k->integer("pad")), once, false, none, 1);
        return k(clone, k(permute, result, vec<sym_int>{2, 0, 1}), memory_format::contiguous);
    }
};
inline constexpr single_overload<conv_tbc_default> conv_tbc{};

struct _batch_norm_no_update_default : composite_op<_batch_norm_no_update_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::_batch_norm_no_update(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? "
        "running_var, float momentum, float eps) -> (Tensor, Tensor, Tensor, Tensor)"};
    template <class V>
    static constexpr vec<V> compose(composing<V> const& k) {
        vec<V> results = detail::normalized_batch(k, false);
        results.push_back(detail::no_reserve(k));
        return results;
    }
};
inline constexpr single_overload<_batch_norm_no_update_default> _batch_norm_no_update{};

struct _batch_norm_with_update_functional_default
    : composite_op<_batch_norm_with_update_functional_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::_batch_norm_with_update_functional(Tensor input, Tensor? weight, Tensor? bias, Tensor running_mean, "
        "Tensor running_var, float momentum, float eps) -> (Tensor, Tensor, Tensor, Tensor, Tensor running_mean_out, "
        "Tensor running_var_out)"};
    template <class V>
    static constexpr vec<V> compose(composing<V> const& k) {
        vec<V> results = k.all(_native_batch_norm_legit_functional, k["input"], k["weight"], k["bias"],
                               k["running_mean"], k["running_var"], true, k["momentum"], k["eps"]);
        results.insert(results.begin() + 3, detail::no_reserve(k));
        return results;
    }
};
inline constexpr single_overload<_batch_norm_with_update_functional_default> _batch_norm_with_update_functional{};

/// Training; the running statistics are written.
struct _batch_norm_with_update_default
    : composite_op<_batch_norm_with_update_default, op_tags::inplace | op_tags::no_out> {
    using functional = _batch_norm_with_update_functional_default;
    static constexpr schema_text text{
        "aten::_batch_norm_with_update(Tensor input, Tensor? weight, Tensor? bias, Tensor(a!) running_mean, Tensor(b!) "
        "running_var, float momentum, float eps) -> (Tensor, Tensor, Tensor, Tensor)"};
    template <class V>
    static constexpr vec<V> compose(composing<V> const& k) {
        vec<V> results = k.all(_native_batch_norm_legit.default_, k["input"], k["weight"], k["bias"], k["running_mean"],
                               k["running_var"], true, k["momentum"], k["eps"]);
        results.push_back(detail::no_reserve(k));
        return results;
    }
};
inline constexpr single_overload<_batch_norm_with_update_default> _batch_norm_with_update{};

/// As `_embedding_bag`; of sums rows in the bags are not counted.
struct _embedding_bag_forward_only_default
    : described_op<_embedding_bag_forward_only_default, op_tags::none, detail::meta_bags_forward> {
    static constexpr schema_text text{
        "aten::_embedding_bag_forward_only(Tensor weight, Tensor indices, Tensor offsets, bool "
        "scale_grad_by_freq=False, int mode=0, bool sparse=False, Tensor? per_sample_weights=None, bool "
        "include_last_offset=False, int padding_idx=-1) -> (Tensor, Tensor, Tensor, Tensor)"};
};
inline constexpr single_overload<_embedding_bag_forward_only_default> _embedding_bag_forward_only{};
using _grid_sampler_2d_cpu_fallback_default = alias_of<grid_sampler_2d_default, "_grid_sampler_2d_cpu_fallback">;
inline constexpr single_overload<_grid_sampler_2d_cpu_fallback_default> _grid_sampler_2d_cpu_fallback{};

/// Sums of products of three tensors, which are given dimensions so that they have the same ones.
struct _trilinear_default : composite_op<_trilinear_default> {
    static constexpr schema_text text{
        "aten::_trilinear(Tensor i1, Tensor i2, Tensor i3, int[] expand1, int[] expand2, int[] expand3, int[] sumdim, "
        "int unroll_dim=1) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        auto const expanded = [&](char const* tensor, char const* dims) {
            V wide = k->tensor(tensor);
            vec<std::int64_t> places;
            for (sym_int const& dim : k->integers(dims))
                places.push_back(k.number_of(dim));
            std::sort(places.begin(), places.end());
            for (std::int64_t const place : places)
                wide = k(unsqueeze, V(wide), place);
            return wide;
        };
        V const first = expanded("i1", "expand1"), second = expanded("i2", "expand2");
        V const third = expanded("i3", "expand3");
        k.require(k.rank(first) == k.rank(second) && k.rank(second) == k.rank(third),
                  "the tensors must have as many dimensions with those that they are given");
        sym_int const& unrolled = k->integer("unroll_dim");
        k.require(known_lt(unrolled, 0) != true && known_lt(unrolled, k.rank(first)) == true,
                  "'unroll_dim' must be in [0, ", k.rank(first) - 1, "]");
        V const product = k(mul.Tensor, k(mul.Tensor, first, second), third);
        return k->integers("sumdim").empty() ? product : k(sum.dim_IntList, product, k["sumdim"], false);
    }
};
inline constexpr single_overload<_trilinear_default> _trilinear{};

/// Slopes of what is negative, the noise: between the bounds while training, and 1 of what is positive.
struct rrelu_with_noise_functional_default
    : composite_op<rrelu_with_noise_functional_default, op_tags::random | op_tags::no_out> {
    static constexpr schema_text text{
        "aten::rrelu_with_noise_functional(Tensor self, Tensor noise, Scalar lower=0.125, Scalar "
        "upper=0.33333333333333331, bool training=False, Generator? generator=None) -> (Tensor, Tensor noise_out)"};
    template <class V>
    static constexpr vec<V> compose(composing<V> const& k) {
        double const low = k->number("lower").template to<double>(), high = k->number("upper").template to<double>();
        k.require(low <= high, "'lower' is above 'upper'");
        V const &self = k->tensor("self"), &noise = k->tensor("noise");
        if (!k->boolean("training"))
            return {k(leaky_relu, self, (low + high) / 2), noise};
        V const slopes = k(add.Scalar, k(mul.Scalar, k(aten::rand, k.sizes(self), k.dtype(self)), high - low), low);
        V const made = k(where.self, k(le.Scalar, self, 0), slopes, k(ones_like, self));
        return {k(mul.Tensor, self, made), made};
    }
};
inline constexpr single_overload<rrelu_with_noise_functional_default> rrelu_with_noise_functional{};

/// As `rrelu_with_noise_functional`, which it becomes when a program is functionalised.
struct rrelu_with_noise_default
    : composite_op<rrelu_with_noise_default, op_tags::inplace | op_tags::random | op_tags::no_out> {
    using functional = rrelu_with_noise_functional_default;
    static constexpr schema_text text{
        "aten::rrelu_with_noise(Tensor self, Tensor(b!) noise, Scalar lower=0.125, Scalar upper=0.33333333333333331, "
        "bool training=False, Generator? generator=None) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        k.require(!k->boolean("training"), "'training' must be false: 'noise' is written by functionalisation only");
        return k(rrelu_with_noise_functional, k["self"], k["noise"], k["lower"], k["upper"]);
    }
};
inline constexpr single_overload<rrelu_with_noise_default> rrelu_with_noise{};

struct rrelu_with_noise_backward_default : composite_op<rrelu_with_noise_backward_default> {
    static constexpr schema_text text{
        "aten::rrelu_with_noise_backward(Tensor grad_output, Tensor self, Tensor noise, Scalar lower, Scalar upper, "
        "bool training, bool self_is_result) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        double const low = k->number("lower").template to<double>(), high = k->number("upper").template to<double>();
        V const& grad = k->tensor("grad_output");
        if (k->boolean("training") && high - low > 1e-6)
            return k(mul.Tensor, grad, k->tensor("noise"));
        return k(leaky_relu_backward, grad, k->tensor("self"), (low + high) / 2, k["self_is_result"]);
    }
};
inline constexpr single_overload<rrelu_with_noise_backward_default> rrelu_with_noise_backward{};

/// The gradients of what is scaled to given norms, and of these.
struct _weight_norm_interface_backward_default : composite_op<_weight_norm_interface_backward_default> {
    static constexpr schema_text text{
        "aten::_weight_norm_interface_backward(Tensor grad_w, Tensor saved_v, Tensor saved_g, Tensor saved_norms, int "
        "dim) -> (Tensor, Tensor)"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        k.require_floating("saved_v");
        k.require_one_dtype("grad_w", "saved_v");
        k.require_one_dtype("saved_g", "saved_v");
        detail::gradient_terms<V> const g(k, "saved_v");
        V const v = g["saved_v"], grad = g.sized(g["grad_w"], k.sizes(v));
        vec<sym_int> others, kept(static_cast<std::size_t>(k.rank(v)), 1);
        for (std::int64_t d = 0; d < k.rank(v); ++d)
            if (d != k.dim("dim", k.rank(v)))
                others.push_back(d);
            else
                kept[static_cast<std::size_t>(d)] = k.size(v, d);
        V const norms = g.sized(k->tensor("saved_norms"), kept), given = g.sized(g["saved_g"], kept);
        V const along = g.over(k(sum.dim_IntList, g.times(grad, v), others, true), norms);
        V const across = k(sub.Tensor, grad, g.times(v, g.over(along, norms)));
        return vec<V>{g.as_given(g.times(g.over(given, norms), across)), g.as_given(along)};
    }
};
inline constexpr single_overload<_weight_norm_interface_backward_default> _weight_norm_interface_backward{};

/// Every op of this header.
using layers_ops =
    join_ops<overloads_of<slow_conv3d_forward, _slow_conv2d_forward, slow_conv_dilated2d, slow_conv_dilated3d,
                          slow_conv_transpose2d, slow_conv_transpose3d, conv_tbc, _batch_norm_no_update,
                          _batch_norm_with_update_functional, _batch_norm_with_update, _embedding_bag_forward_only,
                          _grid_sampler_2d_cpu_fallback, _trilinear, rrelu_with_noise_functional, rrelu_with_noise,
                          rrelu_with_noise_backward, _weight_norm_interface_backward>,
             op_list<_convolution_default>>;

} // namespace graft::aten

namespace graft {

template <>
struct kernel_of<aten::_embedding_bag_forward_only_default> {
    static void run(call<tensor> const& c, auto results) {
        if (detail::integer_of(c, "mode") != 0)
            return kernel_of<aten::_embedding_bag_default>::run(c, results);
        dim_vector const bags{results[0].size(0)};
        std::array<tensor, 4> made{results[0], results[1], tensor::empty(bags, results[2].dtype()),
                                   tensor::empty(bags, results[3].dtype())};
        kernel_of<aten::_embedding_bag_default>::run(c, made);
        kernel::fill(results[2], 0);
        kernel::fill(results[3], 0);
    }
};

} // namespace graft
