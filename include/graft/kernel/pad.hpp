#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/core/error.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/copy.hpp>
#include <graft/kernel/rearrange.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace graft::kernel {

/// What stands around a tensor: its elements in reverse order, its last elements again, or its
/// elements from the other side.
enum class pad_mode : std::uint8_t { reflect, replicate, circular };

} // namespace graft::kernel

namespace graft::detail {

/// Which element of `size` a place before, among or behind them shows.
[[nodiscard]] inline std::int64_t padded_index(kernel::pad_mode mode, std::int64_t at,
                                               std::int64_t size) {
    switch (mode) {
    case kernel::pad_mode::reflect:
        return at < 0 ? -at : at >= size ? 2 * (size - 1) - at : at;
    case kernel::pad_mode::replicate:
        return std::clamp<std::int64_t>(at, 0, size - 1);
    case kernel::pad_mode::circular:
        break;
    }
    return (at % size + size) % size;
}

} // namespace graft::detail

namespace graft::kernel {

/// The tensor and what stands around it, by pairs of widths for the dimensions from the last;
/// negative widths cut.
inline void pad(std::string_view op, tensor const& self, std::span<std::int64_t const> widths,
                pad_mode mode, tensor& out) {
    tensor from = self;
    for (std::size_t i = 0; i < widths.size() / 2; ++i) {
        std::size_t const d = self.dim() - 1 - i;
        std::int64_t const size = self.sizes()[d], before = widths[2 * i],
                           after = widths[2 * i + 1];
        std::int64_t const most = mode == pad_mode::reflect    ? size - 1
                                  : mode == pad_mode::circular ? size
                                                               : out.sizes()[d];
        // In a circle goes what is left of a tensor that is cut.
        bool const cuts = mode == pad_mode::circular;
        std::int64_t const first = cuts ? std::max<std::int64_t>(0, -before) : 0,
                           length = size - first - (cuts ? std::max<std::int64_t>(0, -after) : 0);
        if (std::max(before, after) > most || (length <= 0 && out.sizes()[d] != 0))
            raise(errc::invalid_argument, op, ": a dimension of size ", size,
                  " cannot be padded by ", before, " and ", after);
        scratch_vector<std::int64_t> indices;
        for (std::int64_t k = -before; k < size + after; ++k)
            indices.push_back(first + detail::padded_index(mode, k - first, length));
        from = taken(from, d, indices);
    }
    copy(from, out);
}

} // namespace graft::kernel
