#pragma once

#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/creation.hpp>
#include <graft/dialect/op_list.hpp>

/// New tensors.
namespace graft::aten {

struct arange_default : described_op<arange_default, op_tags::out_converts, meta_arange> {
    static constexpr schema_text text{
        "aten::arange(Scalar end, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? "
        "pin_memory=None) -> Tensor"};
};
struct arange_start : described_op<arange_start, op_tags::no_out, meta_arange> {
    static constexpr schema_text text{
        "aten::arange.start(Scalar start, Scalar end, *, ScalarType? dtype=None, Layout? layout=None, Device? "
        "device=None, bool? pin_memory=None) -> Tensor"};
};
struct arange_start_step : described_op<arange_start_step, op_tags::core | op_tags::out_converts, meta_arange> {
    static constexpr schema_text text{
        "aten::arange.start_step(Scalar start, Scalar end, Scalar step=1, *, ScalarType? dtype=None, Layout? "
        "layout=None, Device? device=None, bool? pin_memory=None) -> Tensor"};
    static constexpr out_names out{"start_out"};
};
inline constexpr struct arange_packet : packet<arange_packet> {
    arange_default default_;
    arange_start start;
    arange_start_step start_step;
} arange{};

struct empty_memory_format : described_op<empty_memory_format, op_tags::core, meta_empty> {
    static constexpr schema_text text{
        "aten::empty.memory_format(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? "
        "device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor"};
    static constexpr out_names out{"out"};
};
inline constexpr struct empty_packet : packet<empty_packet> {
    empty_memory_format memory_format;
} empty{};

struct empty_like_default : described_op<empty_like_default, op_tags::none, meta_like> {
    static constexpr schema_text text{
        "aten::empty_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? "
        "pin_memory=None, MemoryFormat? memory_format=None) -> Tensor"};
};
inline constexpr single_overload<empty_like_default> empty_like{};

struct eye_default : described_op<eye_default, op_tags::none, meta_eye> {
    static constexpr schema_text text{
        "aten::eye(SymInt n, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? "
        "pin_memory=None) -> Tensor"};
};
struct eye_m : composite_op<eye_m> {
    static constexpr schema_text text{
        "aten::eye.m(SymInt n, SymInt m, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? "
        "pin_memory=None) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        sym_int const &rows = k->integer("n"), &columns = k->integer("m");
        k.require(known_lt(rows, 0) != true && known_lt(columns, 0) != true, "'n' and 'm' must not be negative");
        auto const on = k(eq.Tensor, k(unsqueeze, k(arange, rows), 1), k(arange, columns));
        return k(to.dtype, on, k->dtype("dtype").value_or(dtype::f32));
    }
};
inline constexpr struct eye_packet : single_overload<eye_default> {
    eye_m m;
} eye{};

struct full_default : described_op<full_default, op_tags::core | op_tags::fills | op_tags::out_converts, meta_full> {
    static constexpr schema_text text{
        "aten::full(SymInt[] size, Scalar fill_value, *, ScalarType? dtype=None, Layout? layout=None, Device? "
        "device=None, bool? pin_memory=None) -> Tensor"};
};
inline constexpr single_overload<full_default> full{};

struct full_like_default
    : described_op<full_like_default, op_tags::core | op_tags::fills | op_tags::out_converts, meta_like> {
    static constexpr schema_text text{
        "aten::full_like(Tensor self, Scalar fill_value, *, ScalarType? dtype=None, Layout? layout=None, Device? "
        "device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor"};
};
inline constexpr single_overload<full_like_default> full_like{};

struct new_empty_default : described_op<new_empty_default, op_tags::none, meta_new> {
    static constexpr schema_text text{
        "aten::new_empty(Tensor self, SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? "
        "device=None, bool? pin_memory=None) -> Tensor"};
};
inline constexpr single_overload<new_empty_default> new_empty{};

struct new_full_default : described_op<new_full_default, op_tags::none, meta_new> {
    static constexpr schema_text text{
        "aten::new_full(Tensor self, SymInt[] size, Scalar fill_value, *, ScalarType? dtype=None, Layout? "
        "layout=None, Device? device=None, bool? pin_memory=None) -> Tensor"};
};
inline constexpr single_overload<new_full_default> new_full{};

struct new_ones_default : described_op<new_ones_default, op_tags::none, meta_new> {
    static constexpr schema_text text{
        "aten::new_ones(Tensor self, SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? "
        "device=None, bool? pin_memory=None) -> Tensor"};
};
inline constexpr single_overload<new_ones_default> new_ones{};

struct new_zeros_default : described_op<new_zeros_default, op_tags::none, meta_new> {
    static constexpr schema_text text{
        "aten::new_zeros(Tensor self, SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? "
        "device=None, bool? pin_memory=None) -> Tensor"};
};
inline constexpr single_overload<new_zeros_default> new_zeros{};

struct ones_default : described_op<ones_default, op_tags::ones | op_tags::out_converts, meta_zeros> {
    static constexpr schema_text text{
        "aten::ones(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? "
        "pin_memory=None) -> Tensor"};
};
inline constexpr single_overload<ones_default> ones{};

struct ones_like_default : described_op<ones_like_default, op_tags::ones, meta_like> {
    static constexpr schema_text text{
        "aten::ones_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? "
        "pin_memory=None, MemoryFormat? memory_format=None) -> Tensor"};
};
inline constexpr single_overload<ones_like_default> ones_like{};

struct scalar_tensor_default
    : described_op<scalar_tensor_default, op_tags::core | op_tags::fills | op_tags::out_converts, meta_scalar_tensor> {
    static constexpr schema_text text{
        "aten::scalar_tensor(Scalar s, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? "
        "pin_memory=None) -> Tensor"};
};
inline constexpr single_overload<scalar_tensor_default> scalar_tensor{};

struct zeros_default : described_op<zeros_default, op_tags::zeros | op_tags::out_converts, meta_zeros> {
    static constexpr schema_text text{
        "aten::zeros(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? "
        "pin_memory=None) -> Tensor"};
};
inline constexpr single_overload<zeros_default> zeros{};

struct zeros_like_default : described_op<zeros_like_default, op_tags::zeros, meta_like> {
    static constexpr schema_text text{
        "aten::zeros_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? "
        "pin_memory=None, MemoryFormat? memory_format=None) -> Tensor"};
};
inline constexpr single_overload<zeros_like_default> zeros_like{};

/// Every op of this header.
using creation_ops = join_ops<overloads_of<arange, empty, empty_like, full, full_like, new_empty, new_full, new_ones,
                                           new_zeros, ones, ones_like, scalar_tensor, zeros, zeros_like>,
                              op_list<eye_default, eye_m>>;

} // namespace graft::aten
