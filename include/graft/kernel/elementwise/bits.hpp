#pragma once

#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/elementwise/binary.hpp>
#include <graft/kernel/elementwise/divide.hpp>
#include <graft/kernel/elementwise/unary.hpp>

#include <concepts>
#include <type_traits>

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// What integers are computed in together; the integral dtypes and boolean.
inline constexpr auto wide_integral = values<dtype::i64>;
inline constexpr auto integral_or_boolean = join_values(values<dtype::boolean>, integral);

/// Every bit inverted; of a boolean its negation.
inline constexpr struct bitwise_not_t : unary<bitwise_not_t, integral_or_boolean, integers::stay> {
    static constexpr std::string_view name = "bitwise_not";
    template <class T>
    static constexpr T apply(T x) {
        if constexpr (std::same_as<T, bool>)
            return !x;
        else
            return static_cast<T>(~x);
    }
} bitwise_not{};

inline constexpr struct bitwise_and_t : binary<bitwise_and_t, integral_or_boolean> {
    using takes_bits = void;
    static constexpr std::string_view name = "bitwise_and";
    template <class T>
    static constexpr T apply(T x, T y) {
        return static_cast<T>(x & y);
    }
} bitwise_and{};

inline constexpr struct bitwise_or_t : binary<bitwise_or_t, integral_or_boolean> {
    using takes_bits = void;
    static constexpr std::string_view name = "bitwise_or";
    template <class T>
    static constexpr T apply(T x, T y) {
        return static_cast<T>(x | y);
    }
} bitwise_or{};

inline constexpr struct bitwise_xor_t : binary<bitwise_xor_t, integral_or_boolean> {
    using takes_bits = void;
    static constexpr std::string_view name = "bitwise_xor";
    template <class T>
    static constexpr T apply(T x, T y) {
        return static_cast<T>(x ^ y);
    }
} bitwise_xor{};

/// x * 2^y; 0 unless y is from 0 to below the number of bits.
inline constexpr struct bitwise_left_shift_t : binary<bitwise_left_shift_t, integral> {
    static constexpr std::string_view name = "bitwise_left_shift";
    template <class T>
    static constexpr T apply(T x, T y) {
        auto const by = static_cast<std::make_unsigned_t<T>>(y);
        return by >= sizeof(T) * 8 ? T{0} : static_cast<T>(static_cast<detail::wrapping_t<T>>(x) << by);
    }
} bitwise_left_shift{};

/// x / 2^y rounded down; only the sign is left unless y is from 0 to below the number of bits.
inline constexpr struct bitwise_right_shift_t : binary<bitwise_right_shift_t, integral> {
    static constexpr std::string_view name = "bitwise_right_shift";
    template <class T>
    static constexpr T apply(T x, T y) {
        constexpr auto most = sizeof(T) * 8 - (std::signed_integral<T> ? 1 : 0);
        auto const by = static_cast<std::make_unsigned_t<T>>(y);
        if (by >= most)
            return std::signed_integral<T> ? static_cast<T>(x >> most) : T{0};
        return static_cast<T>(x >> by);
    }
} bitwise_right_shift{};

/// The greatest common divisor; not negative, but of the lowest integer, whose size has no other sign: there the steps of
/// Euclid's algorithm may end below 0, as PyTorch's do.
inline constexpr struct gcd_t : binary<gcd_t, integral> {
    static constexpr std::string_view name = "gcd";
    template <class T>
    static constexpr T apply(T x, T y) {
        auto const size_of = [](T v) { return v < T{0} ? detail::difference_of(T{0}, v) : v; };
        T a = size_of(x), b = size_of(y);
        while (a != T{0}) {
            T const rest = a == static_cast<T>(-1) && std::signed_integral<T> ? T{0} : static_cast<T>(b % a);
            b = a;
            a = rest;
        }
        return b;
    }
} gcd{};

/// The least common multiple, not negative; 0 of 0.
inline constexpr struct lcm_t : binary<lcm_t, wide_integral, integers::widen> {
    static constexpr std::string_view name = "lcm";
    template <class T>
    static constexpr T apply(T x, T y) {
        T const divisor = gcd_t::apply(x, y);
        if (divisor == T{0})
            return T{0};
        T const multiple = detail::product_of(detail::quotient_of(x, divisor), y);
        return multiple < T{0} ? detail::difference_of(T{0}, multiple) : multiple;
    }

    template <auto const& Dtypes = wide_integral>
    void operator()(operand const& self, operand const& other, tensor& out) const {
        binary<lcm_t, wide_integral, integers::widen>::operator()<Dtypes>(self, other, out);
        if (out.dtype() == dtype::i32) // a multiple that is too large for it wraps before the sign is taken off
            abs(out, out);
    }
} lcm{};

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
