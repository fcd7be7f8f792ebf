#pragma once

#include <graft/config.hpp>
#include <graft/dialect/meta/domain.hpp>
#include <graft/dialect/meta/result.hpp>
#include <graft/schema/op_info.hpp>
#include <graft/symbolic/value_spec.hpp>

namespace graft {

/// view_as_real: the two parts of each number as a new last dimension, a view.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_view_as_real(call<tensor_spec> const& c);

/// view_as_complex: the last dimension, which has two elements side by side, as the parts of a number, a view.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_view_as_complex(call<tensor_spec> const& c);

/// complex: numbers of real and imaginary parts of one dtype, which broadcast.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_complex(call<tensor_spec> const& c);
template <>
inline constexpr op_tags meta_tags<meta_complex> = op_tags::pointwise;

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/dialect/meta/broadcast.hpp>
#    include <graft/dialect/meta/fourier.hpp>
#    include <graft/symbolic/math.hpp>
#    include <graft/symbolic/print.hpp>

#    include <cstddef>

namespace graft {

GRAFT_CONSTEXPR value_spec meta_view_as_real(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    if (!is_complex(self.dtype))
        detail::reject(c, "'self' must be complex, not ", torch_name(self.dtype));
    tensor_spec result = self;
    result.dtype = real_part(self.dtype);
    for (sym_int& stride : result.strides)
        stride = stride * 2;
    result.sizes.push_back(2);
    result.strides.push_back(1);
    result.storage_offset = self.storage_offset * 2;
    return result;
}

GRAFT_CONSTEXPR value_spec meta_view_as_complex(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    if (self.dtype != dtype::f16 && self.dtype != dtype::f32 && self.dtype != dtype::f64)
        detail::reject(c, "'self' must be of float16, float32 or float64, not ", torch_name(self.dtype));
    if (self.dim() == 0 || detail::certainly_differ(self.sizes.back(), 2))
        detail::reject(c, "the last dimension of 'self' must have 2 elements, not ", detail::shape_text(self.sizes));
    if (detail::certainly_differ(self.strides.back(), 1))
        detail::reject(c, "the last dimension of 'self' has the stride ", text(self.strides.back()), ", not 1");
    tensor_spec result = self;
    result.dtype = detail::complex_of(self.dtype);
    result.sizes.pop_back();
    result.strides.pop_back();
    auto const halved = [&](sym_int const& number) {
        if (detail::certainly_differ(mod(number, 2), 0))
            detail::reject(c, "the strides and the offset of 'self' must be even, not ", text(number));
        return floor_div(number, 2);
    };
    for (std::size_t i = 0; i < result.strides.size(); ++i)
        result.strides[i] = self.sizes[i] == 1 ? floor_div(self.strides[i], 2) : halved(self.strides[i]);
    result.storage_offset = halved(self.storage_offset);
    return result;
}

GRAFT_CONSTEXPR value_spec meta_complex(call<tensor_spec> const& c) {
    tensor_spec const& real = c.tensor("real");
    if (real.dtype != dtype::f16 && real.dtype != dtype::f32 && real.dtype != dtype::f64)
        detail::reject(c, "'real' must be of float16, float32 or float64, not ", torch_name(real.dtype));
    detail::require_one_dtype(c, "imag", "real");
    return detail::broadcast_result(c, detail::complex_of(real.dtype));
}

} // namespace graft
#endif
