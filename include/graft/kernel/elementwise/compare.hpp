#pragma once

#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/elementwise/elementwise.hpp>

#include <array>
#include <string_view>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

template <class F, auto const& Dtypes>
void compare(std::string_view op, std::array<kernel::operand, 2> const& in, tensor& out, dtype compute) {
    dtype const d = compute_dtype<kernel::integers::stay>(op, compute, in);
    elementwise<F, Dtypes>(op, d, out, in, /*rounds_numbers=*/true);
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// A predicate of two operands, compared in the dtype they promote to: `out = D::apply(self,
/// other)`.
template <class D>
struct comparison {
    template <auto const& Dtypes = any_real>
    void operator()(operand const& self, operand const& other, tensor& out, dtype compute = dtype::undefined) const {
        detail::compare<D, Dtypes>(D::name, {self, other}, out, compute);
    }
};

inline constexpr struct eq_t : comparison<eq_t> {
    using takes_bits = void;
    using takes_float8 = void;
    static constexpr std::string_view name = "eq";
    static constexpr bool apply(auto x, auto y) { return x == y; }
} eq{};

inline constexpr struct ne_t : comparison<ne_t> {
    using takes_bits = void;
    using takes_float8 = void;
    static constexpr std::string_view name = "ne";
    static constexpr bool apply(auto x, auto y) { return x != y; }
} ne{};

inline constexpr struct lt_t : comparison<lt_t> {
    static constexpr std::string_view name = "lt";
    static constexpr bool apply(auto x, auto y) { return x < y; }
} lt{};

inline constexpr struct le_t : comparison<le_t> {
    static constexpr std::string_view name = "le";
    static constexpr bool apply(auto x, auto y) { return x <= y; }
} le{};

/// The comparison `Of` with its operands exchanged, whose loops it has.
template <class D, class Of>
struct exchanged_comparison {
    void operator()(operand const& self, operand const& other, tensor& out, dtype compute = dtype::undefined) const {
        detail::compare<Of, any_real>(D::name, {other, self}, out, compute);
    }
};

inline constexpr struct gt_t : exchanged_comparison<gt_t, lt_t> {
    static constexpr std::string_view name = "gt";
} gt{};

inline constexpr struct ge_t : exchanged_comparison<ge_t, le_t> {
    static constexpr std::string_view name = "ge";
} ge{};

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
