#pragma once

#include <graft/meta/view.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring> // memcpy

// CRC-32 by multiplication without carries, for processors that have it.

namespace graft::detail {

// The remainder of x to the power of `n`, in the order of bits that CRC-32 has, times x.
consteval long long crc32_power(unsigned n) {
    std::uint32_t remainder = 0x80000000u;
    for (; n > 0; --n)
        remainder = (remainder >> 1) ^ ((remainder & 1) != 0 ? 0xedb88320u : 0u);
    return static_cast<long long>(remainder) << 1;
}

// What `crc32_folded` leaves: sixteen bytes with the same remainder as all that it took, which is a multiple of 64.
struct crc32_rest {
    std::array<std::byte, 16> bytes{};
    std::size_t taken = 0;
};

#if defined(__x86_64__) && defined(__GNUC__)

using crc32_lanes = long long __attribute__((vector_size(16)));

[[nodiscard]] inline bool has_crc32_fold() { return __builtin_cpu_supports("pclmul") != 0; }

[[nodiscard]] inline crc32_lanes crc32_load(std::byte const* from) {
    crc32_lanes lanes;
    std::memcpy(&lanes, from, sizeof lanes);
    return lanes;
}

// The bytes moved forward by as many bits as the factors are powers for, onto those that lie there.
[[nodiscard, gnu::target("pclmul")]] inline crc32_lanes crc32_fold(crc32_lanes bytes, crc32_lanes factors,
                                                                   crc32_lanes there) {
    return __builtin_ia32_pclmulqdq128(bytes, factors, 0x00) ^ __builtin_ia32_pclmulqdq128(bytes, factors, 0x11) ^
           there;
}

// Of at least 64 bytes, of which the first four have been changed by what the remainder was before.
[[nodiscard, gnu::target("pclmul")]] inline crc32_rest crc32_folded(view<std::byte const> bytes,
                                                                    std::uint32_t remainder) {
    constexpr crc32_lanes by_four{crc32_power(4 * 128 + 32), crc32_power(4 * 128 - 32)};
    constexpr crc32_lanes by_one{crc32_power(128 + 32), crc32_power(128 - 32)};
    crc32_lanes a = crc32_load(&bytes[0]) ^ crc32_lanes { static_cast<long long>(remainder), 0 };
    crc32_lanes b = crc32_load(&bytes[16]), c = crc32_load(&bytes[32]), d = crc32_load(&bytes[48]);
    crc32_rest rest;
    for (rest.taken = 64; bytes.size() - rest.taken >= 64; rest.taken += 64) {
        std::byte const* const next = &bytes[rest.taken];
        a = crc32_fold(a, by_four, crc32_load(next));
        b = crc32_fold(b, by_four, crc32_load(next + 16));
        c = crc32_fold(c, by_four, crc32_load(next + 32));
        d = crc32_fold(d, by_four, crc32_load(next + 48));
    }
    crc32_lanes const all = crc32_fold(crc32_fold(crc32_fold(a, by_one, b), by_one, c), by_one, d);
    std::memcpy(rest.bytes.data(), &all, sizeof all);
    return rest;
}

#else

[[nodiscard]] inline bool has_crc32_fold() { return false; }
[[nodiscard]] inline crc32_rest crc32_folded(view<std::byte const>, std::uint32_t) { return {}; }

#endif

} // namespace graft::detail
