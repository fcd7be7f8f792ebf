#pragma once

#include <graft/core/scalar.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/elementwise/elementwise.hpp>

#include <array>
#include <cstddef>
#include <utility>

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// A function of one operand and `N` numbers, computed in the dtype of the operand or
/// what integers are computed in: `out = D::apply(self, numbers...)`. In 16 bits the numbers keep
/// their precision, unless `D` rounds them.
template <class D, auto const& Default, std::size_t N, integers Integers = integers::stay>
struct parametric {
    template <auto const& Dtypes = Default>
    void operator()(operand const& self, std::array<scalar, N> const& numbers, tensor& out) const {
        constexpr bool rounds = requires { typename D::rounds_numbers; };
        dtype const d = detail::compute_dtype<Integers, 1>(D::name, dtype::undefined, {self});
        auto const apply = [&]<std::size_t... I>(std::index_sequence<I...>) {
            detail::elementwise<D, Dtypes, N + 1>(D::name, d, out, {self, numbers[I]...}, rounds);
        };
        apply(std::make_index_sequence<N>{});
    }
};

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
