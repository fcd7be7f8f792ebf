#pragma once

#include <graft/config.hpp>

#include <cstdint>
#include <string_view>

namespace graft {

/// The 64-bit FNV-1a hash of the bytes; a seed that is itself a hash continues it.
[[nodiscard]] constexpr std::uint64_t fnv1a(std::string_view bytes, std::uint64_t seed = 0xcbf29ce484222325u) {
    for (char const c : bytes)
        seed = (seed ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    return seed;
}

} // namespace graft
