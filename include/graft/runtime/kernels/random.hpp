#pragma once

#include <graft/core/dim_vector.hpp>
#include <graft/dialect/aten/activation.hpp>
#include <graft/dialect/aten/random.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/elementwise/binary.hpp>
#include <graft/kernel/elementwise/complex.hpp>
#include <graft/kernel/elementwise/random.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/kernels/adapter.hpp>

#include <cstddef>
#include <numbers>

namespace graft {

namespace detail::inline GRAFT_INSTRUCTION_SET {

/// Ops that fill a new tensor.
template <void (*Fill)(tensor&)>
struct generated_kernel {
    static void run(call<tensor> const&, auto results) { Fill(results[0]); }
};

/// Fills a new tensor of real numbers, or both parts of complex ones, which are scaled.
template <void (*Fill)(tensor&)>
void generate(tensor& result, double scale_of_parts) {
    if (!is_complex(result.dtype()))
        return Fill(result);
    tensor parts = result.view_as_real();
    Fill(parts);
    kernel::mul(parts, scale_of_parts, parts);
}

/// Ops of which training drops elements, or with `Channels` whole channels; with `Alpha` so that mean and deviation
/// of normal numbers stay. Without training the result is
/// the argument itself.
template <bool Channels, bool Alpha>
struct dropout_kernel {
    static void run(call<tensor> const& c, auto results) {
        tensor const& self = c.tensor(0);
        double const p = c.real("p");
        if (!c.boolean("train") || p == 0 || self.numel() == 0)
            return static_cast<void>(results[0] = self);
        if (Channels && self.dim() < 2)
            raise(errc::invalid_argument, c.op().name, ": argument 0 must have at least 2 dimensions, not ",
                  self.dim());
        dim_vector sizes = self.sizes();
        for (std::size_t d = 2; Channels && d < sizes.size(); ++d)
            sizes[d] = 1;
        tensor kept = tensor::empty(std::move(sizes), dtype::boolean);
        if (Alpha)
            kernel::alpha_dropout(self, p, results[0], kept);
        else
            kernel::dropout(self, p, results[0], kept);
    }
};

} // namespace detail::inline GRAFT_INSTRUCTION_SET

template <>
struct kernel_of<aten::dropout_default> : detail::dropout_kernel<false, false> {};
template <>
struct kernel_of<aten::alpha_dropout_default> : detail::dropout_kernel<false, true> {};
template <>
struct kernel_of<aten::feature_dropout_default> : detail::dropout_kernel<true, false> {};
template <>
struct kernel_of<aten::feature_alpha_dropout_default> : detail::dropout_kernel<true, true> {};

template <>
struct kernel_of<aten::rand_default> {
    static void run(call<tensor> const&, auto results) { detail::generate<kernel::uniform>(results[0], 1); }
};
/// The variance of complex numbers is 1, that of each part a half.
template <>
struct kernel_of<aten::randn_default> {
    static void run(call<tensor> const&, auto results) {
        detail::generate<kernel::normal>(results[0], 1 / std::numbers::sqrt2);
    }
};
template <>
struct kernel_of<aten::randperm_default> : detail::generated_kernel<kernel::permutation> {};

/// Without training everything is kept.
template <>
struct kernel_of<aten::native_dropout_default> {
    static void run(call<tensor> const& c, auto results) {
        tensor const& input = c.tensor("input");
        if (c.optional_boolean("train").value_or(true))
            return kernel::dropout(input, c.real("p"), results[0], results[1]);
        kernel::copy(input, results[0]);
        kernel::fill(results[1], true);
    }
};

} // namespace graft
