#pragma once

#include <graft/core/sym_math.hpp>
#include <graft/dialect/meta/domain.hpp>
#include <graft/dialect/meta/result.hpp>

#include <cstddef>
#include <utility>
#include <vector>

namespace graft {
namespace detail {

/// A window that slides over the last two dimensions of an image.
struct pooling_window {
    std::vector<sym_int> kernel, stride, padding, dilation;
    bool ceil_mode = false;
};

/// The window that a pooling op is given; without a stride it moves by its own size.
[[nodiscard]] constexpr pooling_window window_argument(call<tensor_spec> const& c) {
    pooling_window w{c.integers("kernel_size"), c.integers("stride"), c.integers("padding"),
                     std::vector<sym_int>(2, 1), c.boolean("ceil_mode")};
    if (c.op().find_argument("dilation") >= 0)
        w.dilation = c.integers("dilation");
    if (w.stride.empty())
        w.stride = w.kernel;
    for (std::vector<sym_int>* list : {&w.kernel, &w.stride, &w.padding, &w.dilation}) {
        if (list->size() == 1)
            list->push_back((*list)[0]);
        if (list->size() != 2)
            reject(c, "an argument of the window has ", list->size(), " entries, not 2");
    }
    for (std::size_t i = 0; i < 2; ++i) {
        if (known_le(w.kernel[i], 0) == true || known_le(w.stride[i], 0) == true ||
            known_le(w.dilation[i], 0) == true)
            reject(c, "'kernel_size', 'stride' and 'dilation' must be positive");
        sym_int const reach = w.dilation[i] * (w.kernel[i] - 1) + 1;
        if (known_lt(w.padding[i], 0) == true || known_lt(reach, 2 * w.padding[i]) == true)
            reject(c, "'padding' must be at most half of the kernel");
    }
    return w;
}

/// In how many places the window fits; a last one that begins in the padding does not count.
[[nodiscard]] constexpr sym_int pooled_size(pooling_window const& w, std::size_t i,
                                            sym_int const& input) {
    sym_int const reach = w.dilation[i] * (w.kernel[i] - 1) + 1;
    sym_int const room = input + 2 * w.padding[i] - reach;
    if (!w.ceil_mode)
        return floor_div(room, w.stride[i]) + 1;
    sym_int count = ceil_div(room, w.stride[i]) + 1;
    if (known_le(input + w.padding[i], (count - 1) * w.stride[i]) == true)
        count -= 1;
    return count;
}

/// Requires an image: channels, height and width, with or without a batch; only the batch may
/// be 0.
[[nodiscard]] constexpr std::size_t image_rank(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor(0);
    if (self.dim() != 3 && self.dim() != 4)
        reject(c, "'", c.op().arguments[0].name, "' must have 3 or 4 dimensions, not ",
               self.dim());
    for (std::size_t d = self.dim() - 3; d < self.dim(); ++d)
        if (self.sizes[d] == 0)
            reject(c, "'", c.op().arguments[0].name, "' is ", shape_text(self.sizes));
    return self.dim();
}

[[nodiscard]] constexpr tensor_spec pooled(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    std::size_t const rank = image_rank(c);
    pooling_window const window = window_argument(c);
    std::vector<sym_int> sizes = self.sizes;
    for (std::size_t i = 0; i < 2; ++i) {
        sym_int& size = sizes[rank - 2 + i];
        size = pooled_size(window, i, size);
        if (known_lt(size, 1) == true)
            reject(c, "the window does not fit into 'self' ", shape_text(self.sizes));
    }
    return new_image(self, std::move(sizes), suggests_channels_last(self));
}

} // namespace detail

/// max_pool2d.
[[nodiscard]] constexpr value_spec meta_max_pool(call<tensor_spec> const& c) {
    detail::require_domain(c, dtype_domain::countable, c.tensor("self").dtype);
    return detail::pooled(c);
}

/// max_pool2d_with_indices: the maxima and where they are.
[[nodiscard]] constexpr value_spec meta_max_pool_with_indices(call<tensor_spec> const& c) {
    tensor_spec const maxima = meta_max_pool(c).tensor;
    tensor_spec indices = maxima;
    indices.dtype = dtype::i64;
    return value_spec::of_list({maxima, std::move(indices)});
}

/// avg_pool2d: of floating-point numbers, and of i64 as in torch.
[[nodiscard]] constexpr value_spec meta_avg_pool(call<tensor_spec> const& c) {
    if (c.tensor("self").dtype != dtype::i64)
        detail::require_domain(c, dtype_domain::floating_point, c.tensor("self").dtype);
    if (c.has("divisor_override") && c.integer("divisor_override") == 0)
        detail::reject(c, "'divisor_override' must not be 0");
    return detail::pooled(c);
}

/// adaptive_avg_pool2d: the last two dimensions get the sizes asked for.
[[nodiscard]] constexpr value_spec meta_adaptive_pool(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    detail::require_domain(c, dtype_domain::floating_point, self.dtype);
    std::vector<sym_int> const& output = c.integers("output_size");
    std::size_t const rank = detail::image_rank(c);
    if (output.size() != 2)
        detail::reject(c, "'output_size' has ", output.size(), " entries, not 2");
    std::vector<sym_int> sizes = self.sizes;
    for (std::size_t i = 0; i < 2; ++i) {
        if (known_lt(output[i], 0) == true)
            detail::reject(c, "'output_size' is ", detail::shape_text(output));
        sizes[rank - 2 + i] = output[i];
    }
    return detail::new_image(self, std::move(sizes), suggests_channels_last(self));
}

} // namespace graft
