#pragma once

#include <graft/kernel/binary.hpp>
#include <graft/kernel/unary.hpp>

#include <cmath>
#include <concepts>

namespace graft::detail {

/// Integers to integer powers, which wrap; a negative power is 0 unless the base is 1 or -1.
template <std::integral T>
[[nodiscard]] constexpr T integer_power(T base, T exponent) {
    if constexpr (std::signed_integral<T>)
        if (exponent < T{0}) {
            bool const odd = (exponent & T{1}) != T{0};
            return base == T{1} || (base == T{-1} && !odd) ? T{1}
                   : base == T{-1}                         ? T{-1}
                                                           : T{0};
        }
    T result = 1;
    for (; exponent != T{0}; exponent = static_cast<T>(exponent / T{2})) {
        if ((exponent & T{1}) != T{0})
            result = product_of(result, base);
        base = product_of(base, base);
    }
    return result;
}

struct cube {
    static constexpr auto apply(auto x) { return product_of(product_of(x, x), x); }
};

} // namespace graft::detail

namespace graft::kernel {

/// x to the power of y.
///
/// As in PyTorch a real number that is 2, 3, 0.5, -0.5 or -1 is a product, root or quotient,
/// the last three not in f16.
inline constexpr struct pow_t : binary<pow_t, wide_numeric, integers::widen> {
    static constexpr std::string_view name = "pow";

    template <class T>
    static T apply(T x, T y) {
        if constexpr (std::integral<T>)
            return detail::integer_power(x, y);
        else
            return std::pow(x, y);
    }

    template <auto const& Dtypes = wide_numeric>
    void operator()(operand const& self, operand const& exponent, tensor& out) const {
        binary<pow_t, wide_numeric, integers::widen>::operator()<Dtypes>(self, exponent, out);
    }

    template <auto const& Dtypes = wide_numeric>
    void operator()(operand const& self, scalar exponent, tensor& out) const {
        std::array<operand, 1> const in{self};
        dtype const d =
            detail::compute_dtype<integers::widen, 2>(name, dtype::undefined, {self, exponent});
        double const y = exponent.to<double>();
        bool const roots = is_floating_point(d) && d != dtype::f16;
        if (y == 2)
            square(self, out, d);
        else if (y == 3)
            detail::elementwise<detail::cube, Dtypes>(name, d, out, in);
        else if (roots && y == 0.5)
            kernel::sqrt(self, out, d);
        else if (roots && y == -0.5)
            kernel::rsqrt(self, out, d);
        else if (roots && y == -1)
            kernel::reciprocal(self, out, d);
        else
            (*this).template operator()<Dtypes>(self, operand(exponent), out);
    }
} pow{};

} // namespace graft::kernel
