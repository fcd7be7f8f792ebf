#pragma once

#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/index.hpp>
#include <graft/kernel/copy.hpp>
#include <graft/kernel/index.hpp>
#include <graft/runtime/kernels/adapter.hpp>

namespace graft {

template <>
struct kernel_of<decltype(aten::full.default_)> {
    static void run(call<tensor> const& c, std::span<tensor> results) {
        kernel::fill(results[0], c.number("fill_value"));
    }
};

template <>
struct kernel_of<decltype(aten::full_like.default_)> {
    static void run(call<tensor> const& c, std::span<tensor> results) {
        kernel::fill(results[0], c.number("fill_value"));
    }
};

template <>
struct kernel_of<decltype(aten::scalar_tensor.default_)> {
    static void run(call<tensor> const& c, std::span<tensor> results) {
        kernel::fill(results[0], c.number("s"));
    }
};

template <>
struct kernel_of<decltype(aten::embedding.default_)> {
    static void run(call<tensor> const& c, std::span<tensor> results) {
        kernel::embedding(c.tensor("weight"), c.tensor("indices"), results[0]);
    }
};

} // namespace graft
