#pragma once

#include <graft/dialect/aten/convolution.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/meta/vec.hpp>
#include <graft/schema/infer.hpp>

#include <cstdint>

/// Ops of the Backend dialect that are several ops of ATen in one.
namespace graft::backend {

/// `aten::relu` of an `aten::convolution` that is not transposed.
struct conv_relu_t : op<conv_relu_t> {
    static constexpr schema_text text{
        "backend::conv_relu(Tensor input, Tensor weight, Tensor? bias, SymInt[] stride, SymInt[] padding, "
        "SymInt[] dilation, SymInt groups) -> Tensor"};
    static constexpr op_tags tags = op_tags::backend;
    static constexpr value_spec meta(call<tensor_spec> const& c) {
        call<tensor_spec> convolved(aten::convolution.default_.info());
        for (int i = 0; i < 6; ++i)
            convolved.set(i, c[i]);
        convolved.set("transposed", false);
        convolved.set("output_padding", vec<std::int64_t>{0, 0});
        convolved.set("groups", c["groups"]);
        return infer(convolved);
    }
};
inline constexpr conv_relu_t conv_relu;

} // namespace graft::backend
