#pragma once

#include <graft/core/dim_vector.hpp>
#include <graft/core/shape.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/elementwise/elementwise.hpp>
#include <graft/kernel/elementwise/select.hpp>

#include <cmath>
#include <cstdint>

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
