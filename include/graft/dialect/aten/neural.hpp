#pragma once

#include <graft/dialect/aten/activation.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/bitwise.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/index.hpp>
#include <graft/dialect/aten/linear_algebra.hpp>
#include <graft/dialect/aten/normalization.hpp>
#include <graft/dialect/aten/pooling.hpp>
#include <graft/dialect/aten/rearrange.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/sequence.hpp>
#include <graft/dialect/aten/statistics.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/compare.hpp>
#include <graft/symbolic/math.hpp>
#include <graft/symbolic/sym_int.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

namespace graft::detail {

/// `running` moved towards what was measured, in place: what training of a normalisation does.
template <class V>
constexpr void update_running(composing<V> const& k, char const* name, V const& measured) {
    if (!k->has(name))
        return;
    V const& running = k->tensor(name);
    double const momentum = k->real("momentum");
    V const kept = k(aten::mul.Scalar, running, 1 - momentum);
    static_cast<void>(k(aten::copy_, running, k(aten::add.Tensor, kept, k(aten::mul.Scalar, measured, momentum))));
}

/// Products times the scale of attention: where none is given, 1 over the root of how long a query is.
template <class V>
[[nodiscard]] constexpr V scaled(composing<V> const& k, V const& products) {
    sym_int const width = k.size(k->tensor("query"), -1);
    if (k->has("scale"))
        return k(aten::mul.Scalar, products, k->real("scale"));
    if (width.is_symbolic())
        return k(aten::mul.Tensor, products, k(aten::rsqrt, k(aten::scalar_tensor, width, k.dtype(products))));
    return k(aten::mul.Scalar, products, 1 / __builtin_sqrt(static_cast<double>(width.value())));
}

/// Scores and what attention makes of them: the result and the logarithm of the sums of exponentials. Those of 16-bit
/// numbers are f32 until the end.
template <class V>
struct attention_results {
    V output, weights, logsumexp;
};

template <class V>
[[nodiscard]] constexpr attention_results<V> attend(composing<V> const& k) {
    dtype const given = k.dtype(k->tensor("query"));
    bool const narrow = element_size(given) == 2;
    auto const widened = [&](V const& x) {
        return narrow && is_floating_point(k.dtype(x)) ? k(aten::to.dtype, x, dtype::f32) : x;
    };
    V const query = widened(k->tensor("query"));
    V key = widened(k->tensor("key")), value = widened(k->tensor("value"));
    double const p = k->real("dropout_p");
    k.require(p >= 0 && p <= 1, "'dropout_p' must lie in [0, 1]");
    k.require(k.rank(query) > 1 && k.rank(key) > 1 && k.rank(value) > 1, "the arguments must be at least matrices");
    k.require(k.dtype(k->tensor("key")) == given && k.dtype(k->tensor("value")) == given,
              "the arguments must have one dtype");
    if (k->op().find_argument("enable_gqa") >= 0 && k->boolean("enable_gqa")) {
        sym_int const heads = k.size(query, -3);
        for (V* const side : {&key, &value}) {
            sym_int const shared = k.size(*side, -3);
            if (shared == heads)
                continue;
            k.require(!(shared == 0) && known_eq(mod(heads, shared), 0) != false,
                      "the heads of 'query' are no multiple of those of '", side == &key ? "key" : "value", "'");
            vec<sym_int> sizes = k.sizes(*side);
            std::size_t const at = sizes.size() - 3;
            vec<sym_int> wide = sizes;
            wide.insert(wide.begin() + static_cast<std::ptrdiff_t>(at) + 1, floor_div(heads, shared));
            sizes[at] = heads;
            *side = k(aten::reshape, k(aten::expand, k(aten::unsqueeze, V(*side), -3), wide), sizes);
        }
    }
    vec<sym_int> fitting = k.sizes(query);
    fitting[fitting.size() - 2] = k.size(key, -2);
    key = sized(k, V(key), fitting);
    fitting.back() = k.size(value, -1);
    value = sized(k, V(value), fitting);
    V scores = scaled(k, k(aten::matmul, query, k(aten::transpose.int_, key, -2, -1)));
    double const lowest = -std::numeric_limits<double>::infinity();
    if (k->boolean("is_causal")) {
        k.require(!k->has("attn_mask"), "'attn_mask' is given, although 'is_causal' is true");
        vec<sym_int> const square{k.size(query, -2), k.size(key, -2)};
        V const visible = k(aten::tril, k(aten::ones, square, dtype::boolean));
        scores = k(aten::masked_fill.Scalar, V(scores), k(aten::logical_not, visible), lowest);
    }
    if (k->has("attn_mask")) {
        V const mask = sized(k, widened(k->tensor("attn_mask")), k.sizes(scores));
        scores = k.dtype(mask) == dtype::boolean
                     ? k(aten::masked_fill.Scalar, V(scores), k(aten::logical_not, mask), lowest)
                     : k(aten::add.Tensor, V(scores), mask);
    }
    V weights = k(aten::_safe_softmax, scores, -1);
    if (p > 0)
        weights = k(aten::dropout, V(weights), p, true);
    V const output = k(aten::matmul, weights, value);
    return narrow ? attention_results<V>{k(aten::to.dtype, output, given), k(aten::to.dtype, weights, given), scores}
                  : attention_results<V>{output, weights, scores};
}

/// The maxima put back where they were: `spatial` dimensions get the sizes asked for, and zeros elsewhere.
template <class V>
[[nodiscard]] constexpr V unpooled(composing<V> const& k, std::int64_t spatial) {
    V const &self = k->tensor("self"), &places = k->tensor("indices");
    vec<sym_int> const& area = k->integers("output_size");
    k.require(k.dtype(places) == dtype::i64, "'indices' must be torch.int64, not ", torch_name(k.dtype(places)));
    k.require(!certainly_differ(k.sizes(self), k.sizes(places)), "'indices' does not have the sizes of 'self'");
    k.require(k.rank(self) == spatial + 1 || k.rank(self) == spatial + 2, "'self' must have ", spatial + 1, " or ",
              spatial + 2, " dimensions, not ", k.rank(self));
    k.require(static_cast<std::int64_t>(area.size()) == spatial, "'output_size' must have ", spatial, " entries");
    vec<sym_int> sizes = k.sizes(self);
    sym_int before = 1, after = 1;
    for (std::int64_t d = 0; d < spatial; ++d) {
        before *= k.size(self, -1 - d);
        after *= area[static_cast<std::size_t>(d)];
    }
    sizes.resize(sizes.size() - area.size());
    vec<sym_int> flat = sizes, many = sizes;
    sizes.insert(sizes.end(), area.begin(), area.end());
    flat.push_back(after);
    many.push_back(before);
    V const canvas = k(aten::new_zeros, self, flat);
    V const result =
        k(aten::reshape, k(aten::scatter.src, canvas, -1, k(aten::reshape, places, many), k(aten::reshape, self, many)),
          sizes);
    return spatial == 2 ? in_layout_of(k, self, result) : k(aten::contiguous, result);
}

/// Pooling along one dimension by an op of two, which sees an image of one row.
template <class V, class Op>
[[nodiscard]] constexpr vec<V> pooled_row(composing<V> const& k, Op const& op) {
    V const& self = k->tensor("self");
    k.require(k.rank(self) == 2 || k.rank(self) == 3, "'self' must have 2 or 3 dimensions, not ", k.rank(self));
    auto const pair = [&](char const* name, std::int64_t first) {
        vec<sym_int> const& one = k->integers(name);
        k.require(one.size() < 2, "'", name, "' must have 1 entry");
        return one.empty() ? one : vec<sym_int>{first, one[0]};
    };
    vec<V> results = k.all(op, k(aten::unsqueeze, self, -2), pair("kernel_size", 1), pair("stride", 1),
                           pair("padding", 0), pair("dilation", 1), k["ceil_mode"]);
    for (V& result : results)
        result = k(aten::squeeze.dim, V(result), -2);
    return results;
}

} // namespace graft::detail

/// Layers of neural networks that are made of others.
namespace graft::aten {

struct instance_norm_default : composite_op<instance_norm_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::instance_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, "
        "bool use_input_stats, float momentum, float eps, bool cudnn_enabled) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& x = k->tensor("input");
        k.require(k.rank(x) > 1, "'input' must have at least 2 dimensions, not ", k.rank(x));
        if (!k->boolean("use_input_stats")) {
            k.require(k->has("running_mean") && k->has("running_var"), "running statistics must be given");
            return k(contiguous, k(batch_norm, x, k["weight"], k["bias"], k["running_mean"], k["running_var"], false,
                                   k["momentum"], k["eps"], k["cudnn_enabled"]));
        }
        if (k.spec(x).numel() == 0)
            return k(clone, x, memory_format::contiguous);
        auto const result = k(group_norm, x, k.size(x, 1), k["weight"], k["bias"], k["eps"], k["cudnn_enabled"]);
        vec<sym_int> const pixels{k.size(x, 0), k.size(x, 1), -1};
        vec<sym_int> const last{2}, batch{0};
        if (k->has("running_mean") || k->has("running_var")) {
            auto const flat = k(reshape, x, pixels);
            auto const average = k(mean.dim, flat, last);
            auto const spread = k(aten::var.correction, flat, last, 1);
            detail::update_running(k, "running_mean", k(mean.dim, average, batch));
            detail::update_running(k, "running_var", k(mean.dim, spread, batch));
        }
        return k(contiguous, result);
    }
};
inline constexpr single_overload<instance_norm_default> instance_norm{};

struct _scaled_dot_product_attention_math_default
    : composite_op<_scaled_dot_product_attention_math_default, op_tags::random | op_tags::no_out> {
    static constexpr schema_text text{
        "aten::_scaled_dot_product_attention_math(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, "
        "float dropout_p=0., bool is_causal=False, Tensor? dropout_mask=None, *, float? scale=None, bool "
        "enable_gqa=False) -> (Tensor, Tensor)"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        detail::attention_results<V> const results = detail::attend(k);
        return vec<V>{results.output, results.weights};
    }
};
inline constexpr single_overload<_scaled_dot_product_attention_math_default> _scaled_dot_product_attention_math{};

struct _scaled_dot_product_flash_attention_for_cpu_default
    : composite_op<_scaled_dot_product_flash_attention_for_cpu_default, op_tags::random | op_tags::no_out> {
    static constexpr schema_text text{
        "aten::_scaled_dot_product_flash_attention_for_cpu(Tensor query, Tensor key, Tensor value, float "
        "dropout_p=0., bool is_causal=False, *, Tensor? attn_mask=None, float? scale=None) -> (Tensor output, Tensor "
        "logsumexp)"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const& query = k->tensor("query");
        k.require(k.rank(query) == 4, "'query' must have 4 dimensions, not ", k.rank(query));
        detail::attention_results<V> const results = detail::attend(k);
        dtype const d = k.dtype(query) == dtype::f64 ? dtype::f64 : dtype::f32;
        V const sums = k(logsumexp, k(to.dtype, results.logsumexp, d), vec<sym_int>(1, -1));
        // Those of a step lie side by side.
        V const steps = k(clone, k(transpose.int_, sums, 1, 2), memory_format::contiguous);
        V const output = detail::sized(k, results.output, k.sizes(query));
        return vec<V>{k(copy, k(empty_like, query), output), k(transpose.int_, steps, 1, 2)};
    }
};
inline constexpr single_overload<_scaled_dot_product_flash_attention_for_cpu_default>
    _scaled_dot_product_flash_attention_for_cpu{};

struct _pad_circular_default : composite_op<_pad_circular_default, op_tags::no_out> {
    static constexpr schema_text text{"aten::_pad_circular(Tensor self, SymInt[] pad) -> Tensor"};
    static constexpr auto compose(auto const& k) { return k(aten::pad, k["self"], k["pad"], "circular"); }
};
inline constexpr single_overload<_pad_circular_default> _pad_circular{};

struct _pad_enum_default : composite_op<_pad_enum_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::_pad_enum(Tensor self, SymInt[] pad, int mode, float? value=None) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        std::int64_t const number = k.number_of(k->integer("mode"));
        k.require(number >= 0 && number < 4, "'mode' must be between 0 and 3, not ", number);
        char const* const names[] = {"reflect", "replicate", "circular", "constant"};
        return k(aten::pad, k["self"], k["pad"], names[number], k["value"]);
    }
};
inline constexpr single_overload<_pad_enum_default> _pad_enum{};

struct affine_grid_generator_default : composite_op<affine_grid_generator_default> {
    static constexpr schema_text text{
        "aten::affine_grid_generator(Tensor theta, SymInt[] size, bool align_corners) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const& theta = k->tensor("theta");
        vec<sym_int> const& sizes = k->integers("size");
        k.require(sizes.size() == 4 || sizes.size() == 5, "'size' must have 4 or 5 entries, not ", sizes.size());
        std::int64_t const spatial = static_cast<std::int64_t>(sizes.size()) - 2;
        k.require(k.rank(theta) == 3 && k.size(theta, 1) == spatial && k.size(theta, 2) == spatial + 1,
                  "'theta' must be matrices of ", spatial, " x ", spatial + 1);
        vec<sym_int> const area(sizes.begin() + 2, sizes.end());
        vec<V> axes;
        for (std::int64_t d = spatial; d-- > 0;) {
            std::int64_t const n = k.number_of(area[static_cast<std::size_t>(d)]);
            V const place = k(arange.start_step, 0, n, 1, k.dtype(theta));
            double const step = n < 2                         ? 0
                                : k->boolean("align_corners") ? 2.0 / static_cast<double>(n - 1)
                                                              : 2.0 / static_cast<double>(n);
            double const start = n < 2 ? 0 : -step * static_cast<double>(n - 1) / 2;
            vec<sym_int> along(static_cast<std::size_t>(spatial), 1);
            along[static_cast<std::size_t>(d)] = n;
            V const axis = k(add.Scalar, k(mul.Scalar, place, step), start);
            axes.push_back(k(expand, k(reshape, axis, along), area));
        }
        axes.push_back(k(ones_like, axes[0]));
        V const points = k(reshape, k(stack, axes, -1), vec<sym_int>{-1, spatial + 1});
        V const grid = k(matmul, points, k(transpose.int_, theta, 1, 2));
        vec<sym_int> shape = area;
        shape.insert(shape.begin(), k.size(theta, 0));
        shape.push_back(spatial);
        return k(view, grid, shape);
    }
};
inline constexpr single_overload<affine_grid_generator_default> affine_grid_generator{};

struct max_unpool2d_default : composite_op<max_unpool2d_default> {
    static constexpr schema_text text{
        "aten::max_unpool2d(Tensor self, Tensor indices, SymInt[2] output_size) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::unpooled(k, 2); }
};
inline constexpr single_overload<max_unpool2d_default> max_unpool2d{};

struct max_unpool3d_default : composite_op<max_unpool3d_default> {
    static constexpr schema_text text{
        "aten::max_unpool3d(Tensor self, Tensor indices, SymInt[3] output_size, int[3] stride, int[3] padding) -> "
        "Tensor"};
    static constexpr auto compose(auto const& k) {
        for (sym_int const& step : k->integers("stride"))
            k.require(known_le(step, 0) != true, "'stride' must be positive");
        return detail::unpooled(k, 3);
    }
};
inline constexpr single_overload<max_unpool3d_default> max_unpool3d{};

struct max_pool1d_default : composite_op<max_pool1d_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::max_pool1d(Tensor self, int[1] kernel_size, int[1] stride=[], int[1] padding=[0], int[1] "
        "dilation=[1], bool ceil_mode=False) -> Tensor"};
    static constexpr auto compose(auto const& k) { return k(contiguous, detail::pooled_row(k, max_pool2d).front()); }
};
inline constexpr single_overload<max_pool1d_default> max_pool1d{};

struct max_pool1d_with_indices_default : composite_op<max_pool1d_with_indices_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::max_pool1d_with_indices(Tensor self, int[1] kernel_size, int[1] stride=[], int[1] padding=[0], int[1] "
        "dilation=[1], bool ceil_mode=False) -> (Tensor, Tensor)"};
    static constexpr auto compose(auto const& k) { return detail::pooled_row(k, max_pool2d_with_indices); }
};
inline constexpr single_overload<max_pool1d_with_indices_default> max_pool1d_with_indices{};

/// Every op of this header.
using neural_ops = overloads_of<instance_norm, _scaled_dot_product_attention_math,
                                _scaled_dot_product_flash_attention_for_cpu, _pad_circular, _pad_enum,
                                affine_grid_generator, max_unpool2d, max_unpool3d, max_pool1d, max_pool1d_with_indices>;

} // namespace graft::aten
