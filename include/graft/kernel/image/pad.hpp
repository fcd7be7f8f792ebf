#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/core/error.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/index/rearrange.hpp>
#include <graft/meta/view.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// What stands around a tensor: its elements in reverse order, its last elements again, or its
/// elements from the other side.
enum class pad_mode : std::uint8_t { reflect, replicate, circular };

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// A dimension that is padded by two widths.
struct padded_dim {
    kernel::pad_mode mode;
    std::int64_t size, before, after;

    /// Whether its elements can stand at the places around it, which make it a dimension of `out`.
    [[nodiscard]] bool admits(std::int64_t out) const {
        std::int64_t const most = mode == kernel::pad_mode::reflect    ? size - 1
                                  : mode == kernel::pad_mode::circular ? size
                                                                       : out;
        return std::max(before, after) <= most && (kept() > 0 || out == 0);
    }

    /// Which elements the places show.
    [[nodiscard]] scratch_vector<std::int64_t> indices() const {
        scratch_vector<std::int64_t> all;
        for (std::int64_t place = -before; place < size + after; ++place)
            all.push_back(shown(place));
        return all;
    }

private:
    // In a circle goes what is left of a tensor that is cut.
    [[nodiscard]] std::int64_t cut(std::int64_t width) const {
        return mode == kernel::pad_mode::circular ? -std::clamp<std::int64_t>(width, -size, 0) : 0;
    }
    [[nodiscard]] std::int64_t kept() const { return size - cut(before) - cut(after); }

    // Which element a place before, among or behind them shows.
    [[nodiscard]] std::int64_t shown(std::int64_t place) const {
        std::int64_t const first = cut(before), length = kept(), at = place - first;
        switch (mode) {
        case kernel::pad_mode::reflect: return at < 0 ? -at : at >= size ? 2 * (size - 1) - at : at;
        case kernel::pad_mode::replicate: return std::clamp<std::int64_t>(at, 0, size - 1);
        case kernel::pad_mode::circular: break;
        }
        return first + (at % length + length) % length;
    }
};

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// The tensor and what stands around it, by pairs of widths for the dimensions from the last;
/// negative widths cut.
inline void pad(std::string_view op, tensor const& self, graft::view<std::int64_t const> widths, pad_mode mode,
                tensor& out) {
    auto const each_dim = [&](auto function) {
        for (std::size_t i = 0; i < widths.size() / 2; ++i) {
            std::size_t const d = self.dim() - 1 - i;
            function(d, detail::padded_dim{mode, self.sizes()[d], widths[2 * i], widths[2 * i + 1]});
        }
    };
    each_dim([&](std::size_t d, detail::padded_dim const& dim) {
        if (!dim.admits(out.sizes()[d]))
            raise(errc::invalid_argument, op, ": a dimension of size ", dim.size, " cannot be padded by ", dim.before,
                  " and ", dim.after);
    });
    if (out.numel() == 0)
        return;
    tensor from = self;
    // What is cut goes first: no tensor on the way is larger than both ends.
    for (bool const grows : {false, true})
        each_dim([&](std::size_t d, detail::padded_dim const& dim) {
            if ((out.sizes()[d] > dim.size) == grows)
                from = taken(from, d, dim.indices());
        });
    copy(from, out);
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
