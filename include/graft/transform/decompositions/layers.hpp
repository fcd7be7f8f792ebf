#pragma once

#include <graft/dialect/aten/activation.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/batch_norm.hpp>
#include <graft/dialect/aten/bitwise.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/complex.hpp>
#include <graft/dialect/aten/convolution.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/linear_algebra.hpp>
#include <graft/dialect/aten/neural.hpp>
#include <graft/dialect/aten/normalization.hpp>
#include <graft/dialect/aten/pooling.hpp>
#include <graft/dialect/aten/products.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/sort.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/promotion.hpp>
#include <graft/meta/vec.hpp>

#include <cstddef>
#include <cstdint>

// Layers, norms and reductions by those that are core.

namespace graft {

namespace detail {

/// The matrix that all dimensions but the last are the rows of.
template <class V>
[[nodiscard]] constexpr V as_rows(composing<V> const& k, V const& x) {
    return k.rank(x) == 2 ? x : k(aten::reshape, x, vec<sym_int>{-1, k.size(x, -1)});
}

/// A convolution in one or more dimensions, of one image or a batch.
template <class V>
[[nodiscard]] constexpr V any_convolution(composing<V> const& k, bool transposed) {
    V const &input = k->tensor("input"), &weight = k->tensor("weight");
    auto const spatial = static_cast<std::size_t>(k.rank(weight) - 2);
    bool const batched = k.rank(input) == k.rank(weight);
    auto const spread = [&](char const* name) {
        vec<sym_int> values = k->integers(name);
        return values.size() == 1 ? vec<sym_int>(spatial, values[0]) : values;
    };
    V const result = k(aten::convolution, batched ? input : k(aten::unsqueeze, input, 0), weight, k["bias"],
                       spread("stride"), spread("padding"), spread("dilation"), transposed,
                       transposed ? spread("output_padding") : vec<sym_int>(spatial, 0), k["groups"]);
    return batched ? result : k(aten::squeeze.dims, result, vec<sym_int>(1, 0));
}

template <bool Transposed>
struct convolution_composition {
    [[nodiscard]] static constexpr auto compose(auto const& k) { return any_convolution(k, Transposed); }
};

/// A softmax of the dtype that is asked for, by an op that keeps the dtype.
template <class V, class Op>
[[nodiscard]] constexpr V softmax_by(composing<V> const& k, Op const& op) {
    V const& x = k->tensor("self");
    dtype const d = k->dtype("dtype").value_or(k.dtype(x));
    return k(op, k.dtype(x) == d ? x : k(aten::_to_copy, x, d), k["dim"], false);
}

/// The two factors of a product over batches, with the dimensions that they have in common.
template <class V>
[[nodiscard]] constexpr V batched_product(composing<V> const& k, V const& a, V const& b) {
    vec<sym_int> const left = k.sizes(a), right = k.sizes(b);
    vec<sym_int> sizes =
        broadcast_sizes(vec<sym_int>(left.begin(), left.end() - 2), vec<sym_int>(right.begin(), right.end() - 2));
    sym_int count = 1;
    for (sym_int const& size : sizes)
        count *= size;
    auto const stacked = [&](V const& factor) {
        vec<sym_int> wide = sizes;
        wide.insert(wide.end(), {k.size(factor, -2), k.size(factor, -1)});
        V const all = k.sizes(factor) == wide ? factor : k(aten::expand, factor, wide);
        return k(aten::reshape, all, vec<sym_int>{count, k.size(factor, -2), k.size(factor, -1)});
    };
    V const products = k(aten::bmm, stacked(a), stacked(b));
    sizes.insert(sizes.end(), {k.size(a, -2), k.size(b, -1)});
    return k(aten::reshape, products, sizes);
}

} // namespace detail

template <>
struct composition_of<aten::conv1d_default> : detail::convolution_composition<false> {};
template <>
struct composition_of<aten::conv2d_default> : detail::convolution_composition<false> {};
template <>
struct composition_of<aten::conv3d_default> : detail::convolution_composition<false> {};
template <>
struct composition_of<aten::conv_transpose1d_default> : detail::convolution_composition<true> {};
template <>
struct composition_of<aten::conv_transpose2d_input> : detail::convolution_composition<true> {};
template <>
struct composition_of<aten::conv_transpose3d_input> : detail::convolution_composition<true> {};

template <>
struct composition_of<aten::linear_default> {
    template <class V>
    [[nodiscard]] static constexpr auto compose(composing<V> const& k) {
        V const &x = k->tensor("input"), &weight = k->tensor("weight");
        if (k.rank(weight) == 1)
            return k(aten::matmul, x, weight);
        V const rows = k.rank(x) == 1 ? k(aten::unsqueeze, x, 0) : detail::as_rows(k, x);
        V const turned = k(aten::permute, weight, vec<sym_int>{1, 0});
        V const product = k->has("bias") ? k(aten::addmm, k->tensor("bias"), rows, turned) : k(aten::mm, rows, turned);
        if (k.rank(x) == 2)
            return product;
        vec<sym_int> sizes = k.sizes(x);
        sizes.back() = k.size(weight, 0);
        return k(aten::reshape, product, sizes);
    }
};

template <>
struct composition_of<aten::matmul_default> {
    template <class V>
    [[nodiscard]] static constexpr auto compose(composing<V> const& k) {
        V const &a = k->tensor("self"), &b = k->tensor("other");
        std::int64_t const p = k.rank(a), q = k.rank(b);
        if (p == 1 && q == 1)
            return k(aten::dot, a, b);
        if (p == 1)
            return k(aten::squeeze.dims, k(aten::matmul, k(aten::unsqueeze, a, 0), b), vec<sym_int>(1, -2));
        if (q == 1)
            return k(aten::squeeze.dims, k(aten::matmul, a, k(aten::unsqueeze, b, 1)), vec<sym_int>(1, -1));
        if (p == 2 && q == 2)
            return k(aten::mm, a, b);
        if (q == 2) {
            vec<sym_int> sizes = k.sizes(a);
            sizes.back() = k.size(b, 1);
            return k(aten::reshape, k(aten::mm, detail::as_rows(k, a), b), sizes);
        }
        return detail::batched_product(k, a, b);
    }
};

template <>
struct composition_of<aten::baddbmm_default> {
    template <class V>
    [[nodiscard]] static constexpr V compose(composing<V> const& k) {
        return detail::blended_product(k, [&](V const& a, V const& b) { return k(aten::bmm, a, b); });
    }
};

template <>
struct composition_of<aten::layer_norm_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return k(aten::native_layer_norm, k["input"], k["normalized_shape"], k["weight"], k["bias"], k["eps"]);
    }
};

template <>
struct composition_of<aten::group_norm_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& x = k->tensor("input");
        sym_int pixels = 1;
        for (std::int64_t d = 2; d < k.rank(x); ++d)
            pixels *= k.size(x, d);
        return k(aten::native_group_norm, x, k["weight"], k["bias"], k.size(x, 0), k.size(x, 1), pixels,
                 k["num_groups"], k["eps"]);
    }
};

template <>
struct composition_of<aten::rms_norm_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return k.all(aten::_fused_rms_norm, k["input"], k["normalized_shape"], k["weight"], k["eps"]).front();
    }
};

template <>
struct composition_of<aten::batch_norm_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& input = k->tensor("input");
        if (k.spec(input).numel() == 0) {                // no statistics are taken, and none move
            auto const changes = [&](char const* name) { // which may have no channel, either
                return k->has(name) && !(k.size(k->tensor(name), 0) == 0);
            };
            auto result = k(aten::clone, input);
            if (changes("weight"))
                result = k(aten::mul.Tensor, result, k(aten::select.int_, k->tensor("weight"), 0, 0));
            if (changes("bias"))
                result = k(aten::add.Tensor, result, k(aten::select.int_, k->tensor("bias"), 0, 0));
            return result;
        }
        bool const training = k->boolean("training");
        k.require(!training || (!k->has("running_mean") && !k->has("running_var")),
                  "statistics that are written are not decomposed");
        return detail::normalized_batch(k, training).front();
    }
};

/// Training: the statistics of the batch, and the running ones moved to them; 16-bit numbers are f32 until the end.
/// Otherwise the running ones stay.
template <>
struct composition_of<aten::_native_batch_norm_legit_functional_default> {
    template <class V>
    [[nodiscard]] static constexpr auto compose(composing<V> const& k) {
        dtype const given = k.dtype(k->tensor("input"));
        if (!k->boolean("training")) {
            V const &mean = k->tensor("running_mean"), &variance = k->tensor("running_var");
            V const result = k.all(aten::_native_batch_norm_legit_no_training, k["input"], k["weight"], k["bias"], mean,
                                   variance, k["momentum"], k["eps"])
                                 .front();
            V const nothing = k(aten::new_zeros, mean, vec<sym_int>(1, 0));
            return vec<V>{result, nothing, nothing, k(aten::clone, mean), k(aten::clone, variance)};
        }
        auto const widened = [&](V const& t) {
            return element_size(k.dtype(t)) >= 4 ? t : detail::converted(k, t, dtype::f32);
        };
        V const x = widened(k->tensor("input"));
        auto const rank = static_cast<std::size_t>(k.rank(x));
        vec<sym_int> others{0}, by_channel(rank, 1);
        sym_int count = k.size(x, 0);
        for (std::size_t d = 2; d < rank; ++d) {
            others.push_back(static_cast<std::int64_t>(d));
            count *= k.size(x, static_cast<std::int64_t>(d));
        }
        by_channel.at(1) = -1;
        V const mean = k(aten::mean.dim, x, others, true);
        V const variance = k(aten::var.correction, x, others, 0, true);
        V const scale = k(aten::rsqrt, k(aten::add.Scalar, variance, k->real("eps")));
        V result = k(aten::mul.Tensor, k(aten::sub.Tensor, x, mean), scale);
        if (k->has("weight"))
            result = k(aten::mul.Tensor, result, k(aten::view, widened(k->tensor("weight")), by_channel));
        if (k->has("bias"))
            result = k(aten::add.Tensor, result, k(aten::view, widened(k->tensor("bias")), by_channel));
        V const flat_mean = k(aten::squeeze.dims, mean, others), flat_scale = k(aten::squeeze.dims, scale, others);
        auto const scattered = [&] {
            if (count.is_symbolic())
                return k(aten::var.correction, x, others, 1, false);
            auto const n = static_cast<double>(k.number_of(count));
            return k(aten::mul.Scalar, k(aten::squeeze.dims, variance, others), n / (n - 1));
        };
        V const spread = scattered();
        double const momentum = k->real("momentum");
        auto const moved = [&](char const* running, V const& measured) {
            V const& kept = k->tensor(running);
            V const sum = k(aten::add.Tensor, k(aten::mul.Scalar, widened(kept), 1 - momentum),
                            k(aten::mul.Scalar, measured, momentum));
            return detail::converted(k, sum, k.dtype(kept));
        };
        dtype const saved = k.dtype(k->tensor("running_mean"));
        return vec<V>{detail::converted(k, result, given), detail::converted(k, flat_mean, saved),
                      detail::converted(k, flat_scale, saved), moved("running_mean", flat_mean),
                      moved("running_var", spread)};
    }
};

template <>
struct composition_of<aten::softmax_int> {
    [[nodiscard]] static constexpr auto compose(auto const& k) { return detail::softmax_by(k, aten::_softmax); }
};

template <>
struct composition_of<aten::log_softmax_int> {
    [[nodiscard]] static constexpr auto compose(auto const& k) { return detail::softmax_by(k, aten::_log_softmax); }
};

template <>
struct composition_of<aten::scaled_dot_product_attention_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) { return detail::attend(k).output; }
};

template <>
struct composition_of<aten::adaptive_avg_pool2d_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return k.forward(aten::_adaptive_avg_pool2d.default_);
    }
};

template <>
struct composition_of<aten::max_pool2d_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return k(aten::max_pool2d_with_indices, k["self"], k["kernel_size"], k["stride"], k["padding"], k["dilation"],
                 k["ceil_mode"]);
    }
};

template <>
struct composition_of<aten::sum_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return k(aten::sum.dim_IntList, k->tensor("self"), vec<sym_int>{}, false, k["dtype"]);
    }
};

template <>
struct composition_of<aten::var_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return k(aten::var.correction, k->tensor("self"), nullptr, k->boolean("unbiased") ? 1 : 0);
    }
};

template <>
struct composition_of<aten::aminmax_default> {
    template <class V>
    [[nodiscard]] static constexpr auto compose(composing<V> const& k) {
        V const& x = k->tensor("self");
        vec<sym_int> dims;
        if (k->has("dim"))
            dims.push_back(k->integer("dim"));
        return vec<V>{k(aten::amin, x, dims, k["keepdim"]), k(aten::amax, x, dims, k["keepdim"])};
    }
};

template <>
struct composition_of<aten::logsumexp_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& x = k->tensor("self");
        auto const wide = is_integral(k.dtype(x), true) ? k(aten::_to_copy, x, dtype::f32) : x;
        auto const most = k(aten::amax, is_complex(k.dtype(wide)) ? k(aten::real, wide) : wide, k["dim"], true);
        auto const finite = k(aten::masked_fill.Scalar, most, k(aten::isinf, most), 0.0);
        auto const total = k(aten::sum.dim_IntList, k(aten::exp, k(aten::sub.Tensor, wide, finite)), k["dim"], true);
        auto const result = k(aten::add.Tensor, k(aten::log, total), finite);
        return k->boolean("keepdim") ? result : k(aten::squeeze.dims, result, k["dim"]);
    }
};

template <>
struct composition_of<aten::count_nonzero_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        vec<sym_int> dims;
        if (k->has("dim"))
            dims.push_back(k->integer("dim"));
        return k(aten::sum.dim_IntList, k(aten::ne.Scalar, k->tensor("self"), 0), dims);
    }
};

template <>
struct composition_of<aten::argsort_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return k.all(aten::sort, k["self"], k["dim"], k["descending"])[1];
    }
};

template <>
struct composition_of<aten::argsort_stable> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return k.all(aten::sort.stable, k["self"], k["stable"], k["dim"], k["descending"])[1];
    }
};

} // namespace graft
