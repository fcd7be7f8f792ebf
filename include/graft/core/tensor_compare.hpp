#pragma once

#include <graft/config.hpp>
#include <graft/core/dtype.hpp>
#include <graft/core/tensor.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace graft {

/// Numbers agree if |got - expected| <= absolute + relative * |expected|.
struct tolerance {
    double absolute = 0; ///< how far apart any two numbers may be
    double relative = 0; ///< how far apart, as a fraction of the number that is expected
};

/// 1e-4 for f32, f64 and floats of 8 bits, 1e-2 for f16 and bf16, 0 for integers and booleans; complex as its
/// parts.
[[nodiscard]] constexpr tolerance default_tolerance(dtype d) {
    dtype const part = real_part(d);
    if (!is_floating_point(part))
        return {};
    double const both = element_size(part) == 2 ? 1e-2 : 1e-4;
    return {both, both};
}

/// How far two tensors are apart.
struct difference {
    double max_abs = 0;            ///< the largest |got - expected|; infinite where only one is NaN
    double mse = 0;                ///< the mean of (got - expected)^2
    std::int64_t elements = 0;     ///< compared
    std::int64_t mismatches = 0;   ///< outside the tolerance
    std::int64_t worst_index = -1; ///< the first, in row-major order, that is `max_abs` apart

    /// True when no element is too far from what is expected.
    [[nodiscard]] constexpr bool agrees() const { return mismatches == 0; }
};

namespace detail {

/// |got - expected|, where NaN equals NaN and an infinity the same infinity.
[[nodiscard]] GRAFT_INLINE double distance(double expected, double got);

// Where a floating-point number stands among those of its type in order; both zeros stand at 0.
template <class T>
std::int64_t ordinal(T value) {
    using small = std::conditional_t<sizeof(T) == 1, std::int8_t, std::int16_t>;
    using large = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
    using integer = std::conditional_t<(sizeof(T) < 4), small, large>;
    auto const bits = std::bit_cast<integer>(value);
    if constexpr (!std::numeric_limits<T>::is_signed)
        return static_cast<std::make_unsigned_t<integer>>(bits);
    auto const magnitude = static_cast<std::int64_t>(bits & std::numeric_limits<integer>::max());
    return bits < 0 ? -magnitude : magnitude;
}

// The distance of two finite numbers in units in the last place.
template <class T>
std::uint64_t ulp_distance(T a, T b) {
    std::int64_t const i = ordinal(a), j = ordinal(b);
    return static_cast<std::uint64_t>(std::max(i, j)) - static_cast<std::uint64_t>(std::min(i, j));
}

} // namespace detail

/// Compares element by element; tensors of different dtype or sizes are an error.
[[nodiscard]] GRAFT_INLINE difference compare(tensor const& expected, tensor const& got, tolerance allowed);

/// Compares within the tolerance of the dtype.
[[nodiscard]] inline difference compare(tensor const& expected, tensor const& got) {
    return compare(expected, got, default_tolerance(expected.dtype()));
}

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/core/half.hpp>

#    include <cmath>
#    include <limits>

namespace graft {
namespace detail {

GRAFT_INLINE double distance(double expected, double got) {
    if (expected == got || (std::isnan(expected) && std::isnan(got)))
        return 0;
    double const apart = std::abs(got - expected);
    return std::isnan(apart) ? std::numeric_limits<double>::infinity() : apart;
}

template <real_element T>
[[nodiscard]] difference compare_elements(T const* expected, T const* got, std::int64_t count, std::int64_t parts,
                                          tolerance allowed) {
    difference result;
    result.elements = count;
    std::int64_t last_mismatch = -1;
    double squares = 0;
    for (std::int64_t i = 0; i < count * parts; ++i) {
        double const e = static_cast<double>(expected[i]);
        double const apart = distance(e, static_cast<double>(got[i]));
        // Integers of more than 53 bits differ even where their doubles do not.
        bool const exact = std::integral<T> && allowed.absolute == 0 && allowed.relative == 0;
        double const limit = allowed.absolute + (std::isfinite(e) ? allowed.relative * std::abs(e) : 0);
        bool const agree = exact ? expected[i] == got[i] : apart <= limit;
        if (!agree && i / parts != last_mismatch) {
            last_mismatch = i / parts;
            ++result.mismatches;
        }
        if (apart > result.max_abs || (!agree && result.worst_index < 0)) {
            result.max_abs = std::max(result.max_abs, apart);
            result.worst_index = i / parts;
        }
        squares += apart * apart;
    }
    result.mse = count == 0 ? 0 : squares / static_cast<double>(count);
    return result;
}

} // namespace detail

GRAFT_INLINE difference compare(tensor const& expected, tensor const& got, tolerance allowed) {
    if (expected.dtype() != got.dtype())
        raise(errc::invalid_argument, "a tensor of ", torch_name(expected.dtype()), " was expected, not one of ",
              torch_name(got.dtype()));
    if (expected.sizes() != got.sizes())
        raise(errc::invalid_argument, "the tensors compared differ in size");
    tensor const dense_expected = expected.contiguous();
    tensor const dense_got = got.contiguous();
    std::int64_t const parts = is_complex(expected.dtype()) ? 2 : 1;
    return visit_dtype(real_part(expected.dtype()), [&]<class T>() -> difference {
        if constexpr (real_element<T>)
            return detail::compare_elements(reinterpret_cast<T const*>(dense_expected.data()),
                                            reinterpret_cast<T const*>(dense_got.data()), expected.numel(), parts,
                                            allowed);
        else
            raise(errc::internal, "the part of a complex dtype is complex");
    });
}

} // namespace graft
#endif
