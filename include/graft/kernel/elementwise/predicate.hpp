#pragma once

#include <graft/kernel/base/arithmetic.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/elementwise/elementwise.hpp>

#include <cmath>
#include <concepts>
#include <limits>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// True of infinities; false of every integer.
[[nodiscard]] constexpr bool is_infinite(auto x) {
    using limits = std::numeric_limits<decltype(x)>;
    if constexpr (limits::has_infinity)
        return x == limits::infinity() || x == -limits::infinity();
    else
        return false;
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// A predicate of one operand that is decided for integers by their being finite.
template <class D>
struct predicate {
    template <auto const& Dtypes = floating>
    void operator()(operand const& self, tensor& out) const {
        detail::elementwise<D, Dtypes, 1>(D::name, integral_to_float(self.dtype()), out, {self});
    }
};

inline constexpr struct isnan_t : predicate<isnan_t> {
    using takes_float8 = void;
    static constexpr std::string_view name = "isnan";
    static constexpr bool apply(auto x) { return detail::is_nan(x); }
} isnan{};

inline constexpr struct isinf_t : predicate<isinf_t> {
    using takes_float8 = void;
    static constexpr std::string_view name = "isinf";
    static constexpr bool apply(auto x) { return detail::is_infinite(x); }
} isinf{};

inline constexpr struct isfinite_t : predicate<isfinite_t> {
    using takes_float8 = void;
    static constexpr std::string_view name = "isfinite";
    static constexpr bool apply(auto x) { return !detail::is_nan(x) && !detail::is_infinite(x); }
} isfinite{};

inline constexpr struct isposinf_t : predicate<isposinf_t> {
    static constexpr std::string_view name = "isposinf";
    static constexpr bool apply(auto x) { return x > decltype(x){} && detail::is_infinite(x); }
} isposinf{};

inline constexpr struct isneginf_t : predicate<isneginf_t> {
    static constexpr std::string_view name = "isneginf";
    static constexpr bool apply(auto x) { return x < decltype(x){} && detail::is_infinite(x); }
} isneginf{};

/// A function of truths; a number is true unless it is zero.
template <class D, std::size_t N>
struct logical {
    template <class... Operands>
        requires(sizeof...(Operands) == N)
    void run(tensor& out, Operands const&... in) const {
        detail::elementwise<D, truths, N>(D::name, dtype::boolean, out, {in...});
    }
};

inline constexpr struct logical_not_t : logical<logical_not_t, 1> {
    static constexpr std::string_view name = "logical_not";
    static constexpr bool apply(bool x) { return !x; }
    void operator()(operand const& self, tensor& out) const { run(out, self); }
} logical_not{};

/// A function of two truths.
template <class D>
struct logical_binary : logical<D, 2> {
    void operator()(operand const& self, operand const& other, tensor& out) const { this->run(out, self, other); }
};

inline constexpr struct logical_and_t : logical_binary<logical_and_t> {
    static constexpr std::string_view name = "logical_and";
    static constexpr bool apply(bool x, bool y) { return x && y; }
} logical_and{};

inline constexpr struct logical_or_t : logical_binary<logical_or_t> {
    static constexpr std::string_view name = "logical_or";
    static constexpr bool apply(bool x, bool y) { return x || y; }
} logical_or{};

inline constexpr struct logical_xor_t : logical_binary<logical_xor_t> {
    static constexpr std::string_view name = "logical_xor";
    static constexpr bool apply(bool x, bool y) { return x != y; }
} logical_xor{};

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
