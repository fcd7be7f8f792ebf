#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/index/rearrange.hpp>

#include <cstddef>
#include <cstdint>

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// The ways to take as many elements of a row as the result has columns, in order of their places; with
/// `repeated` each may be taken again.
inline void combinations(tensor const& self, bool repeated, tensor& out) {
    std::int64_t const n = self.numel();
    if (out.numel() == 0)
        return;
    auto const count = static_cast<std::size_t>(out.size(1));
    scratch_vector<std::int64_t> places(count, 0), rows;
    for (std::size_t i = 0; i < count && !repeated; ++i)
        places[i] = static_cast<std::int64_t>(i);
    for (std::int64_t row = 0; row < out.size(0); ++row) {
        rows.insert(rows.end(), places.begin(), places.end());
        // The last place that is not as far on as it can be goes on, and those behind it start after it.
        for (std::size_t i = count; i-- > 0;) {
            std::int64_t const last = repeated ? n - 1 : n - static_cast<std::int64_t>(count - i);
            if (places[i] == last)
                continue;
            ++places[i];
            for (std::size_t j = i + 1; j < count; ++j)
                places[j] = places[j - 1] + (repeated ? 0 : 1);
            break;
        }
    }
    copy(reshape(taken(self, 0, rows), out.sizes()), out);
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
