#pragma once

#include <graft/dialect/aten/activation.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/kernel/binary.hpp>
#include <graft/kernel/compare.hpp>
#include <graft/kernel/select.hpp>
#include <graft/kernel/unary.hpp>
#include <graft/runtime/kernels/adapter.hpp>

namespace graft {

template <> struct kernel_of<decltype(aten::relu.default_)> : detail::unary_kernel<kernel::relu> {};
template <> struct kernel_of<decltype(aten::neg.default_)> : detail::unary_kernel<kernel::neg> {};
template <> struct kernel_of<decltype(aten::exp.default_)> : detail::unary_kernel<kernel::exp> {};
template <> struct kernel_of<decltype(aten::sqrt.default_)> : detail::unary_kernel<kernel::sqrt> {};
template <> struct kernel_of<decltype(aten::rsqrt.default_)> : detail::unary_kernel<kernel::rsqrt> {};
template <> struct kernel_of<decltype(aten::tanh.default_)> : detail::unary_kernel<kernel::tanh> {};
template <> struct kernel_of<decltype(aten::sigmoid.default_)> : detail::unary_kernel<kernel::sigmoid> {};
template <> struct kernel_of<decltype(aten::reciprocal.default_)> : detail::unary_kernel<kernel::reciprocal> {};

template <> struct kernel_of<decltype(aten::add.Tensor)> : detail::scaled_kernel<kernel::add> {};
template <> struct kernel_of<decltype(aten::add.Scalar)> : detail::scaled_kernel<kernel::add> {};
template <> struct kernel_of<decltype(aten::sub.Tensor)> : detail::scaled_kernel<kernel::sub> {};
template <> struct kernel_of<decltype(aten::sub.Scalar)> : detail::scaled_kernel<kernel::sub> {};
template <> struct kernel_of<decltype(aten::mul.Tensor)> : detail::binary_kernel<kernel::mul> {};
template <> struct kernel_of<decltype(aten::mul.Scalar)> : detail::binary_kernel<kernel::mul> {};
template <> struct kernel_of<decltype(aten::div.Tensor)> : detail::binary_kernel<kernel::div> {};
template <> struct kernel_of<decltype(aten::div.Scalar)> : detail::binary_kernel<kernel::div> {};
template <> struct kernel_of<decltype(aten::maximum.default_)> : detail::binary_kernel<kernel::maximum> {};
template <> struct kernel_of<decltype(aten::minimum.default_)> : detail::binary_kernel<kernel::minimum> {};

template <> struct kernel_of<decltype(aten::eq.Tensor)> : detail::binary_kernel<kernel::eq> {};
template <> struct kernel_of<decltype(aten::eq.Scalar)> : detail::binary_kernel<kernel::eq> {};
template <> struct kernel_of<decltype(aten::ne.Tensor)> : detail::binary_kernel<kernel::ne> {};
template <> struct kernel_of<decltype(aten::ne.Scalar)> : detail::binary_kernel<kernel::ne> {};
template <> struct kernel_of<decltype(aten::lt.Tensor)> : detail::binary_kernel<kernel::lt> {};
template <> struct kernel_of<decltype(aten::lt.Scalar)> : detail::binary_kernel<kernel::lt> {};
template <> struct kernel_of<decltype(aten::le.Tensor)> : detail::binary_kernel<kernel::le> {};
template <> struct kernel_of<decltype(aten::le.Scalar)> : detail::binary_kernel<kernel::le> {};
template <> struct kernel_of<decltype(aten::gt.Tensor)> : detail::binary_kernel<kernel::gt> {};
template <> struct kernel_of<decltype(aten::gt.Scalar)> : detail::binary_kernel<kernel::gt> {};
template <> struct kernel_of<decltype(aten::ge.Tensor)> : detail::binary_kernel<kernel::ge> {};
template <> struct kernel_of<decltype(aten::ge.Scalar)> : detail::binary_kernel<kernel::ge> {};

template <>
struct kernel_of<decltype(aten::hardtanh.default_)> {
    static void run(call<tensor> const& c, std::span<tensor> results) {
        kernel::hardtanh(c.tensor("self"), c.number("min_val"), c.number("max_val"), results[0]);
    }
};

template <>
struct kernel_of<decltype(aten::clamp.default_)> {
    static void run(call<tensor> const& c, std::span<tensor> results) {
        auto const bound = [&](char const* name) {
            auto const number = c.optional_number(name);
            return number ? std::optional<kernel::operand>(*number) : std::nullopt;
        };
        kernel::clamp(c.tensor("self"), bound("min"), bound("max"), results[0]);
    }
};

template <>
struct kernel_of<decltype(aten::where.self)> {
    static void run(call<tensor> const& c, std::span<tensor> results) {
        kernel::where(c.tensor("condition"), detail::operand_of(c, "self"),
                      detail::operand_of(c, "other"), results[0]);
    }
};

} // namespace graft
