#pragma once

#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/simd/lanes.hpp>

#include <cstdint>
#include <cstring> // memcpy

#if defined(__AVX2__)
#    include <immintrin.h>
#elif defined(__SSE2__)
#    include <emmintrin.h> // a tenth of the other
#endif

// Sums of products of bytes, four at a time in each lane of a register, exact in 32 bits.

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// As many integers as there are floats in a register.
inline constexpr std::int64_t int_lanes = float_lanes;
using packed_ints [[gnu::vector_size(4 * int_lanes)]] = std::int32_t;

[[gnu::always_inline]] inline packed_ints load_ints(void const* from) {
    packed_ints v;
    std::memcpy(&v, from, sizeof v);
    return v;
}

/// Four unsigned bytes, as they lie in memory.
[[gnu::always_inline]] inline std::int32_t load_bytes(std::uint8_t const* from) {
    std::int32_t v;
    std::memcpy(&v, from, sizeof v);
    return v;
}

/// `sums` and, in each lane, the products of the four unsigned bytes of `x` and the four signed ones of that lane of
/// `factors`; in plain C++.
[[gnu::always_inline]] inline packed_ints plain_byte_dot(packed_ints const& sums, std::int32_t x,
                                                         packed_ints const& factors) {
    packed_ints result = sums;
    for (int byte = 0; byte < 4; ++byte)
        result += (factors << (24 - 8 * byte) >> 24) * (x >> 8 * byte & 255);
    return result;
}

/// `sums` and, in each lane, the products of the four unsigned bytes of `x` and the four signed ones of that lane of
/// `factors`; by the machine's instructions. None of them saturates: products of pairs are 16 bits wide before they are
/// added where there is no instruction for four bytes.
[[gnu::always_inline]] inline packed_ints byte_dot(packed_ints const& sums, std::int32_t x,
                                                   packed_ints const& factors) {
#if defined(__AVX512VNNI__)
    return (packed_ints)_mm512_dpbusd_epi32((__m512i)sums, _mm512_set1_epi32(x), (__m512i)factors);
#elif defined(__AVXVNNI__) && !defined(__AVX512F__)
    return (packed_ints)_mm256_dpbusd_avx_epi32((__m256i)sums, _mm256_set1_epi32(x), (__m256i)factors);
#elif defined(__AVX512BW__)
    __m512i const all = _mm512_set1_epi32(x), low = _mm512_set1_epi16(255), f = (__m512i)factors;
    return sums +
           (packed_ints)_mm512_madd_epi16(_mm512_and_si512(all, low), _mm512_srai_epi16(_mm512_slli_epi16(f, 8), 8)) +
           (packed_ints)_mm512_madd_epi16(_mm512_srli_epi16(all, 8), _mm512_srai_epi16(f, 8));
#elif defined(__AVX2__) && !defined(__AVX512F__)
    __m256i const all = _mm256_set1_epi32(x), low = _mm256_set1_epi16(255), f = (__m256i)factors;
    return sums +
           (packed_ints)_mm256_madd_epi16(_mm256_and_si256(all, low), _mm256_srai_epi16(_mm256_slli_epi16(f, 8), 8)) +
           (packed_ints)_mm256_madd_epi16(_mm256_srli_epi16(all, 8), _mm256_srai_epi16(f, 8));
#elif defined(__SSE2__) && !defined(__AVX__)
    __m128i const all = _mm_set1_epi32(x), low = _mm_set1_epi16(255), f = (__m128i)factors;
    return sums + (packed_ints)_mm_madd_epi16(_mm_and_si128(all, low), _mm_srai_epi16(_mm_slli_epi16(f, 8), 8)) +
           (packed_ints)_mm_madd_epi16(_mm_srli_epi16(all, 8), _mm_srai_epi16(f, 8));
#else
    return plain_byte_dot(sums, x, factors);
#endif
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
