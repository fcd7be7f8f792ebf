#pragma once

#include <graft/config.hpp>
#include <graft/core/error.hpp>
#include <graft/meta/view.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft {

/// A cursor over little-endian bytes that raises, naming the offset, instead of passing their
/// end.
class byte_reader {
public:
    /// At an offset of the bytes, which outlive it.
    explicit byte_reader(view<std::byte const> bytes, std::uint64_t position = 0) : bytes_(bytes) { seek(position); }

    [[nodiscard]] std::uint64_t position() const { return position_; } ///< The offset of the next byte.
    [[nodiscard]] std::uint64_t remaining() const { return bytes_.size() - position_; } ///< How many bytes are left.

    /// Moves to an offset from the first byte.
    void seek(std::uint64_t position) {
        if (position > bytes_.size())
            raise_at_byte(position, "offset ", position, " lies outside the ", bytes_.size(), " bytes");
        position_ = position;
    }

    /// A cursor over `size` bytes from `begin` that counts its offsets as this one does.
    [[nodiscard]] byte_reader part(std::uint64_t begin, std::uint64_t size) const;

    /// The next `count` bytes, which the cursor passes.
    view<std::byte const> bytes(std::uint64_t count);

    void skip(std::uint64_t count) { bytes(count); } ///< Passes the next `count` bytes.

    /// The next `count` bytes as characters.
    std::string_view text(std::uint64_t count) {
        auto const taken = bytes(count);
        return {reinterpret_cast<char const*>(taken.data()), taken.size()};
    }

    /// The next number, of that many bits.
    /// @{
    std::uint16_t u16() { return static_cast<std::uint16_t>(little_endian(2)); }
    std::uint32_t u32() { return static_cast<std::uint32_t>(little_endian(4)); }
    std::uint64_t u64() { return little_endian(8); }
    /// @}

private:
    std::uint64_t little_endian(std::size_t width);

    view<std::byte const> bytes_;
    std::uint64_t position_ = 0;
};

} // namespace graft

#if defined(GRAFT_IO_BODIES)

namespace graft {

GRAFT_INLINE byte_reader byte_reader::part(std::uint64_t begin, std::uint64_t size) const {
    byte_reader whole(*this);
    whole.seek(begin);
    whole.skip(size);
    byte_reader found(bytes_.first(static_cast<std::size_t>(whole.position())));
    found.seek(begin);
    return found;
}

GRAFT_INLINE view<std::byte const> byte_reader::bytes(std::uint64_t count) {
    if (count > remaining())
        raise_at_byte(position_, count, " bytes expected, ", remaining(), " left");
    auto const taken = bytes_.subspan(static_cast<std::size_t>(position_), static_cast<std::size_t>(count));
    position_ += count;
    return taken;
}

GRAFT_INLINE std::uint64_t byte_reader::little_endian(std::size_t width) {
    auto const taken = bytes(width);
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < width; ++i)
        value |= std::to_integer<std::uint64_t>(taken[i]) << (8 * i);
    return value;
}

} // namespace graft
#endif
