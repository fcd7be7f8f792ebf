#pragma once

#include <graft/dialect/aten/matrix_functions.hpp>
#include <graft/kernel/linalg/matrix_functions.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/kernels/adapter.hpp>

namespace graft {

template <>
struct kernel_of<decltype(aten::det.default_)> {
    static void run(call<tensor> const& c, view<tensor> results) {
        kernel::determinant(c.tensor("self"), &results[0], nullptr, nullptr);
    }
};

template <>
struct kernel_of<decltype(aten::slogdet.default_)> {
    static void run(call<tensor> const& c, view<tensor> results) {
        kernel::determinant(c.tensor("self"), nullptr, &results[0], &results[1]);
    }
};

template <>
struct kernel_of<decltype(aten::inverse.default_)> {
    static void run(call<tensor> const& c, view<tensor> results) {
        kernel::inverse(c.op().name, c.tensor("self"), results[0]);
    }
};

template <>
struct kernel_of<decltype(aten::pinverse.default_)> {
    static void run(call<tensor> const& c, view<tensor> results) {
        kernel::pinverse(c.tensor("self"), c.real("rcond"), results[0]);
    }
};

template <>
struct kernel_of<decltype(aten::lu_solve.default_)> {
    static void run(call<tensor> const& c, view<tensor> results) {
        kernel::solve(c.op().name, c.tensor("self"), c.tensor("LU_data"), c.tensor("LU_pivots"), results[0]);
    }
};

template <>
struct kernel_of<decltype(aten::matrix_exp.default_)> {
    static void run(call<tensor> const& c, view<tensor> results) { kernel::matrix_exp(c.tensor("self"), results[0]); }
};

} // namespace graft
