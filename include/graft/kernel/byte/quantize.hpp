#pragma once

#include <graft/core/dim_vector.hpp>
#include <graft/core/element.hpp>
#include <graft/core/shape.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/loop.hpp>
#include <graft/kernel/byte/requantize.hpp>
#include <graft/kernel/elementwise/elementwise.hpp>
#include <graft/kernel/elementwise/select.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

struct quantizing {
    static auto apply(auto x, auto inverse_scale, auto zero_point) {
        return std::nearbyint(x * inverse_scale) + zero_point;
    }
};

struct dequantizing {
    static constexpr auto apply(auto q, auto scale, auto zero_point) { return (q - zero_point) * scale; }
};

struct inverting {
    static constexpr auto apply(auto x) { return 1 / x; }
};

/// A vector along one dimension of a tensor of this rank.
[[nodiscard]] inline tensor along(tensor const& vector, std::int64_t axis, std::size_t rank) {
    dim_vector sizes(rank, 1);
    if (rank != 0)
        sizes[wrap_dim(axis, rank)] = vector.numel();
    return kernel::reshape(vector, std::move(sizes));
}

/// 1 / x in the dtype of x.
[[nodiscard]] tensor inverse(kernel::tensor_parameter auto const& t) {
    tensor out = tensor::empty(t.sizes(), t.dtype());
    elementwise<inverting, kernel::floating, 1>("quantize", t.dtype(), out, {t});
    return out;
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// round(x * inverse_scale) + zero_point in f32, the even one of two integers, moved into
/// [low, high].
void quantize(operand const& self, operand const& inverse_scale, operand const& zero_point, std::int64_t low,
              std::int64_t high, tensor_parameter auto& out) {
    tensor wide = tensor::empty(out.sizes(), dtype::f32);
    detail::elementwise<detail::quantizing, floating, 3>("quantize", dtype::f32, wide,
                                                         {self, inverse_scale, zero_point});
    clamp(wide, operand(low), operand(high), out, dtype::f32);
}

/// (q - zero_point) * scale in the dtype of the result.
void dequantize(operand const& self, operand const& scale, operand const& zero_point, tensor_parameter auto& out) {
    detail::elementwise<detail::dequantizing, floating, 3>("dequantize", out.dtype(), out, {self, scale, zero_point});
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// Calls `f` with the type of a dtype of bytes; false for any other.
template <class F>
bool with_byte_type(dtype d, F const& f) {
    if (d == dtype::i8)
        f.template operator()<std::int8_t>();
    else if (d == dtype::u8)
        f.template operator()<std::uint8_t>();
    else
        return false;
    return true;
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// What `quantize` does, in one loop, of dense f32 numbers that become bytes; false, and nothing is done, of anything
/// else. What is no number becomes 0.
[[nodiscard]] inline bool quantize_bytes(tensor const& self, double inverse_scale, std::int64_t zero_point,
                                         std::int64_t low, std::int64_t high, tensor& out) {
    constexpr std::int64_t wide = std::int64_t{1} << 20;
    if (self.dtype() != dtype::f32 || !self.is_contiguous() || !out.is_contiguous() || self.sizes() != out.sizes() ||
        zero_point > wide || zero_point < -wide)
        return false;
    bool fits = true;
    return detail::with_byte_type(
               out.dtype(),
               [&]<class T>() {
                   fits = low >= std::numeric_limits<T>::min() && high <= std::numeric_limits<T>::max() && low <= high;
                   if (!fits)
                       return;
                   auto const inverse = static_cast<float>(inverse_scale);
                   auto const zero = static_cast<std::int32_t>(zero_point);
                   auto const least = static_cast<float>(low - zero_point),
                              most = static_cast<float>(high - zero_point);
                   auto const quantized = [=](float x) {
                       float const real = x * inverse, raised = real < least ? least : real;
                       float const offset = (raised > most ? most : raised) + detail::rounding_offset;
                       std::int32_t const number = std::bit_cast<std::int32_t>(offset) -
                                                   std::bit_cast<std::int32_t>(detail::rounding_offset) + zero;
                       return static_cast<T>(offset == offset ? number : 0);
                   };
                   detail::element_loop(quantized, self.numel(), out.data<T>(), self.data<float>());
               }) &&
           fits;
}

/// What `dequantize` does, in one loop, of dense bytes that become f32 numbers; false, and nothing is done, of anything
/// else.
[[nodiscard]] inline bool dequantize_bytes(tensor const& self, double scale, std::int64_t zero_point, tensor& out) {
    if (out.dtype() != dtype::f32 || !self.is_contiguous() || !out.is_contiguous() || self.sizes() != out.sizes())
        return false;
    return detail::with_byte_type(self.dtype(), [&]<class T>() {
        auto const step = static_cast<float>(scale), zero = static_cast<float>(zero_point);
        detail::element_loop([=](T q) { return (static_cast<float>(q) - zero) * step; }, self.numel(),
                             out.data<float>(), self.data<T>());
    });
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
