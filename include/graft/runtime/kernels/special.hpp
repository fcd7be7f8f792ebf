#pragma once

#include <graft/dialect/aten/special.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/elementwise/complex.hpp>
#include <graft/kernel/elementwise/gamma_functions.hpp>
#include <graft/kernel/elementwise/special_functions.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/kernels/adapter.hpp>

namespace graft {

namespace detail::inline GRAFT_INSTRUCTION_SET {

/// The lower or upper incomplete gamma function.
template <bool Upper>
struct incomplete_gamma_kernel {
    static void run(call<tensor> const& c, auto results) {
        kernel::incomplete_gamma(c.tensor("self"), c.tensor("other"), Upper, results[0]);
    }
};

} // namespace detail::inline GRAFT_INSTRUCTION_SET

template <>
struct kernel_of<aten::igamma_default> : detail::incomplete_gamma_kernel<false> {};
template <>
struct kernel_of<aten::igammac_default> : detail::incomplete_gamma_kernel<true> {};

template <>
struct kernel_of<aten::i0_default> {
    static void run(call<tensor> const& c, auto results) { kernel::i0(c.tensor("self"), results[0]); }
};

template <>
struct kernel_of<aten::polygamma_default> {
    static void run(call<tensor> const& c, auto results) {
        kernel::polygamma(detail::integer_of(c, "n"), c.tensor("self"), results[0]);
    }
};

template <>
struct kernel_of<aten::frexp_tensor> {
    static void run(call<tensor> const& c, auto results) { kernel::frexp(c.tensor("self"), results[0], results[1]); }
};

template <>
struct kernel_of<aten::polar_default> {
    static void run(call<tensor> const& c, auto results) {
        kernel::polar(c.tensor("abs"), c.tensor("angle"), results[0]);
    }
};

} // namespace graft
