#pragma once

#include <graft/core/half.hpp>
#include <graft/kernel/base/instruction_set.hpp>

#include <compare>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// A number of a 16-bit format, to which the result of each operation is rounded. Where a place decides which elements
/// count, more precise arithmetic would give other ones.
template <small_float T>
class stepwise_number {
public:
    stepwise_number() = default;
    /// The nearest number of the format.
    template <class X>
        requires std::is_arithmetic_v<X>
    explicit stepwise_number(X x) : value_(static_cast<float>(T(x))) {}
    explicit stepwise_number(T x) : value_(static_cast<float>(x)) {}

    /// The number, exactly where `X` is a float or wider.
    template <class X>
        requires std::is_arithmetic_v<X>
    explicit operator X() const {
        return static_cast<X>(value_);
    }
    explicit operator T() const { return T(value_); }

    friend stepwise_number operator+(stepwise_number a, stepwise_number b) {
        return stepwise_number(a.value_ + b.value_);
    }
    friend stepwise_number operator-(stepwise_number a, stepwise_number b) {
        return stepwise_number(a.value_ - b.value_);
    }
    friend stepwise_number operator*(stepwise_number a, stepwise_number b) {
        return stepwise_number(a.value_ * b.value_);
    }
    friend stepwise_number operator/(stepwise_number a, stepwise_number b) {
        return stepwise_number(a.value_ / b.value_);
    }
    friend std::partial_ordering operator<=>(stepwise_number a, stepwise_number b) { return a.value_ <=> b.value_; }

private:
    float value_ = 0;
};

template <class T>
struct stepwise_type : std::type_identity<T> {};
template <small_float T>
struct stepwise_type<T> : std::type_identity<stepwise_number<T>> {};

/// What elements of type `T` are computed in so that each operation gives one: `T` where C++ computes in it.
template <class T>
using stepwise = typename stepwise_type<T>::type;

/// The integer of 32 bits that a number is without its fraction; the least one for what is none, as processors give.
[[nodiscard]] inline std::int64_t truncated(double x) {
    return x > -2147483649.0 && x < 2147483648.0 ? static_cast<std::int64_t>(x)
                                                 : std::numeric_limits<std::int32_t>::min();
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
