#pragma once

#include <array>
#include <string_view>

namespace graft {

/// Ops of the Edge dialect that have one dtype constraint, in the form that `parse_constraint` reads.
struct edge_group {
    /// The names, each followed by a space but the last.
    std::string_view ops;
    std::string_view constraint; ///< the text of the constraint
};

/// The ops of the Edge dialect that this library does not describe, so that none of them can say it by its tags.
inline constexpr std::array<std::string_view, 4> edge_ops_without_description{
    "aten::atan2.out", "aten::dequantize.self", "aten::mkldnn_rnn_layer", "aten::quantize_per_tensor"};

/// The dtype constraints of ExecuTorch 1.5.1's edge.yaml, with equal relations written with fewer rows.
inline constexpr std::array<edge_group, 64> edge_groups{{
    {"aten::_log_softmax aten::_softmax aten::gelu aten::glu aten::var.dim", "T0=FLOATHBF16; self=T0 __ret_0=T0"},
    {"aten::_to_copy", "T0=REALHBBF16,UInt16 T1=REALHBBF16,UInt16; self=T0 dtype=T1 __ret_0=T1"},
    {"aten::abs aten::neg aten::relu", "T0=REALHBF16; self=T0 __ret_0=T0"},
    {"aten::acos aten::acosh aten::asin aten::asinh aten::atan aten::atanh aten::cos aten::cosh aten::erf aten::exp "
     "aten::log aten::logit aten::reciprocal aten::rsqrt aten::sigmoid aten::sin aten::sinh aten::sqrt aten::tan "
     "aten::tanh",
     "T0=Bool,INT,UInt16,Float T1=Float T2=FLOATHBF16; self=T0 __ret_0=T1; self=T2 __ret_0=T2"},
    {"aten::add.Scalar",
     "T0=FLOATHBF16 T1=Bool,Int,Float T2=Int,Float T3=Bool,INT,UInt16,Float T4=Float T5=REALHBF16 T6=Bool,Int T7=Int "
     "T8=Bool T9=Bool,Long T10=Long; self=T0 other=T1 alpha=T2 __ret_0=T0; self=T3 other=T4 alpha=T2 __ret_0=T4; "
     "self=T5 other=T6 alpha=T7 __ret_0=T5; self=T8 other=T8 alpha=T6 __ret_0=T8; "
     "self=T9 other=T7 alpha=T7 __ret_0=T10"},
    {"aten::add.Tensor",
     "T0=FLOATHBF16 T1=Bool,INT,UInt16,Half,BFloat16 T2=Int,Float T3=Bool,Byte,Char,Short T4=Short,Int,Long,FLOATHBF16 "
     "T5=Int T6=REALHBBF16 T7=Float,Double T8=Bool,INT,UInt16,Half,BFloat16,Float T9=REALHBBF16,UInt16 T10=Double "
     "T11=Bool T12=Bool,Int,Float T13=Int,Long,FLOATHBF16 T14=Byte,Short T15=Char,Short T16=Short; "
     "self=T0 other=T1 alpha=T2 __ret_0=T0; self=T1 other=T0 alpha=T2 __ret_0=T0; "
     "self=T3 other=T4 alpha=T5 __ret_0=T4; self=T4 other=T3 alpha=T5 __ret_0=T4; "
     "self=T6 other=T6 alpha=T5 __ret_0=T6; self=T7 other=T8 alpha=T2 __ret_0=T7; "
     "self=T9 other=T10 alpha=T2 __ret_0=T10; self=T6 other=T11 alpha=T5 __ret_0=T6; "
     "self=T11 other=T6 alpha=T5 __ret_0=T6; self=T12 other=T12 alpha=T12 __ret_0=T12; "
     "self=T13 other=T5 alpha=T5 __ret_0=T13; self=T5 other=T13 alpha=T5 __ret_0=T13; "
     "self=T14 other=T15 alpha=T5 __ret_0=T16; self=T15 other=T14 alpha=T5 __ret_0=T16"},
    {"aten::addmm",
     "T0=REALHBF16 T1=Bool,Int,Float T2=Bool,Int,Float; self=T0 mat1=T0 mat2=T0 beta=T1 alpha=T2 __ret_0=T0"},
    {"aten::alias_copy aten::as_strided_copy aten::clone aten::detach_copy aten::lift_fresh_copy aten::repeat "
     "aten::select_copy.int aten::split_copy.Tensor aten::split_with_sizes_copy aten::t_copy aten::transpose_copy.int "
     "aten::unbind_copy.int aten::view_copy",
     "T0=REALHBBF16,UInt16; self=T0 __ret_0=T0"},
    {"aten::amax aten::amin aten::pixel_shuffle aten::sign aten::tril", "T0=REALHBBF16; self=T0 __ret_0=T0"},
    {"aten::any",
     "T0=Bool,Char,Short,Int,Long,UInt16,FLOATHBF16 T1=Bool T2=Bool,Byte; self=T0 __ret_0=T1; self=T2 __ret_0=T2"},
    {"aten::arange", "T0=Bool,Int,Float T1=REALHBF16; end=T0 dtype=T1 __ret_0=T1"},
    {"aten::arange.start_step",
     "T0=Bool,Int,Float T1=Bool,Int,Float T2=Bool,Int,Float T3=REALHBF16; start=T0 end=T1 step=T2 dtype=T3 __ret_0=T3"},
    {"aten::argmax aten::argmin", "T0=REALHBF16 T1=Long; self=T0 __ret_0=T1"},
    {"aten::avg_pool2d", "T0=Long,FLOATHBF16; self=T0 __ret_0=T0"},
    {"aten::bitwise_and.Scalar aten::bitwise_or.Scalar aten::bitwise_xor.Scalar",
     "T0=INT,UInt16 T1=Bool,Int T2=Bool,Long T3=Int T4=Long; self=T0 other=T1 __ret_0=T0; self=T1 other=T1 __ret_0=T1; "
     "self=T2 other=T3 __ret_0=T4"},
    {"aten::bitwise_and.Tensor aten::bitwise_or.Tensor aten::bitwise_xor.Tensor",
     "T0=Bool,INT,UInt16 T1=Bool,INT T2=Bool T3=Bool,Byte,Char,Short,Int T4=Int,Long T5=Byte,Short T6=Char,Short "
     "T7=Short; self=T0 other=T0 __ret_0=T0; self=T1 other=T2 __ret_0=T1; self=T2 other=T1 __ret_0=T1; "
     "self=T3 other=T4 __ret_0=T4; self=T4 other=T3 __ret_0=T4; self=T5 other=T6 __ret_0=T7; "
     "self=T6 other=T5 __ret_0=T7"},
    {"aten::bitwise_not", "T0=Bool,INT; self=T0 __ret_0=T0"},
    {"aten::bmm aten::mm", "T0=REALHBF16; self=T0 mat2=T0 __ret_0=T0"},
    {"aten::cat aten::stack", "T0=REALHBBF16,UInt16; tensors=T0 __ret_0=T0"},
    {"aten::ceil aten::floor aten::round", "T0=REALHBF16,UInt16; self=T0 __ret_0=T0"},
    {"aten::clamp",
     "T0=REALHBF16 T1=Bool,Int T2=Bool,Int T3=Bool,INT,UInt16,Float T4=Bool,Int,Float T5=Float T6=FLOATHBF16 "
     "T7=Bool,Int,Float T8=Bool,Long T9=Int T10=Long T11=Bool; self=T0 min=T1 max=T2 __ret_0=T0; "
     "self=T3 min=T4 max=T5 __ret_0=T5; self=T6 min=T4 max=T7 __ret_0=T6; self=T3 min=T5 max=T4 __ret_0=T5; "
     "self=T8 min=T1 max=T9 __ret_0=T10; self=T11 min=T9 max=T11 __ret_0=T10"},
    {"aten::constant_pad_nd aten::fill.Scalar", "T0=REALHBBF16,UInt16 T1=Bool,Int,Float; self=T0 value=T1 __ret_0=T0"},
    {"aten::convolution", "T0=REALHBF16 T1=REALHBBF16,UInt16; input=T0 weight=T0 bias=T1 __ret_0=T0"},
    {"aten::copy aten::select_scatter aten::slice_scatter",
     "T0=REALHBBF16,UInt16 T1=REALHBBF16,UInt16; self=T0 src=T1 __ret_0=T0"},
    {"aten::cumsum", "T0=REALHBBF16,UInt16 T1=REALHBF16; self=T0 dtype=T1 __ret_0=T1"},
    {"aten::div.Scalar",
     "T0=Bool,INT,UInt16,Float T1=Bool,Int,Float T2=Float T3=FLOATHBF16; self=T0 other=T1 __ret_0=T2; "
     "self=T3 other=T1 __ret_0=T3"},
    {"aten::div.Tensor",
     "T0=Bool,INT,Float T1=Bool,INT,Float T2=Float T3=FLOATHBF16 T4=Bool,INT,UInt16,Half,BFloat16 T5=Double "
     "T6=REALHBBF16,UInt16 T7=Bool,INT,UInt16,Float T8=Bool,INT,UInt16,Half,BFloat16,Float T9=Float,Double; "
     "self=T0 other=T1 __ret_0=T2; self=T3 other=T4 __ret_0=T3; self=T4 other=T3 __ret_0=T3; "
     "self=T5 other=T6 __ret_0=T5; self=T7 other=T7 __ret_0=T2; self=T8 other=T9 __ret_0=T9"},
    {"aten::div.Tensor_mode aten::floor_divide aten::fmod.Tensor aten::remainder.Tensor",
     "T0=FLOATHBF16 T1=Bool,INT,UInt16,Half,BFloat16 T2=REALHBF16 T3=Bool,INT,UInt16,Half,BFloat16,Float "
     "T4=Float,Double T5=Bool,Byte,Char,Short,Int T6=Int,Long,FLOATHBF16 T7=Bool,Char "
     "T8=Char,Short,Int,Long,FLOATHBF16 T9=Bool,Byte T10=Byte,Short,Int,Long,FLOATHBF16 T11=Byte,Short T12=Char,Short "
     "T13=Short; self=T0 other=T1 __ret_0=T0; self=T1 other=T0 __ret_0=T0; self=T2 other=T2 __ret_0=T2; "
     "self=T3 other=T4 __ret_0=T4; self=T5 other=T6 __ret_0=T6; self=T7 other=T8 __ret_0=T8; "
     "self=T9 other=T10 __ret_0=T10; self=T4 other=T3 __ret_0=T4; self=T6 other=T5 __ret_0=T6; "
     "self=T8 other=T7 __ret_0=T8; self=T10 other=T9 __ret_0=T10; self=T11 other=T12 __ret_0=T13; "
     "self=T12 other=T11 __ret_0=T13"},
    {"aten::elu", "T0=FLOATHBF16 T1=Bool,Int,Float T2=Bool,Int,Float T3=Bool,Int,Float; "
                  "self=T0 alpha=T1 scale=T2 input_scale=T3 __ret_0=T0"},
    {"aten::embedding", "T0=REALHBBF16,UInt16 T1=Int,Long; weight=T0 indices=T1 __ret_0=T0"},
    {"aten::empty.memory_format aten::ones aten::zeros", "T0=REALHBBF16,UInt16; dtype=T0 __ret_0=T0"},
    {"aten::eq.Scalar aten::ne.Scalar", "T0=REALHBBF16,UInt16 T1=Bool,Int,Float T2=Bool; self=T0 other=T1 __ret_0=T2"},
    {"aten::expand_copy aten::permute_copy aten::slice_copy.Tensor aten::squeeze_copy.dim aten::squeeze_copy.dims "
     "aten::unsqueeze_copy",
     "T0=REALHBBF16,UInt16,ComplexFloat,ComplexDouble; self=T0 __ret_0=T0"},
    {"aten::fill.Tensor", "T0=REALHBBF16,UInt16 T1=REALHBBF16,UInt16; self=T0 value=T1 __ret_0=T0"},
    {"aten::fmod.Scalar aten::remainder.Scalar",
     "T0=REALHBF16 T1=Bool,Int T2=Bool,INT,UInt16,Float T3=Float T4=FLOATHBF16 T5=Bool,Int,Float T6=Bool,Long T7=Int "
     "T8=Long; self=T0 other=T1 __ret_0=T0; self=T2 other=T3 __ret_0=T3; self=T4 other=T5 __ret_0=T4; "
     "self=T6 other=T7 __ret_0=T8"},
    {"aten::full", "T0=Bool,Int,Float T1=REALHBBF16,UInt16; fill_value=T0 dtype=T1 __ret_0=T1"},
    {"aten::full_like",
     "T0=REALHBBF16,UInt16 T1=Bool,Int,Float T2=REALHBBF16,UInt16; self=T0 fill_value=T1 dtype=T2 __ret_0=T2"},
    {"aten::ge.Scalar aten::gt.Scalar aten::le.Scalar aten::lt.Scalar",
     "T0=REALHBBF16 T1=Bool,Int,Float T2=Bool T3=REALHBBF16,UInt16 T4=Float; self=T0 other=T1 __ret_0=T2; "
     "self=T3 other=T4 __ret_0=T2"},
    {"aten::ge.Tensor aten::gt.Tensor aten::le.Tensor aten::logical_and aten::logical_or aten::logical_xor "
     "aten::lt.Tensor",
     "T0=REALHBBF16 T1=REALHBBF16 T2=Bool T3=REALHBBF16,UInt16 T4=FLOATHBF16; self=T0 other=T1 __ret_0=T2; "
     "self=T3 other=T4 __ret_0=T2; self=T4 other=T3 __ret_0=T2"},
    {"aten::hardtanh", "T0=REALHBF16 T1=Bool,Int,Float T2=Bool,Int,Float; self=T0 min_val=T1 max_val=T2 __ret_0=T0"},
    {"aten::index.Tensor", "T0=REALHBBF16 T1=Bool,Byte,Int,Long; self=T0 indices=T1 __ret_0=T0"},
    {"aten::index_put", "T0=REALHBBF16 T1=Bool,Byte,Int,Long; self=T0 indices=T1 values=T0 __ret_0=T0"},
    {"aten::index_select", "T0=REALHBBF16,UInt16 T1=Int,Long; self=T0 index=T1 __ret_0=T0"},
    {"aten::isinf aten::isnan", "T0=REALHBBF16,UInt16 T1=Bool; self=T0 __ret_0=T1"},
    {"aten::leaky_relu", "T0=FLOATHBF16 T1=Bool,Int,Float; self=T0 negative_slope=T1 __ret_0=T0"},
    {"aten::logical_not", "T0=REALHBBF16 T1=Bool; self=T0 __ret_0=T1"},
    {"aten::masked_fill.Scalar", "T0=REALHBBF16 T1=Bool T2=Bool,Int,Float; self=T0 mask=T1 value=T2 __ret_0=T0"},
    {"aten::max.dim aten::min.dim", "T0=REALHBBF16 T1=Long; self=T0 values=T0 indices=T1"},
    {"aten::max_pool2d_with_indices", "T0=REALHBF16 T1=Long; self=T0 __ret_0=T0 __ret_1=T1"},
    {"aten::mean.dim", "T0=REALHBBF16,UInt16 T1=FLOATHBF16; self=T0 dtype=T1 __ret_0=T1"},
    {"aten::minimum",
     "T0=FLOATHBF16 T1=Bool,INT,UInt16,Half,BFloat16 T2=REALHBBF16 T3=Bool T4=Bool,INT,UInt16,Half,BFloat16,Float "
     "T5=Float,Double T6=Bool,Byte,Char,Short,Int T7=Int,Long,FLOATHBF16 T8=Byte,Short T9=Char,Short T10=Short; "
     "self=T0 other=T1 __ret_0=T0; self=T1 other=T0 __ret_0=T0; self=T2 other=T2 __ret_0=T2; "
     "self=T2 other=T3 __ret_0=T2; self=T3 other=T2 __ret_0=T2; self=T4 other=T5 __ret_0=T5; "
     "self=T6 other=T7 __ret_0=T7; self=T5 other=T4 __ret_0=T5; self=T7 other=T6 __ret_0=T7; "
     "self=T8 other=T9 __ret_0=T10; self=T9 other=T8 __ret_0=T10"},
    {"aten::mul.Scalar",
     "T0=REALHBF16,UInt16 T1=Bool,Int T2=Bool,INT,UInt16,Float T3=Float T4=FLOATHBF16 T5=Bool,Int,Float T6=Bool,Long "
     "T7=Int T8=Long; self=T0 other=T1 __ret_0=T0; self=T2 other=T3 __ret_0=T3; self=T4 other=T5 __ret_0=T4; "
     "self=T5 other=T5 __ret_0=T5; self=T6 other=T7 __ret_0=T8"},
    {"aten::mul.Tensor",
     "T0=FLOATHBF16 T1=Bool,INT,UInt16,Half,BFloat16 T2=REALHBBF16,UInt16 T3=REALHBBF16 T4=Bool "
     "T5=Bool,INT,UInt16,Half,BFloat16,Float T6=Float,Double T7=Bool,Byte,Char,Short,Int T8=Int,Long,FLOATHBF16 "
     "T9=Byte,Short T10=Char,Short T11=Short; self=T0 other=T1 __ret_0=T0; self=T1 other=T0 __ret_0=T0; "
     "self=T2 other=T2 __ret_0=T2; self=T3 other=T4 __ret_0=T3; self=T4 other=T3 __ret_0=T3; "
     "self=T5 other=T6 __ret_0=T6; self=T7 other=T8 __ret_0=T8; self=T6 other=T5 __ret_0=T6; "
     "self=T8 other=T7 __ret_0=T8; self=T9 other=T10 __ret_0=T11; self=T10 other=T9 __ret_0=T11"},
    {"aten::native_layer_norm", "T0=FLOATHBF16; input=T0 weight=T0 bias=T0 __ret_0=T0 __ret_1=T0 __ret_2=T0"},
    {"aten::ne.Tensor",
     "T0=REALHBBF16 T1=REALHBBF16 T2=Bool T3=UInt16,FLOATHBF16 T4=UInt16,FLOATHBF16; self=T0 other=T1 __ret_0=T2; "
     "self=T3 other=T4 __ret_0=T2"},
    {"aten::nonzero", "T0=REALHBBF16 T1=Long; self=T0 __ret_0=T1"},
    {"aten::pow.Tensor_Scalar",
     "T0=REALHBF16 T1=Bool,Int T2=Bool,INT,UInt16,Float T3=Float T4=FLOATHBF16 T5=Bool,Int,Float T6=REALHBBF16,UInt16 "
     "T7=Bool T8=Bool,Long T9=Int T10=Long; self=T0 exponent=T1 __ret_0=T0; self=T2 exponent=T3 __ret_0=T3; "
     "self=T4 exponent=T5 __ret_0=T4; self=T6 exponent=T7 __ret_0=T6; self=T8 exponent=T9 __ret_0=T10"},
    {"aten::pow.Tensor_Tensor",
     "T0=FLOATHBF16 T1=Bool,INT,UInt16,Half,BFloat16 T2=REALHBF16 T3=Bool,INT,UInt16,Half,BFloat16,Float "
     "T4=Float,Double T5=Bool,Byte,Char,Short,Int T6=Int,Long,FLOATHBF16 T7=Bool,Char "
     "T8=Char,Short,Int,Long,FLOATHBF16 T9=Bool,Byte T10=Byte,Short,Int,Long,FLOATHBF16 T11=Byte,Short T12=Char,Short "
     "T13=Short; self=T0 exponent=T1 __ret_0=T0; self=T1 exponent=T0 __ret_0=T0; self=T2 exponent=T2 __ret_0=T2; "
     "self=T3 exponent=T4 __ret_0=T4; self=T5 exponent=T6 __ret_0=T6; self=T7 exponent=T8 __ret_0=T8; "
     "self=T9 exponent=T10 __ret_0=T10; self=T4 exponent=T3 __ret_0=T4; self=T6 exponent=T5 __ret_0=T6; "
     "self=T8 exponent=T7 __ret_0=T8; self=T10 exponent=T9 __ret_0=T10; self=T11 exponent=T12 __ret_0=T13; "
     "self=T12 exponent=T11 __ret_0=T13"},
    {"aten::rsub.Scalar aten::sub.Scalar",
     "T0=FLOATHBF16 T1=Int,Float T2=Int,Float T3=INT,UInt16,Float T4=Float T5=REALHBF16 T6=Int; "
     "self=T0 other=T1 alpha=T2 __ret_0=T0; self=T3 other=T4 alpha=T1 __ret_0=T4; "
     "self=T5 other=T6 alpha=T6 __ret_0=T5"},
    {"aten::scalar_tensor", "T0=Bool,Int,Float T1=REALHBBF16,UInt16; s=T0 dtype=T1 __ret_0=T1"},
    {"aten::scatter_add", "T0=REALHBBF16 T1=Long; self=T0 index=T1 src=T0 __ret_0=T0"},
    {"aten::sub.Tensor",
     "T0=FLOATHBF16 T1=INT,UInt16,Half,BFloat16 T2=Int,Float T3=Short,Int,Long,FLOATHBF16 T4=Byte,Char,Short T5=Int "
     "T6=REALHBF16 T7=Float,Double T8=INT,UInt16,Half,BFloat16,Float T9=REALHBF16,UInt16 T10=Double "
     "T11=Int,Long,FLOATHBF16 T12=Byte,Short T13=Char,Short T14=Short; self=T0 other=T1 alpha=T2 __ret_0=T0; "
     "self=T1 other=T0 alpha=T2 __ret_0=T0; self=T3 other=T4 alpha=T5 __ret_0=T3; "
     "self=T4 other=T3 alpha=T5 __ret_0=T3; self=T6 other=T6 alpha=T5 __ret_0=T6; "
     "self=T7 other=T8 alpha=T2 __ret_0=T7; self=T9 other=T10 alpha=T2 __ret_0=T10; "
     "self=T11 other=T5 alpha=T5 __ret_0=T11; self=T5 other=T11 alpha=T5 __ret_0=T11; "
     "self=T12 other=T13 alpha=T5 __ret_0=T14; self=T13 other=T12 alpha=T5 __ret_0=T14"},
    {"aten::sum.dim_IntList", "T0=REALHBBF16,UInt16 T1=REALHBBF16; self=T0 dtype=T1 __ret_0=T1"},
    {"aten::where.self",
     "T0=Bool,Byte T1=FLOATHBF16 T2=Bool,INT,UInt16,Half,BFloat16 T3=REALHBBF16 T4=Bool "
     "T5=Bool,INT,UInt16,Half,BFloat16,Float T6=Float,Double T7=Bool,Byte,Char,Short,Int T8=Int,Long,FLOATHBF16 "
     "T9=Byte,Short T10=Char,Short T11=Short; condition=T0 self=T1 other=T2 __ret_0=T1; "
     "condition=T0 self=T2 other=T1 __ret_0=T1; condition=T0 self=T3 other=T3 __ret_0=T3; "
     "condition=T0 self=T3 other=T4 __ret_0=T3; condition=T0 self=T4 other=T3 __ret_0=T3; "
     "condition=T0 self=T5 other=T6 __ret_0=T6; condition=T0 self=T7 other=T8 __ret_0=T8; "
     "condition=T0 self=T6 other=T5 __ret_0=T6; condition=T0 self=T8 other=T7 __ret_0=T8; "
     "condition=T0 self=T9 other=T10 __ret_0=T11; condition=T0 self=T10 other=T9 __ret_0=T11"},
}};

} // namespace graft
