#pragma once

#include <graft/config.hpp>
#include <graft/dialect/meta/domain.hpp>
#include <graft/dialect/meta/result.hpp>
#include <graft/symbolic/value_spec.hpp>

namespace graft {

namespace detail {

/// The complex dtype whose parts have this dtype.
[[nodiscard]] constexpr dtype complex_of(dtype part) {
    switch (part) {
    case dtype::f16: return dtype::c32;
    case dtype::f64: return dtype::c128;
    default: return dtype::c64;
    }
}

} // namespace detail

/// _fft_r2c: complex numbers, of the last dimension that is named half of them if it is one-sided.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_fft_r2c(call<tensor_spec> const& c);

/// _fft_c2c: complex numbers of the sizes of those given.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_fft_c2c(call<tensor_spec> const& c);

/// _fft_c2r: real numbers, of the last dimension that is named as many as are asked for.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_fft_c2r(call<tensor_spec> const& c);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/meta/vec.hpp>
#    include <graft/meta/view.hpp>
#    include <graft/symbolic/math.hpp>

#    include <cstddef>
#    include <cstdint>
#    include <utility>

namespace graft {
namespace detail {

/// The dimensions that a Fourier transform goes over, at least one and none twice.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE vec<std::size_t> transformed_dims(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    static_cast<void>(named_dims(c, "dim", c.integers("dim"), self.dim()));
    vec<std::size_t> dims;
    for (sym_int const& dim : c.integers("dim")) {
        if (known_lt(dim, 0) == true)
            reject(c, "'dim' must be counted from the first dimension, not ", text(dim));
        dims.push_back(checked_dim(c, "dim", dim, self.dim()));
    }
    if (dims.empty() || self.dim() == 0)
        reject(c, "'dim' names no dimension of 'self'");
    return dims;
}

/// Sorts dimensions so that the strides become smaller; equal ones stay in order.
constexpr void sort_by_stride(view<std::size_t> dims, vec<sym_int> const& strides) {
    for (std::size_t i = 1; i < dims.size(); ++i)
        for (std::size_t at = i; at > 0 && known_lt(strides[dims[at - 1]], strides[dims[at]]) == true; --at)
            std::swap(dims[at - 1], dims[at]);
}

/// The strides of a transform: the transformed dimensions are the inner ones, in this order.
[[nodiscard]] constexpr vec<sym_int> transformed_strides(vec<sym_int> const& sizes, vec<sym_int> const& strides,
                                                         vec<std::size_t> const& dims) {
    for (sym_int const& size : sizes)
        if (size == 0)
            return contiguous_strides(sizes);
    vec<std::uint8_t> named(sizes.size(), 0);
    for (std::size_t const d : dims)
        named[d] = 1;
    vec<std::size_t> order;
    for (std::size_t d = 0; d < sizes.size(); ++d)
        if (named[d] == 0)
            order.push_back(d);
    sort_by_stride(order, strides);
    order.insert(order.end(), dims.begin(), dims.end());
    vec<std::size_t> const inner_first(order.rbegin(), order.rend());
    return dense_strides(sizes, inner_first);
}

} // namespace detail

GRAFT_CONSTEXPR value_spec meta_fft_r2c(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    if (self.dtype != dtype::f32 && self.dtype != dtype::f64)
        detail::reject(c, "'self' must be torch.float32 or torch.float64, not ", torch_name(self.dtype));
    vec<std::size_t> dims = detail::transformed_dims(c);
    vec<sym_int> sizes = self.sizes;
    if (self.sizes[dims.back()] == 0)
        detail::reject(c, "dimension ", dims.back(), " of 'self' is empty");
    if (c.boolean("onesided"))
        sizes[dims.back()] = floor_div(sizes[dims.back()], 2) + 1;
    detail::sort_by_stride({dims.data(), dims.size() - 1}, self.strides);
    vec<sym_int> strides = detail::transformed_strides(sizes, self.strides, dims);
    return detail::new_tensor(self, detail::complex_of(self.dtype), std::move(sizes), std::move(strides));
}

GRAFT_CONSTEXPR value_spec meta_fft_c2c(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    if (self.dtype != dtype::c64 && self.dtype != dtype::c128)
        detail::reject(c, "'self' must be torch.complex64 or torch.complex128, not ", torch_name(self.dtype));
    if (c.integers("dim").empty())
        return detail::new_tensor(self, self.dtype, self.sizes);
    vec<std::size_t> dims = detail::transformed_dims(c);
    detail::sort_by_stride(dims, self.strides);
    return detail::new_tensor(self, self.dtype, self.sizes,
                              detail::transformed_strides(self.sizes, self.strides, dims));
}

GRAFT_CONSTEXPR value_spec meta_fft_c2r(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    if (self.dtype != dtype::c64 && self.dtype != dtype::c128)
        detail::reject(c, "'self' must be torch.complex64 or torch.complex128, not ", torch_name(self.dtype));
    vec<std::size_t> dims = detail::transformed_dims(c);
    std::size_t const last = dims.back();
    vec<sym_int> sizes = self.sizes, strides = self.strides;
    if (known_lt(c.integer("last_dim_size"), 1) == true)
        detail::reject(c, "'last_dim_size' is ", text(c.integer("last_dim_size")));
    sym_int const& wanted = c.integer("last_dim_size");
    if (detail::certainly_differ(sizes[last], floor_div(wanted, 2) + 1) &&
        detail::certainly_differ(sizes[last], wanted))
        detail::reject(c, "dimension ", last, " of 'self' ", detail::shape_text(sizes),
                       " is no half of 'last_dim_size'");
    dims.pop_back();
    if (!dims.empty()) {
        detail::sort_by_stride(dims, strides);
        strides = detail::transformed_strides(sizes, strides, dims);
    }
    sizes[last] = c.integer("last_dim_size");
    strides = detail::transformed_strides(sizes, strides, {last});
    return detail::new_tensor(self, real_part(self.dtype), std::move(sizes), std::move(strides));
}

} // namespace graft
#endif
