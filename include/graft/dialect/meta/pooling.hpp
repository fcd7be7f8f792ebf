#pragma once

#include <graft/config.hpp>
#include <graft/dialect/meta/domain.hpp>
#include <graft/dialect/meta/result.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace graft {

namespace detail {

/// A window that slides over the last dimensions.
struct pooling_window {
    vec<sym_int> kernel, stride, padding, dilation;
    bool ceil_mode = false;
};

/// The window that a pooling op is given; without a stride it moves by its own size.
template <std::size_t Spatial>
[[nodiscard]] constexpr pooling_window window_argument(call<tensor_spec> const& c) {
    pooling_window w{c.integers("kernel_size"), c.integers("stride"), c.integers("padding"), vec<sym_int>(Spatial, 1),
                     c.boolean("ceil_mode")};
    if (c.op().find_argument("dilation") >= 0)
        w.dilation = c.integers("dilation");
    if (w.stride.empty())
        w.stride = w.kernel;
    for (vec<sym_int>* list : {&w.kernel, &w.stride, &w.padding, &w.dilation}) {
        if (list->size() == 1)
            list->resize(Spatial, sym_int((*list)[0]));
        if (list->size() != Spatial)
            reject(c, "an argument of the window has ", list->size(), " entries, not ", Spatial);
    }
    for (std::size_t i = 0; i < Spatial; ++i) {
        if (known_le(w.kernel[i], 0) == true || known_le(w.stride[i], 0) == true || known_le(w.dilation[i], 0) == true)
            reject(c, "'kernel_size', 'stride' and 'dilation' must be positive");
        sym_int const reach = w.dilation[i] * (w.kernel[i] - 1) + 1;
        if (known_lt(w.padding[i], 0) == true || known_lt(reach, 2 * w.padding[i]) == true)
            reject(c, "'padding' must be at most half of the kernel");
    }
    return w;
}

/// In how many places the window fits; a last one that begins in the padding does not count.
[[nodiscard]] GRAFT_CONSTEXPR sym_int pooled_size(pooling_window const& w, std::size_t i, sym_int const& input);

/// Requires channels and so many dimensions behind them, with or without a batch; none of the last `filled` may be 0.
template <std::size_t Spatial>
[[nodiscard]] constexpr std::size_t image_rank(call<tensor_spec> const& c, tensor_spec const& image,
                                               std::size_t filled = Spatial + 1) {
    if (image.dim() != Spatial + 1 && image.dim() != Spatial + 2)
        reject(c, "'", c.op().arguments[0].name, "' must have ", Spatial + 1, " or ", Spatial + 2, " dimensions, not ",
               image.dim());
    for (std::size_t d = image.dim() - filled; d < image.dim(); ++d)
        if (image.sizes[d] == 0)
            reject(c, "'", c.op().arguments[0].name, "' is ", shape_text(image.sizes));
    return image.dim();
}

/// The last dimensions of `self` as others: in channels-last order if `self` is and asks for it.
template <std::size_t Spatial>
[[nodiscard]] constexpr tensor_spec new_spatial(tensor_spec const& self, vec<sym_int> sizes, bool keep_order = true) {
    if constexpr (Spatial != 1)
        return new_image(self, std::move(sizes), keep_order && suggests_channels_last(self));
    // One dimension counts as the last of two, of which the first is 1.
    tensor_spec image = self;
    auto const before = [](auto& list) { return list.end() - 1; };
    image.strides.insert(before(image.strides), self.strides.back() * self.sizes.back());
    image.sizes.insert(before(image.sizes), 1);
    vec<sym_int> wide = sizes;
    wide.insert(before(wide), 1);
    vec<sym_int> strides = new_image(image, std::move(wide), suggests_channels_last(image)).strides;
    strides.erase(strides.end() - 2);
    return new_tensor(self, self.dtype, std::move(sizes), std::move(strides));
}

/// The sizes that a pooling gives.
template <std::size_t Spatial>
[[nodiscard]] constexpr vec<sym_int> pooled_sizes(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    std::size_t const rank = image_rank<Spatial>(c, self);
    pooling_window const window = window_argument<Spatial>(c);
    vec<sym_int> sizes = self.sizes;
    for (std::size_t i = 0; i < Spatial; ++i) {
        sym_int& size = sizes[rank - Spatial + i];
        size = pooled_size(window, i, size);
        if (known_lt(size, 1) == true)
            reject(c, "the window does not fit into 'self' ", shape_text(self.sizes));
    }
    return sizes;
}

/// Requires a dtype of which means are made: floating-point numbers, and i64 as in torch.
GRAFT_CONSTEXPR void require_mean(call<tensor_spec> const& c, std::size_t spatial);

/// A gradient of `self`, if that of the result has these sizes.
[[nodiscard]] GRAFT_CONSTEXPR tensor_spec pool_gradient(call<tensor_spec> const& c, vec<sym_int> const& sizes);

} // namespace detail

/// max_pool2d and its kind.
template <std::size_t Spatial>
[[nodiscard]] constexpr value_spec meta_max_pool(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    detail::require_domain(c, dtype_domain::countable, self.dtype);
    return detail::new_spatial<Spatial>(self, detail::pooled_sizes<Spatial>(c));
}

/// max_pool2d_with_indices and its kind: the maxima and where they are.
template <std::size_t Spatial>
[[nodiscard]] constexpr value_spec meta_max_pool_with_indices(call<tensor_spec> const& c) {
    tensor_spec const maxima = meta_max_pool<Spatial>(c).tensor;
    tensor_spec indices = maxima;
    indices.dtype = dtype::i64;
    return value_spec::of_list({maxima, std::move(indices)});
}

/// avg_pool2d and its kind.
template <std::size_t Spatial>
[[nodiscard]] constexpr value_spec meta_avg_pool(call<tensor_spec> const& c) {
    detail::require_mean(c, Spatial);
    return detail::new_spatial<Spatial>(c.tensor("self"), detail::pooled_sizes<Spatial>(c), Spatial != 3);
}

/// adaptive_avg_pool2d and its kind: the last dimensions get the sizes asked for.
template <std::size_t Spatial>
[[nodiscard]] constexpr value_spec meta_adaptive_pool(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    detail::require_domain(c, dtype_domain::floating_point, self.dtype);
    vec<sym_int> const& output = c.integers("output_size");
    std::size_t const rank = detail::image_rank<Spatial>(c, self, Spatial == 3 ? self.dim() - 1 : Spatial);
    if (output.size() != Spatial)
        detail::reject(c, "'output_size' has ", output.size(), " entries, not ", Spatial);
    vec<sym_int> sizes = self.sizes;
    for (std::size_t i = 0; i < Spatial; ++i) {
        if (known_lt(output[i], 0) == true)
            detail::reject(c, "'output_size' is ", detail::shape_text(output));
        sizes[rank - Spatial + i] = output[i];
    }
    return detail::new_spatial<Spatial>(self, std::move(sizes), Spatial != 3);
}

/// adaptive_avg_pool2d and its kind, which take a mean for one element: of any dtype that has one, and of no elements;
/// of images also of any rank.
template <std::size_t Spatial>
[[nodiscard]] constexpr value_spec meta_adaptive_mean(call<tensor_spec> const& c) {
    vec<sym_int> const& output = c.integers("output_size");
    bool const one = std::all_of(output.begin(), output.end(), [](sym_int const& size) { return size == 1; });
    if (!one || output.size() != Spatial)
        return meta_adaptive_pool<Spatial>(c);
    tensor_spec const& self = c.tensor("self");
    detail::require_domain(c, dtype_domain::inexact, self.dtype);
    if constexpr (Spatial == 1)
        static_cast<void>(detail::image_rank<1>(c, self, 0));
    else if (self.dim() < Spatial)
        detail::reject(c, "'self' must have at least ", Spatial, " dimensions, not ", self.dim());
    vec<sym_int> sizes = self.sizes;
    std::fill(sizes.end() - Spatial, sizes.end(), 1);
    return detail::new_spatial<Spatial>(self, std::move(sizes), self.dim() == 4);
}

/// avg_pool2d_backward: what each element of `self` adds to the means.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_avg_pool_backward(call<tensor_spec> const& c);

/// max_pool2d_with_indices_backward.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_max_pool_backward(call<tensor_spec> const& c);

/// _adaptive_avg_pool2d_backward.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_adaptive_pool_backward(call<tensor_spec> const& c);

/// adaptive_max_pool: the last dimensions get the sizes asked for; the maxima and where they are.
template <std::size_t Spatial>
[[nodiscard]] constexpr value_spec meta_adaptive_max_pool(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    vec<sym_int> const& output = c.integers("output_size");
    detail::require_domain(c, dtype_domain::floating_point, self.dtype);
    std::size_t const rank = detail::image_rank<Spatial>(c, self, self.dim() - 1);
    if (output.size() != Spatial)
        detail::reject(c, "'output_size' has ", output.size(), " entries, not ", Spatial);
    vec<sym_int> sizes = self.sizes;
    for (std::size_t d = 0; d < Spatial; ++d) {
        if (known_lt(output[d], 0) == true)
            detail::reject(c, "'output_size' is ", detail::shape_text(output));
        sizes[rank - Spatial + d] = output[d];
    }
    tensor_spec values = detail::new_image(self, std::move(sizes), Spatial == 2 && suggests_channels_last(self));
    tensor_spec indices = values;
    indices.dtype = dtype::i64;
    return value_spec::of_list({std::move(values), std::move(indices)});
}

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/symbolic/math.hpp>

namespace graft {
namespace detail {

GRAFT_CONSTEXPR sym_int pooled_size(pooling_window const& w, std::size_t i, sym_int const& input) {
    sym_int const reach = w.dilation[i] * (w.kernel[i] - 1) + 1;
    sym_int const room = input + 2 * w.padding[i] - reach;
    if (!w.ceil_mode)
        return floor_div(room, w.stride[i]) + 1;
    sym_int const count = ceil_div(room, w.stride[i]) + 1;
    if (known_le(w.padding[i] + w.stride[i], reach) == true)
        return count;
    // the last window begins in the image or in the padding before it
    return min(count, ceil_div(input + w.padding[i], w.stride[i]));
}

GRAFT_CONSTEXPR void require_mean(call<tensor_spec> const& c, std::size_t spatial) {
    dtype const d = c.tensor("self").dtype;
    if (d != dtype::i64)
        require_domain(c, dtype_domain::floating_point, d);
    if (spatial == 3 && is_floating_point(d) && d != dtype::f32 && d != dtype::f64)
        reject(c, "it is not defined for ", torch_name(d));
    int const divisor = c.op().find_argument("divisor_override");
    if (divisor >= 0 && c.has(divisor) && c.integer(divisor) == 0)
        reject(c, "'divisor_override' must not be 0");
}

GRAFT_CONSTEXPR tensor_spec pool_gradient(call<tensor_spec> const& c, vec<sym_int> const& sizes) {
    tensor_spec const &self = c.tensor("self"), &grad = c.tensor("grad_output");
    require_one_dtype(c, "grad_output", "self");
    bool fits = grad.sizes.size() == sizes.size();
    for (std::size_t d = 0; fits && d < sizes.size(); ++d)
        fits = !certainly_differ(grad.sizes[d], sizes[d]);
    if (!fits)
        reject(c, "'grad_output' is ", shape_text(grad.sizes), ", not ", shape_text(sizes));
    return new_image(self, self.sizes, suggests_channels_last(self));
}

} // namespace detail

GRAFT_CONSTEXPR value_spec meta_avg_pool_backward(call<tensor_spec> const& c) {
    detail::require_mean(c, 2);
    return detail::pool_gradient(c, detail::pooled_sizes<2>(c));
}

GRAFT_CONSTEXPR value_spec meta_max_pool_backward(call<tensor_spec> const& c) {
    detail::require_domain(c, dtype_domain::floating_point, c.tensor("self").dtype);
    tensor_spec const& indices = c.tensor("indices");
    if (indices.dtype != dtype::i64)
        detail::reject(c, "'indices' must be torch.int64, not ", torch_name(indices.dtype));
    vec<sym_int> const sizes = detail::pooled_sizes<2>(c);
    if (detail::certainly_differ(indices.sizes, sizes))
        detail::reject(c, "'indices' is ", detail::shape_text(indices.sizes), ", not ", detail::shape_text(sizes));
    return detail::pool_gradient(c, sizes);
}

GRAFT_CONSTEXPR value_spec meta_adaptive_pool_backward(call<tensor_spec> const& c) {
    tensor_spec const &self = c.tensor("self"), &grad = c.tensor("grad_output");
    detail::require_domain(c, dtype_domain::floating_point, self.dtype);
    std::size_t const rank = detail::image_rank<2>(c, grad);
    if (self.dim() != rank)
        detail::reject_sizes(c, "grad_output", "self");
    vec<sym_int> sizes = self.sizes;
    std::copy(grad.sizes.end() - 2, grad.sizes.end(), sizes.end() - 2);
    return detail::pool_gradient(c, sizes);
}

} // namespace graft
#endif
