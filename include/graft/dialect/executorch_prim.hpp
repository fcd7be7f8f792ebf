#pragma once

#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/symbolic.hpp>
#include <graft/dialect/op_list.hpp>

/// Operations on numbers that ExecuTorch's runtime has, for sizes that are computed.
namespace graft::executorch_prim {

struct add_scalar : described_op<add_scalar, op_tags::none, meta_sym_operation> {
    static constexpr schema_text text{"executorch_prim::add.Scalar(Scalar a, Scalar b) -> Scalar"};
};
inline constexpr scalar_overload<add_scalar> add{};

struct ceil_scalar : described_op<ceil_scalar, op_tags::none, meta_sym_operation> {
    static constexpr schema_text text{"executorch_prim::ceil.Scalar(Scalar a) -> Scalar"};
};
inline constexpr scalar_overload<ceil_scalar> ceil{};

struct eq_scalar : described_op<eq_scalar, op_tags::none, meta_sym_operation> {
    static constexpr schema_text text{"executorch_prim::eq.Scalar(Scalar a, Scalar b) -> bool"};
};
inline constexpr scalar_overload<eq_scalar> eq{};

struct floordiv_scalar : described_op<floordiv_scalar, op_tags::none, meta_sym_operation> {
    static constexpr schema_text text{"executorch_prim::floordiv.Scalar(Scalar a, Scalar b) -> Scalar"};
};
inline constexpr scalar_overload<floordiv_scalar> floordiv{};

struct ge_scalar : described_op<ge_scalar, op_tags::none, meta_sym_operation> {
    static constexpr schema_text text{"executorch_prim::ge.Scalar(Scalar a, Scalar b) -> bool"};
};
inline constexpr scalar_overload<ge_scalar> ge{};

struct gt_scalar : described_op<gt_scalar, op_tags::none, meta_sym_operation> {
    static constexpr schema_text text{"executorch_prim::gt.Scalar(Scalar a, Scalar b) -> bool"};
};
inline constexpr scalar_overload<gt_scalar> gt{};

struct le_scalar : described_op<le_scalar, op_tags::none, meta_sym_operation> {
    static constexpr schema_text text{"executorch_prim::le.Scalar(Scalar a, Scalar b) -> bool"};
};
inline constexpr scalar_overload<le_scalar> le{};

struct lt_scalar : described_op<lt_scalar, op_tags::none, meta_sym_operation> {
    static constexpr schema_text text{"executorch_prim::lt.Scalar(Scalar a, Scalar b) -> bool"};
};
inline constexpr scalar_overload<lt_scalar> lt{};

struct mod_scalar : described_op<mod_scalar, op_tags::none, meta_sym_operation> {
    static constexpr schema_text text{"executorch_prim::mod.Scalar(SymInt a, SymInt b) -> SymInt"};
};
inline constexpr scalar_overload<mod_scalar> mod{};

struct mul_scalar : described_op<mul_scalar, op_tags::none, meta_sym_operation> {
    static constexpr schema_text text{"executorch_prim::mul.Scalar(Scalar a, Scalar b) -> Scalar"};
};
inline constexpr scalar_overload<mul_scalar> mul{};

struct neg_scalar : described_op<neg_scalar, op_tags::none, meta_sym_operation> {
    static constexpr schema_text text{"executorch_prim::neg.Scalar(Scalar a) -> Scalar"};
};
inline constexpr scalar_overload<neg_scalar> neg{};

struct round_scalar : described_op<round_scalar, op_tags::none, meta_sym_operation> {
    static constexpr schema_text text{"executorch_prim::round.Scalar(Scalar a) -> Scalar"};
};
inline constexpr scalar_overload<round_scalar> round{};

struct sub_scalar : described_op<sub_scalar, op_tags::none, meta_sym_operation> {
    static constexpr schema_text text{"executorch_prim::sub.Scalar(Scalar a, Scalar b) -> Scalar"};
};
inline constexpr scalar_overload<sub_scalar> sub{};

struct sym_float_scalar : described_op<sym_float_scalar, op_tags::none, meta_sym_operation> {
    static constexpr schema_text text{"executorch_prim::sym_float.Scalar(Scalar a) -> Scalar"};
};
inline constexpr scalar_overload<sym_float_scalar> sym_float{};

struct sym_int_scalar : described_op<sym_int_scalar, op_tags::none, meta_sym_operation> {
    static constexpr schema_text text{"executorch_prim::sym_int.Scalar(Scalar a) -> Scalar"};
};
inline constexpr scalar_overload<sym_int_scalar> sym_int{};

struct sym_ite_scalar : described_op<sym_ite_scalar, op_tags::none, meta_sym_operation> {
    static constexpr schema_text text{"executorch_prim::sym_ite.Scalar(Scalar b, Scalar t, Scalar f) -> Scalar"};
};
inline constexpr scalar_overload<sym_ite_scalar> sym_ite{};

struct sym_max_scalar : described_op<sym_max_scalar, op_tags::none, meta_sym_operation> {
    static constexpr schema_text text{"executorch_prim::sym_max.Scalar(Scalar a, Scalar b) -> Scalar"};
};
inline constexpr scalar_overload<sym_max_scalar> sym_max{};

struct sym_min_scalar : described_op<sym_min_scalar, op_tags::none, meta_sym_operation> {
    static constexpr schema_text text{"executorch_prim::sym_min.Scalar(Scalar a, Scalar b) -> Scalar"};
};
inline constexpr scalar_overload<sym_min_scalar> sym_min{};

struct sym_not_scalar : described_op<sym_not_scalar, op_tags::none, meta_sym_operation> {
    static constexpr schema_text text{"executorch_prim::sym_not.Scalar(Scalar a) -> bool"};
};
inline constexpr scalar_overload<sym_not_scalar> sym_not{};

struct truediv_scalar : described_op<truediv_scalar, op_tags::none, meta_sym_operation> {
    static constexpr schema_text text{"executorch_prim::truediv.Scalar(Scalar a, Scalar b) -> Scalar"};
};
inline constexpr scalar_overload<truediv_scalar> truediv{};

struct trunc_scalar : described_op<trunc_scalar, op_tags::none, meta_sym_operation> {
    static constexpr schema_text text{"executorch_prim::trunc.Scalar(Scalar a) -> Scalar"};
};
inline constexpr scalar_overload<trunc_scalar> trunc{};

/// Every op of this header.
using executorch_prim_ops =
    op_list<add_scalar, ceil_scalar, eq_scalar, floordiv_scalar, ge_scalar, gt_scalar, le_scalar, lt_scalar, mod_scalar,
            mul_scalar, neg_scalar, round_scalar, sub_scalar, sym_float_scalar, sym_int_scalar, sym_ite_scalar,
            sym_max_scalar, sym_min_scalar, sym_not_scalar, truediv_scalar, trunc_scalar>;

} // namespace graft::executorch_prim
