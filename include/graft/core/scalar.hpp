#pragma once

#include <graft/core/dtype.hpp>
#include <graft/core/error.hpp>
#include <graft/core/half.hpp>

#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>

namespace graft {

/// A Python number: bool, int, float or complex; the kind is kept because promotion depends on it.
class scalar {
public:
    /// Which of Python's types it has.
    enum class number_kind : std::uint8_t { boolean, integer, real, complex };

    constexpr scalar() = default;
    /// A bool.
    template <std::same_as<bool> T>
    constexpr scalar(T value) : bits_(value ? 1 : 0), kind_(number_kind::boolean) {}
    /// An int; one that does not fit into 64 bits is an error.
    template <std::integral T>
        requires(!std::same_as<T, bool>)
    constexpr scalar(T value) : bits_(static_cast<std::int64_t>(value)), kind_(number_kind::integer) {
        if (value > 0 && bits_ < 0)
            raise(errc::invalid_argument, "an integer scalar does not fit into 64 bits");
    }
    /// A float.
    template <std::floating_point T>
    constexpr scalar(T value)
        : bits_(std::bit_cast<std::int64_t>(static_cast<double>(value))), kind_(number_kind::real) {}
    /// A complex.
    [[nodiscard]] static constexpr scalar complex(double real, double imaginary) {
        scalar made(real);
        made.imaginary_ = std::bit_cast<std::int64_t>(imaginary);
        made.kind_ = number_kind::complex;
        return made;
    }

    /// Which of Python's types it has.
    [[nodiscard]] constexpr number_kind kind() const { return kind_; }
    /// True for a number of that type.
    /// @{
    [[nodiscard]] constexpr bool is_boolean() const { return kind_ == number_kind::boolean; }
    [[nodiscard]] constexpr bool is_integer() const { return kind_ == number_kind::integer; }
    [[nodiscard]] constexpr bool is_real() const { return kind_ == number_kind::real; }
    [[nodiscard]] constexpr bool is_complex() const { return kind_ == number_kind::complex; }
    /// @}

    /// The parts of a number; that of one which is not complex is itself, and 0.
    /// @{
    [[nodiscard]] constexpr double real_part() const { return is_complex() ? real() : to<double>(); }
    [[nodiscard]] constexpr double imaginary_part() const { return std::bit_cast<double>(imaginary_); }
    /// @}

    /// The dtype of a tensor made of this number alone: boolean, i64, f64 or c128.
    [[nodiscard]] constexpr graft::dtype dtype() const {
        switch (kind_) {
        case number_kind::boolean: return graft::dtype::boolean;
        case number_kind::integer: return graft::dtype::i64;
        case number_kind::complex: return graft::dtype::c128;
        default: return graft::dtype::f64;
        }
    }

    /// The number as `T`: a fraction is cut off as in C++. A number out of range is an error, and so is a complex one,
    /// but as a bool.
    template <class T>
        requires detail::arithmetic<T> || small_float<T>
    [[nodiscard]] constexpr T to() const {
        if constexpr (std::same_as<T, bool>)
            return is_complex() ? real() != 0 || imaginary_part() != 0 : is_real() ? real() != 0 : bits_ != 0;
        else if (is_complex())
            raise(errc::invalid_argument, "a complex number is no real one");
        else if constexpr (std::integral<T>)
            return to_integer<T>();
        else
            return to_real<T>();
    }

    /// True if kind and value agree; reals bit by bit: NaN equals itself, 0.0 is not -0.0.
    friend constexpr bool operator==(scalar, scalar) = default;

private:
    [[nodiscard]] constexpr double real() const { return std::bit_cast<double>(bits_); }

    template <class T>
    [[nodiscard]] constexpr T to_integer() const {
        using limits = std::numeric_limits<T>;
        if (is_real()) {
            // 2^digits is exact as a double, unlike max(); the lowest value is exact as well.
            double constexpr end = static_cast<double>(limits::max() / 2 + 1) * 2;
            double constexpr begin = static_cast<double>(limits::min());
            if (!(real() > begin - 1 || real() == begin) || !(real() < end))
                raise(errc::invalid_argument, "a real number is out of range of an integer type");
            return static_cast<T>(real());
        }
        T const value = static_cast<T>(bits_);
        if (static_cast<std::int64_t>(value) != bits_ || (value < T{0}) != (bits_ < 0))
            raise(errc::invalid_argument, "the number ", bits_, " is out of range of an integer type");
        return value;
    }

    template <class T>
    [[nodiscard]] constexpr T to_real() const {
        using limits = std::numeric_limits<T>;
        if (!is_real())
            return static_cast<T>(bits_);
        double constexpr most = static_cast<double>(limits::max());
        double constexpr infinity = std::numeric_limits<double>::infinity();
        double const size = real() < 0 ? -real() : real();
        if (size > most && (size != infinity || !limits::has_infinity))
            raise(errc::invalid_argument, "a real number is out of range of a floating-point type");
        return static_cast<T>(real());
    }

    std::int64_t bits_ = 0, imaginary_ = 0;
    number_kind kind_ = number_kind::integer;
};

} // namespace graft
