#pragma once

#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/convolution.hpp>
#include <graft/dialect/op_list.hpp>

/// Convolutions.
namespace graft::aten {

struct conv1d_default : described_op<conv1d_default, op_tags::no_out, meta_conv> {
    static constexpr schema_text text{
        "aten::conv1d(Tensor input, Tensor weight, Tensor? bias=None, SymInt[1] stride=[1], SymInt[1] padding=[0], "
        "SymInt[1] dilation=[1], SymInt groups=1) -> Tensor"};
};
inline constexpr single_overload<conv1d_default> conv1d{};

struct conv2d_default : described_op<conv2d_default, op_tags::no_out, meta_conv> {
    static constexpr int weight = 16;
    static constexpr schema_text text{
        "aten::conv2d(Tensor input, Tensor weight, Tensor? bias=None, SymInt[2] stride=[1, 1], SymInt[2] padding=[0, "
        "0], SymInt[2] dilation=[1, 1], SymInt groups=1) -> Tensor"};
};
inline constexpr single_overload<conv2d_default> conv2d{};

struct conv3d_default : described_op<conv3d_default, op_tags::no_out, meta_conv> {
    static constexpr schema_text text{
        "aten::conv3d(Tensor input, Tensor weight, Tensor? bias=None, SymInt[3] stride=[1, 1, 1], SymInt[3] "
        "padding=[0, 0, 0], SymInt[3] dilation=[1, 1, 1], SymInt groups=1) -> Tensor"};
};
inline constexpr single_overload<conv3d_default> conv3d{};

struct conv_transpose1d_default : described_op<conv_transpose1d_default, op_tags::no_out, meta_conv_transpose> {
    static constexpr schema_text text{
        "aten::conv_transpose1d(Tensor input, Tensor weight, Tensor? bias=None, SymInt[1] stride=[1], SymInt[1] "
        "padding=[0], SymInt[1] output_padding=[0], SymInt groups=1, SymInt[1] dilation=[1]) -> Tensor"};
};
inline constexpr single_overload<conv_transpose1d_default> conv_transpose1d{};

struct conv_transpose2d_input : described_op<conv_transpose2d_input, op_tags::no_out, meta_conv_transpose> {
    static constexpr schema_text text{
        "aten::conv_transpose2d.input(Tensor input, Tensor weight, Tensor? bias=None, SymInt[2] stride=[1, 1], "
        "SymInt[2] padding=[0, 0], SymInt[2] output_padding=[0, 0], SymInt groups=1, SymInt[2] dilation=[1, 1]) -> "
        "Tensor"};
};
inline constexpr struct conv_transpose2d_packet : packet<conv_transpose2d_packet> {
    conv_transpose2d_input input;
} conv_transpose2d{};

struct conv_transpose3d_input : described_op<conv_transpose3d_input, op_tags::no_out, meta_conv_transpose> {
    static constexpr schema_text text{
        "aten::conv_transpose3d.input(Tensor input, Tensor weight, Tensor? bias=None, SymInt[3] stride=[1, 1, 1], "
        "SymInt[3] padding=[0, 0, 0], SymInt[3] output_padding=[0, 0, 0], SymInt groups=1, SymInt[3] dilation=[1, 1, "
        "1]) -> Tensor"};
};
inline constexpr struct conv_transpose3d_packet : packet<conv_transpose3d_packet> {
    conv_transpose3d_input input;
} conv_transpose3d{};

struct convolution_default : described_op<convolution_default, op_tags::core, meta_convolution> {
    static constexpr int weight = 16;
    static constexpr schema_text text{
        "aten::convolution(Tensor input, Tensor weight, Tensor? bias, SymInt[] stride, SymInt[] padding, SymInt[] "
        "dilation, bool transposed, SymInt[] output_padding, SymInt groups) -> Tensor"};
};
inline constexpr single_overload<convolution_default> convolution{};

/// Every op of this header.
using convolution_ops =
    op_list<conv1d_default, conv2d_default, conv3d_default, conv_transpose1d_default, conv_transpose2d_input,
            conv_transpose3d_input, convolution_default>;

} // namespace graft::aten
