#pragma once

#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/normalization.hpp>
#include <graft/dialect/op_list.hpp>

/// Normalisation and softmax.
namespace graft::aten {

struct _log_softmax_default : described_op<_log_softmax_default, op_tags::core, meta_softmax_kernel> {
    static constexpr int weight = 3;
    static constexpr schema_text text{"aten::_log_softmax(Tensor self, int dim, bool half_to_float) -> Tensor"};
};
inline constexpr single_overload<_log_softmax_default> _log_softmax{};

struct _native_batch_norm_legit_no_training_default
    : described_op<_native_batch_norm_legit_no_training_default, op_tags::core, meta_batch_norm_no_training> {
    static constexpr schema_text text{
        "aten::_native_batch_norm_legit_no_training(Tensor input, Tensor? weight, Tensor? bias, Tensor running_mean, "
        "Tensor running_var, float momentum, float eps) -> (Tensor, Tensor, Tensor)"};
};
inline constexpr single_overload<_native_batch_norm_legit_no_training_default> _native_batch_norm_legit_no_training{};

struct _softmax_default : described_op<_softmax_default, op_tags::core, meta_softmax_kernel> {
    static constexpr schema_text text{"aten::_softmax(Tensor self, int dim, bool half_to_float) -> Tensor"};
};
inline constexpr single_overload<_softmax_default> _softmax{};

struct batch_norm_default : described_op<batch_norm_default, op_tags::no_out, meta_batch_norm> {
    static constexpr schema_text text{
        "aten::batch_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, "
        "bool training, float momentum, float eps, bool cudnn_enabled) -> Tensor"};
};
inline constexpr single_overload<batch_norm_default> batch_norm{};

struct group_norm_default : described_op<group_norm_default, op_tags::no_out, meta_group_norm> {
    static constexpr schema_text text{
        "aten::group_norm(Tensor input, int num_groups, Tensor? weight=None, Tensor? bias=None, float "
        "eps=1.0000000000000001e-05, bool cudnn_enabled=True) -> Tensor"};
};
inline constexpr single_overload<group_norm_default> group_norm{};

struct layer_norm_default : described_op<layer_norm_default, op_tags::no_out, meta_layer_norm> {
    static constexpr int weight = 5;
    static constexpr schema_text text{
        "aten::layer_norm(Tensor input, SymInt[] normalized_shape, Tensor? weight=None, Tensor? bias=None, float "
        "eps=1.0000000000000001e-05, bool cudnn_enable=True) -> Tensor"};
};
inline constexpr single_overload<layer_norm_default> layer_norm{};

struct log_softmax_int : described_op<log_softmax_int, op_tags::none, meta_softmax> {
    static constexpr int weight = 3;
    static constexpr schema_text text{"aten::log_softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor"};
};
inline constexpr int_overload<log_softmax_int> log_softmax{};

struct native_group_norm_default : described_op<native_group_norm_default, op_tags::core, meta_native_group_norm> {
    static constexpr schema_text text{
        "aten::native_group_norm(Tensor input, Tensor? weight, Tensor? bias, SymInt N, SymInt C, SymInt HxW, int "
        "group, float eps) -> (Tensor, Tensor, Tensor)"};
};
inline constexpr single_overload<native_group_norm_default> native_group_norm{};

struct native_layer_norm_default : described_op<native_layer_norm_default, op_tags::core, meta_native_layer_norm> {
    static constexpr int weight = 5;
    static constexpr schema_text text{
        "aten::native_layer_norm(Tensor input, SymInt[] normalized_shape, Tensor? weight, Tensor? bias, float eps) "
        "-> (Tensor, Tensor, Tensor)"};
};
inline constexpr single_overload<native_layer_norm_default> native_layer_norm{};

struct rms_norm_default : described_op<rms_norm_default, op_tags::no_out, meta_rms_norm> {
    static constexpr int weight = 5;
    static constexpr schema_text text{
        "aten::rms_norm(Tensor input, SymInt[] normalized_shape, Tensor? weight=None, float? eps=None) -> Tensor"};
};
inline constexpr single_overload<rms_norm_default> rms_norm{};

struct softmax_int : described_op<softmax_int, op_tags::none, meta_softmax> {
    static constexpr schema_text text{"aten::softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor"};
};
inline constexpr int_overload<softmax_int> softmax{};

/// Every op of this header.
using normalization_ops =
    overloads_of<_log_softmax, _native_batch_norm_legit_no_training, _softmax, batch_norm, group_norm, layer_norm,
                 log_softmax, native_group_norm, native_layer_norm, rms_norm, softmax>;

} // namespace graft::aten
