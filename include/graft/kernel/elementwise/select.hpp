#pragma once

#include <graft/kernel/base/arithmetic.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/elementwise/binary.hpp>
#include <graft/kernel/elementwise/elementwise.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

struct selection {
    using takes_float8 = void;
    using takes_bits = void;
    static constexpr auto apply(std::uint8_t condition, auto x, auto y) { return condition ? x : y; }
};

struct clamping {
    using takes_order = void;
    static constexpr auto apply(auto x, auto low, auto high) { return min_of(max_of(x, low), high); }
};

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// `condition ? self : other`; the condition is boolean or u8.
inline constexpr struct where_t {
    template <auto const& Dtypes = any_real>
    void operator()(tensor const& condition, operand const& self, operand const& other, tensor& out,
                    dtype compute = dtype::undefined) const {
        if (condition.dtype() != dtype::boolean && condition.dtype() != dtype::u8)
            raise(errc::invalid_argument, "where: the condition must be boolean, not ", fx_name(condition.dtype()));
        dtype const d = detail::compute_dtype<integers::stay, 2>("where", compute, {self, other});
        std::array<operand, 3> in{condition, self, other};
        detail::element_kernel kernel{};
        dispatch_compute<Dtypes>(detail::computed_as<detail::selection>(d), "where", [&]<class T>() {
            using stored = detail::stored_t<T>;
            kernel = detail::make_element_kernel<detail::selection, std::uint8_t, stored, stored>();
        });
        detail::run_elementwise("where", kernel, out, in);
    }
} where{};

/// A bound for elements of a dtype: of integers one that is out of range becomes the last one in it, so that it bounds
/// nothing, and the fraction of a real one is cut off.
[[nodiscard]] inline scalar reachable_bound(scalar bound, dtype d) {
    bool const real = bound.is_real() && std::abs(bound.to<double>()) < 0x1p63;
    if (!is_integral(d, false) || !(bound.is_integer() || real))
        return bound;
    return std::clamp(bound.to<std::int64_t>(), lowest_integer(d), highest_integer(d));
}

/// min(max(self, low), high), each bound a number, a tensor or absent; NaN anywhere gives NaN.
inline constexpr struct clamp_t {
    template <auto const& Dtypes = with_u64<any_real>>
    void operator()(operand const& self, std::optional<operand> const& low, std::optional<operand> const& high,
                    tensor& out, dtype compute = dtype::undefined) const {
        if (!low && !high)
            raise(errc::invalid_argument, "clamp: one of min and max must be given");
        dtype const d =
            detail::compute_dtype<integers::stay, 3>("clamp", compute, {self, low.value_or(self), high.value_or(self)});
        if (!high)
            detail::elementwise<maximum_t, Dtypes, 2>("clamp", d, out, {self, low->rounded(d)});
        else if (!low)
            detail::elementwise<minimum_t, Dtypes, 2>("clamp", d, out, {self, high->rounded(d)});
        else
            detail::elementwise<detail::clamping, Dtypes, 3>("clamp", d, out,
                                                             {self, low->rounded(d), high->rounded(d)});
    }
} clamp{};

/// `clamp` between two numbers.
inline constexpr struct hardtanh_t {
    template <auto const& Dtypes = with_u64<numeric>>
    void operator()(operand const& self, scalar low, scalar high, tensor& out) const {
        clamp_t{}.template operator()<Dtypes>(self, low, high, out, self.dtype());
    }
} hardtanh{};

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
