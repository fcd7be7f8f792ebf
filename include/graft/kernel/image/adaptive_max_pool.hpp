#pragma once

#include <graft/core/tensor.hpp>
#include <graft/kernel/base/arithmetic.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/dispatch.hpp>
#include <graft/kernel/base/instruction_set.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// Volumes that are cut into as many parts as a result has elements, which overlap where sizes do not divide.
struct adaptive_parts {
    std::array<std::int64_t, 3> in{1, 1, 1}, out{1, 1, 1};

    adaptive_parts(tensor const& self, tensor const& result, std::size_t spatial) {
        for (std::size_t d = 0; d < spatial; ++d) {
            in[3 - spatial + d] = self.sizes()[self.dim() - spatial + d];
            out[3 - spatial + d] = result.sizes()[result.dim() - spatial + d];
        }
    }
    [[nodiscard]] std::int64_t first(std::size_t d, std::int64_t i) const { return i * in[d] / out[d]; }
    [[nodiscard]] std::int64_t last(std::size_t d, std::int64_t i) const {
        return ((i + 1) * in[d] + out[d] - 1) / out[d];
    }
};

/// Where in a volume the largest element of a part is: the first of several, the last NaN.
template <class T>
[[nodiscard]] std::int64_t find_largest(adaptive_parts const& g, T const* volume,
                                        std::array<std::int64_t, 3> const& part) {
    std::int64_t best = -1;
    for (std::int64_t z = g.first(0, part[0]); z < g.last(0, part[0]); ++z)
        for (std::int64_t y = g.first(1, part[1]); y < g.last(1, part[1]); ++y)
            for (std::int64_t x = g.first(2, part[2]); x < g.last(2, part[2]); ++x) {
                std::int64_t const at = (z * g.in[1] + y) * g.in[2] + x;
                if (best < 0 || volume[at] > volume[best] || is_nan(volume[at]))
                    best = at;
            }
    return best;
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// The largest element of each part of the last `spatial` dimensions, and where in them it is.
void adaptive_max_pool(std::string_view op, tensor const& self, std::size_t spatial, tensor_parameter auto& out,
                       tensor& indices) {
    detail::adaptive_parts const g(self, out, spatial);
    dispatch_wide(self.dtype(), op, [&]<class T>() {
        tensor const from = detail::as_dense(self, dtype_of<T>);
        detail::dense_result<T> values(out);
        detail::dense_result<std::int64_t> places(indices);
        std::int64_t const volume = g.in[0] * g.in[1] * g.in[2], parts = g.out[0] * g.out[1] * g.out[2];
        for (std::int64_t i = 0; i < out.numel(); ++i) {
            std::int64_t const part = i % parts;
            T const* const begin = from.data<T>() + i / parts * volume;
            std::int64_t const at = detail::find_largest(
                g, begin, {part / (g.out[1] * g.out[2]), part / g.out[2] % g.out[1], part % g.out[2]});
            values.data()[i] = begin[at];
            places.data()[i] = at;
        }
        values.finish();
        places.finish();
    });
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
