#pragma once

#include <graft/core/element.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/loop.hpp>
#include <graft/kernel/byte/requantize.hpp>

#include <bit>
#include <cstdint>
#include <limits>

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
