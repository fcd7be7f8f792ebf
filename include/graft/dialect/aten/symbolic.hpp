#pragma once

#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/symbolic.hpp>
#include <graft/dialect/op_list.hpp>

/// Sizes, numbers read from tensors, and assertions.
namespace graft::aten {

/// No side effect, for FX: what it asserts is not checked once dead code is gone.
struct _assert_async_default : described_op<_assert_async_default, op_tags::assertion, meta_nothing> {
    static constexpr schema_text text{"aten::_assert_async(Tensor self) -> ()"};
};
struct _assert_async_msg
    : described_op<_assert_async_msg, op_tags::side_effect | op_tags::edge | op_tags::assertion, meta_nothing> {
    static constexpr schema_text text{"aten::_assert_async.msg(Tensor self, str assert_msg) -> ()"};
};
inline constexpr struct _assert_async_packet : packet<_assert_async_packet> {
    _assert_async_default default_;
    _assert_async_msg msg;
} _assert_async{};

struct _assert_scalar_default
    : described_op<_assert_scalar_default, op_tags::side_effect | op_tags::edge | op_tags::assertion, meta_nothing> {
    static constexpr schema_text text{"aten::_assert_scalar(Scalar self, str assert_msg) -> ()"};
};
inline constexpr single_overload<_assert_scalar_default> _assert_scalar{};

struct _assert_tensor_metadata_default
    : described_op<_assert_tensor_metadata_default, op_tags::side_effect | op_tags::assertion | op_tags::statement,
                   meta_nothing> {
    static constexpr schema_text text{
        "aten::_assert_tensor_metadata(Tensor a, SymInt[]? size=None, SymInt[]? stride=None, ScalarType? dtype=None, "
        "*, Device? device=None, Layout? layout=None) -> ()"};
};
inline constexpr single_overload<_assert_tensor_metadata_default> _assert_tensor_metadata{};

struct _functional_assert_async_msg
    : described_op<_functional_assert_async_msg, op_tags::no_out | op_tags::assertion, meta_dep_token> {
    static constexpr schema_text text{
        "aten::_functional_assert_async.msg(Tensor self, str assert_msg, Tensor dep_token) -> Tensor"};
};
inline constexpr struct _functional_assert_async_packet : packet<_functional_assert_async_packet> {
    _functional_assert_async_msg msg;
} _functional_assert_async{};

struct _functional_assert_scalar_default
    : described_op<_functional_assert_scalar_default, op_tags::no_out | op_tags::assertion, meta_dep_token> {
    static constexpr schema_text text{
        "aten::_functional_assert_scalar(Scalar self, str assert_msg, Tensor dep_token) -> Tensor"};
};
inline constexpr single_overload<_functional_assert_scalar_default> _functional_assert_scalar{};

struct _local_scalar_dense_default : described_op<_local_scalar_dense_default, op_tags::core> {
    static constexpr schema_text text{"aten::_local_scalar_dense(Tensor self) -> Scalar"};
    static constexpr number_reading reads = number_reading::element;
};
inline constexpr single_overload<_local_scalar_dense_default> _local_scalar_dense{};

struct _print_default : described_op<_print_default, op_tags::side_effect | op_tags::assertion, meta_nothing> {
    static constexpr schema_text text{"aten::_print(str s) -> ()"};
};
inline constexpr single_overload<_print_default> _print{};

struct allclose_default : described_op<allclose_default, op_tags::none> {
    static constexpr schema_text text{
        "aten::allclose(Tensor self, Tensor other, float rtol=1.0000000000000001e-05, float atol=1e-08, bool "
        "equal_nan=False) -> bool"};
};
inline constexpr single_overload<allclose_default> allclose{};

struct item_default : described_op<item_default, op_tags::none> {
    static constexpr schema_text text{"aten::item(Tensor self) -> Scalar"};
    static constexpr number_reading reads = number_reading::element;
};
inline constexpr single_overload<item_default> item{};

struct is_nonzero_default : described_op<is_nonzero_default, op_tags::none> {
    static constexpr schema_text text{"aten::is_nonzero(Tensor self) -> bool"};
};
inline constexpr single_overload<is_nonzero_default> is_nonzero{};

struct sym_constrain_range_default
    : described_op<sym_constrain_range_default,
                   op_tags::side_effect | op_tags::edge | op_tags::assertion | op_tags::statement, meta_nothing> {
    static constexpr schema_text text{"aten::sym_constrain_range(Scalar size, *, int? min=None, int? max=None) -> ()"};
};
inline constexpr single_overload<sym_constrain_range_default> sym_constrain_range{};

struct sym_constrain_range_for_size_default
    : described_op<sym_constrain_range_for_size_default,
                   op_tags::side_effect | op_tags::edge | op_tags::assertion | op_tags::statement, meta_nothing> {
    static constexpr schema_text text{
        "aten::sym_constrain_range_for_size(Scalar size, *, int? min=None, int? max=None) -> ()"};
};
inline constexpr single_overload<sym_constrain_range_for_size_default> sym_constrain_range_for_size{};

struct sym_numel_default : described_op<sym_numel_default, op_tags::core, meta_sym_numel> {
    static constexpr schema_text text{"aten::sym_numel(Tensor self) -> SymInt"};
    static constexpr number_reading reads = number_reading::numel;
};
inline constexpr single_overload<sym_numel_default> sym_numel{};

struct sym_size_int : described_op<sym_size_int, op_tags::core, meta_sym_size> {
    static constexpr schema_text text{"aten::sym_size.int(Tensor self, int dim) -> SymInt"};
    static constexpr number_reading reads = number_reading::size;
};
inline constexpr int_overload<sym_size_int> sym_size{};

struct sym_storage_offset_default : described_op<sym_storage_offset_default, op_tags::core, meta_sym_storage_offset> {
    static constexpr schema_text text{"aten::sym_storage_offset(Tensor self) -> SymInt"};
    static constexpr number_reading reads = number_reading::storage_offset;
};
inline constexpr single_overload<sym_storage_offset_default> sym_storage_offset{};

struct sym_stride_int : described_op<sym_stride_int, op_tags::core, meta_sym_stride> {
    static constexpr schema_text text{"aten::sym_stride.int(Tensor self, int dim) -> SymInt"};
    static constexpr number_reading reads = number_reading::stride;
};
inline constexpr int_overload<sym_stride_int> sym_stride{};

/// Every op of this header.
using symbolic_ops = overloads_of<_assert_async, _assert_scalar, _assert_tensor_metadata, _functional_assert_async,
                                  _functional_assert_scalar, _local_scalar_dense, _print, allclose, item, is_nonzero,
                                  sym_constrain_range, sym_constrain_range_for_size, sym_numel, sym_size,
                                  sym_storage_offset, sym_stride>;

} // namespace graft::aten
