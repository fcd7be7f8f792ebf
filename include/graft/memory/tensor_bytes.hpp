#pragma once

#include <graft/config.hpp>
#include <graft/symbolic/range.hpp>
#include <graft/symbolic/tensor_spec.hpp>

#include <cstdint>
#include <optional>

namespace graft {

/// The most bytes a tensor of this spec takes while every symbol is in its range; nothing when
/// there is no bound. Gaps that the strides leave count, the storage offset does not.
[[nodiscard]] GRAFT_CONSTEXPR std::optional<std::uint64_t> max_bytes(tensor_spec const& spec,
                                                                     symbol_ranges ranges = {});

} // namespace graft

#if defined(GRAFT_MEMORY_BODIES)
#    include <graft/core/dtype.hpp>
#    include <graft/symbolic/sym_int.hpp>

#    include <algorithm>
#    include <cstddef>

namespace graft {

GRAFT_CONSTEXPR std::optional<std::uint64_t> max_bytes(tensor_spec const& spec, symbol_ranges ranges) {
    auto const bound = [&](sym_int const& elements) {
        auto const bytes = static_cast<std::int64_t>(element_size(spec.dtype));
        return bounds(elements * bytes, ranges).max;
    };
    std::optional<std::int64_t> most = bound(spec.numel());
    if (most && spec.strides.size() == spec.dim() && !is_contiguous(spec)) {
        sym_int extent = 1;
        for (std::size_t i = 0; i < spec.dim(); ++i)
            extent += (spec.sizes[i] - 1) * spec.strides[i];
        std::optional<std::int64_t> const spread = bound(extent);
        most = spread ? std::max(most, spread) : std::nullopt;
    }
    if (!most)
        return std::nullopt;
    return static_cast<std::uint64_t>(std::max<std::int64_t>(*most, 0));
}

} // namespace graft
#endif
