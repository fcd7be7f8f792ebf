#pragma once

#include <graft/dialect/aten/activation.hpp>
#include <graft/dialect/aten/random.hpp>
#include <graft/kernel/random.hpp>
#include <graft/runtime/kernels/adapter.hpp>

namespace graft {

namespace detail {

/// Ops that fill a new tensor.
template <void (*Fill)(tensor&)>
struct generated_kernel {
    static void run(call<tensor> const&, std::span<tensor> results) { Fill(results[0]); }
};

} // namespace detail

template <> struct kernel_of<decltype(aten::rand.default_)> : detail::generated_kernel<kernel::uniform> {};
template <> struct kernel_of<decltype(aten::randn.default_)> : detail::generated_kernel<kernel::normal> {};
template <> struct kernel_of<decltype(aten::randperm.default_)> : detail::generated_kernel<kernel::permutation> {};

/// Without training everything is kept.
template <>
struct kernel_of<decltype(aten::native_dropout.default_)> {
    static void run(call<tensor> const& c, std::span<tensor> results) {
        tensor const& input = c.tensor("input");
        if (c.optional_boolean("train").value_or(true))
            return kernel::dropout(input, c.real("p"), results[0], results[1]);
        kernel::copy(input, results[0]);
        kernel::fill(results[1], true);
    }
};

} // namespace graft
