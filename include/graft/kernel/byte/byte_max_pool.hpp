#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/byte/transpose_bytes.hpp>
#include <graft/kernel/image/pool.hpp>

#include <cstddef>
#include <cstdint>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// The largest of the bytes under each window over height and width. An image is written with its channels last, where
/// many of them are compared at once, and the result with its channels first again.
template <class T>
class byte_max_pool {
public:
    byte_max_pool(pool_geometry const& g, std::int64_t images, std::int64_t channels)
        : g_(g), images_(images), channels_(channels), out_plane_(g.height().out * g.width().out),
          in_(static_cast<std::size_t>(channels * g.plane())), out_(static_cast<std::size_t>(channels * out_plane_)) {}

    /// Images and results are dense, with the channels first.
    void run(T const* in, T* out) {
        for (std::int64_t i = 0; i < images_; ++i, in += in_.size(), out += out_.size()) {
            transpose_bytes(reinterpret_cast<std::uint8_t const*>(in), channels_, g_.plane(),
                            reinterpret_cast<std::uint8_t*>(in_.data()));
            max_pool_channels_last(g_, 1, channels_, in_.data(), out_.data());
            transpose_bytes(reinterpret_cast<std::uint8_t const*>(out_.data()), out_plane_, channels_,
                            reinterpret_cast<std::uint8_t*>(out));
        }
    }

private:
    pool_geometry g_;
    std::int64_t images_, channels_, out_plane_;
    scratch_vector<T> in_, out_;
};

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
