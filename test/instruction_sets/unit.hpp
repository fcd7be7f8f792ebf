#pragma once

#include <graft/core/tensor.hpp>
#include <graft/dialect/aten/activation.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/convolution.hpp>
#include <graft/dialect/aten/linear_algebra.hpp>
#include <graft/dialect/aten/normalization.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/derived_op.hpp>
#include <graft/dialect/dialect.hpp>
#include <graft/kernel/simd/lanes.hpp>
#include <graft/runtime/kernel.hpp>

#include <cstdint>
#include <string_view>
#include <vector>

// The units of a program that is compiled for several sets of instructions: unit.cpp, once for each.
namespace graft_test {

/// Adds to every element how many floats a register of the unit holds that the kernel is from.
struct add_lanes_t : graft::op<add_lanes_t> {
    static constexpr graft::fixed_string text{"test::add_lanes(Tensor self) -> Tensor"};
    static constexpr graft::value_spec meta(graft::call<graft::tensor_spec> const& c) { return c.tensor("self"); }
};
inline constexpr add_lanes_t add_lanes;

/// Adds them twice, as a composition.
struct add_lanes_twice_t : graft::composite_op<add_lanes_twice_t> {
    static constexpr graft::fixed_string text{"test::add_lanes_twice(Tensor self) -> Tensor"};
    static constexpr auto compose(auto const& k) { return k(add_lanes, k(add_lanes, k->tensor("self"))); }
};
inline constexpr add_lanes_twice_t add_lanes_twice;
inline constexpr graft::inplace<add_lanes_t> add_lanes_;

struct some_ops : graft::dialect<some_ops> {
    using members =
        graft::op_list<add_lanes_t, add_lanes_twice_t, graft::inplace<add_lanes_t>, decltype(graft::aten::add.Tensor),
                       decltype(graft::aten::addmm.default_), decltype(graft::aten::convolution.default_),
                       decltype(graft::aten::gelu.default_), decltype(graft::aten::native_layer_norm.default_),
                       decltype(graft::aten::softmax.int_), decltype(graft::aten::sqrt.default_),
                       decltype(graft::aten::sum.dim_IntList), decltype(graft::aten::tanh.default_)>;
};

struct byte_matrix {
    std::int64_t rows = 0, columns = 0;
    std::vector<std::uint8_t> elements;
};

/// What a unit has.
struct unit {
    std::string_view instruction_set;
    std::int64_t lanes;
    graft::kernel_table kernels;
    graft::tensor (*call_add_lanes)(graft::tensor const&);
    graft::tensor (*call_packet)(graft::tensor const&);
    byte_matrix (*multiply_bytes)(byte_matrix const& left, byte_matrix const& right);
};

unit sse2_unit();
unit avx2_unit();
unit avx512_unit();

} // namespace graft_test

template <>
struct graft::kernel_of<graft_test::add_lanes_t> {
    static void run(call<tensor> const& c, view<tensor> results) {
        tensor const& self = c.tensor("self");
        for (std::int64_t i = 0; i < self.numel(); ++i)
            results[0].data<float>()[i] = self.data<float>()[i] + static_cast<float>(detail::float_lanes);
    }
};
