#pragma once

#include <graft/core/fitted_number.hpp>
#include <graft/kernel/base/arithmetic.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/elementwise/elementwise.hpp>

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// A function of two operands: `out = D::apply(self, other)`, computed in `compute` if one is
/// given. A number becomes an element of that dtype first, as in PyTorch, unless it is the second
/// operand of a `D` that takes it as it is.
template <class D, auto const& Default, integers Integers = integers::stay>
struct binary {
    template <auto const& Dtypes = Default>
    void operator()(operand const& self, operand const& other, tensor& out, dtype compute = dtype::undefined) const {
        constexpr bool exact = requires { typename D::takes_exact_number; };
        dtype const d = compute != dtype::undefined ? compute : detail::common_dtype<2>(D::name, {self, other});
        detail::promoted_elementwise<D, Dtypes, Integers, 2>(
            out, compute, {self.rounded(d), exact ? other.exact(d) : other.rounded(d)});
    }
};

/// x * y; "and" of booleans.
inline constexpr struct mul_t : binary<mul_t, any_real> {
    using takes_bits = void;
    using takes_exact_number = void;
    using takes_float8 = void;
    static constexpr std::string_view name = "mul";
    static constexpr auto apply(auto x, auto y) { return detail::product_of(x, y); }
} mul{};

/// x / y, in floating point whatever the operands are.
inline constexpr struct div_t : binary<div_t, floating, integers::become_floats> {
    using takes_exact_number = void;
    static constexpr std::string_view name = "div";
    static constexpr auto apply(auto x, auto y) { return x / y; }
} div{};

/// The larger; NaN if one of them is.
inline constexpr struct maximum_t : binary<maximum_t, with_u64<any_real>> {
    using takes_order = void;
    static constexpr std::string_view name = "maximum";
    static constexpr auto apply(auto x, auto y) { return detail::max_of(x, y); }
} maximum{};

/// The smaller; NaN if one of them is.
inline constexpr struct minimum_t : binary<minimum_t, with_u64<any_real>> {
    using takes_order = void;
    static constexpr std::string_view name = "minimum";
    static constexpr auto apply(auto x, auto y) { return detail::min_of(x, y); }
} minimum{};

/// A function with a factor for its second operand: `D::apply(self, alpha * other)`.
template <class D, auto const& Default>
struct scaled_binary {
    template <auto const& Dtypes = Default>
    void operator()(operand const& self, operand const& other, scalar alpha, tensor& out,
                    dtype compute = dtype::undefined) const {
        dtype const d = detail::compute_dtype<integers::stay, 2>(D::name, compute, {self, other});
        if (alpha.is_real() && is_integral(d, true))
            raise(errc::invalid_argument, D::name, ": alpha must not be a real number for ", fx_name(d), " operands");
        operand const x = self.rounded(d), y = other.rounded(d);
        if (alpha.to<double>() == 1)
            return detail::elementwise<D, Dtypes, 2>(D::name, d, out, {x, y});
        // The product is rounded, also where machine and compiler would do both at once.
        tensor product = tensor::empty(out.sizes(), d);
        mul(y, factor_for(d, alpha), product, d);
        detail::elementwise<D, Dtypes, 2>(D::name, d, out, {x, product});
    }
};

/// x + alpha * y; "or" of booleans.
inline constexpr struct add_t : scaled_binary<add_t, any_real> {
    static constexpr std::string_view name = "add";
    static constexpr auto apply(auto x, auto y) { return detail::sum_of(x, y); }
} add{};

/// x - alpha * y.
inline constexpr struct sub_t : scaled_binary<sub_t, numeric> {
    static constexpr std::string_view name = "sub";
    static constexpr auto apply(auto x, auto y) { return detail::difference_of(x, y); }
} sub{};

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
