#pragma once

#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/elementwise/elementwise.hpp>

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// A predicate of two operands, compared in the dtype they promote to: `out = D::apply(self,
/// other)`.
template <class D>
struct comparison {
    template <auto const& Dtypes = any_real>
    void operator()(operand const& self, operand const& other, tensor& out, dtype compute = dtype::undefined) const {
        std::array<operand, 2> const in{self, other};
        detail::elementwise<D, Dtypes>(D::name, detail::compute_dtype<integers::stay>(D::name, compute, in), out, in,
                                       /*rounds_numbers=*/true);
    }
};

inline constexpr struct eq_t : comparison<eq_t> {
    static constexpr std::string_view name = "eq";
    static constexpr bool apply(auto x, auto y) { return x == y; }
} eq{};

inline constexpr struct ne_t : comparison<ne_t> {
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

inline constexpr struct gt_t : comparison<gt_t> {
    static constexpr std::string_view name = "gt";
    static constexpr bool apply(auto x, auto y) { return x > y; }
} gt{};

inline constexpr struct ge_t : comparison<ge_t> {
    static constexpr std::string_view name = "ge";
    static constexpr bool apply(auto x, auto y) { return x >= y; }
} ge{};

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
