#pragma once

#include <graft/config.hpp>
#include <graft/dialect/derived_op.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/symbolic.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/meta/fixed_string.hpp>

/// Operations on numbers that ExecuTorch's runtime has, for sizes that are computed.
namespace graft::executorch_prim {

/// The op of a schema: it computes a number of numbers.
template <fixed_string Schema>
struct number_op : described_op<number_op<Schema>, op_tags::none, meta_sym_operation> {
    static constexpr schema_text text{Schema.view()}; ///< the schema
};

/// The op of that name.
/// @{
inline constexpr scalar_overload<number_op<"executorch_prim::add.Scalar(Scalar a, Scalar b) -> Scalar">> add{};
inline constexpr scalar_overload<number_op<"executorch_prim::ceil.Scalar(Scalar a) -> Scalar">> ceil{};
inline constexpr scalar_overload<number_op<"executorch_prim::eq.Scalar(Scalar a, Scalar b) -> bool">> eq{};
inline constexpr scalar_overload<number_op<"executorch_prim::floordiv.Scalar(Scalar a, Scalar b) -> Scalar">>
    floordiv{};
inline constexpr scalar_overload<number_op<"executorch_prim::ge.Scalar(Scalar a, Scalar b) -> bool">> ge{};
inline constexpr scalar_overload<number_op<"executorch_prim::gt.Scalar(Scalar a, Scalar b) -> bool">> gt{};
inline constexpr scalar_overload<number_op<"executorch_prim::le.Scalar(Scalar a, Scalar b) -> bool">> le{};
inline constexpr scalar_overload<number_op<"executorch_prim::lt.Scalar(Scalar a, Scalar b) -> bool">> lt{};
inline constexpr scalar_overload<number_op<"executorch_prim::mod.Scalar(SymInt a, SymInt b) -> SymInt">> mod{};
inline constexpr scalar_overload<number_op<"executorch_prim::mul.Scalar(Scalar a, Scalar b) -> Scalar">> mul{};
inline constexpr scalar_overload<number_op<"executorch_prim::neg.Scalar(Scalar a) -> Scalar">> neg{};
inline constexpr scalar_overload<number_op<"executorch_prim::round.Scalar(Scalar a) -> Scalar">> round{};
inline constexpr scalar_overload<number_op<"executorch_prim::sub.Scalar(Scalar a, Scalar b) -> Scalar">> sub{};
inline constexpr scalar_overload<number_op<"executorch_prim::sym_float.Scalar(Scalar a) -> Scalar">> sym_float{};
inline constexpr scalar_overload<number_op<"executorch_prim::sym_int.Scalar(Scalar a) -> Scalar">> sym_int{};
inline constexpr scalar_overload<number_op<"executorch_prim::sym_ite.Scalar(Scalar b, Scalar t, Scalar f) -> Scalar">>
    sym_ite{};
inline constexpr scalar_overload<number_op<"executorch_prim::sym_max.Scalar(Scalar a, Scalar b) -> Scalar">> sym_max{};
inline constexpr scalar_overload<number_op<"executorch_prim::sym_min.Scalar(Scalar a, Scalar b) -> Scalar">> sym_min{};
inline constexpr scalar_overload<number_op<"executorch_prim::sym_not.Scalar(Scalar a) -> bool">> sym_not{};
inline constexpr scalar_overload<number_op<"executorch_prim::truediv.Scalar(Scalar a, Scalar b) -> Scalar">> truediv{};
inline constexpr scalar_overload<number_op<"executorch_prim::trunc.Scalar(Scalar a) -> Scalar">> trunc{};
/// @}

/// Every op of this namespace.
using executorch_prim_ops = overloads_of<add, ceil, eq, floordiv, ge, gt, le, lt, mod, mul, neg, round, sub, sym_float,
                                         sym_int, sym_ite, sym_max, sym_min, sym_not, truediv, trunc>;

} // namespace graft::executorch_prim

/// The operations on sizes by the names that ExecuTorch's documentation has for them; the same ops as those of
/// `executorch_prim`, which is what a program file calls them.
namespace graft::executorch_prims {

/// The op under the name of the documentation.
/// @{
inline constexpr int_overload<
    alias_of<decltype(executorch_prim::add.Scalar), "executorch_prims::add.int(SymInt a, SymInt b) -> SymInt">>
    add{};
inline constexpr int_overload<
    alias_of<decltype(executorch_prim::eq.Scalar), "executorch_prims::eq.int(SymInt a, SymInt b) -> bool">>
    eq{};
inline constexpr int_overload<alias_of<decltype(executorch_prim::floordiv.Scalar),
                                       "executorch_prims::floordiv.int(SymInt a, SymInt b) -> SymInt">>
    floordiv{};
inline constexpr int_overload<
    alias_of<decltype(executorch_prim::ge.Scalar), "executorch_prims::ge.int(SymInt a, SymInt b) -> bool">>
    ge{};
inline constexpr int_overload<
    alias_of<decltype(executorch_prim::gt.Scalar), "executorch_prims::gt.int(SymInt a, SymInt b) -> bool">>
    gt{};
inline constexpr int_overload<
    alias_of<decltype(executorch_prim::le.Scalar), "executorch_prims::le.int(SymInt a, SymInt b) -> bool">>
    le{};
inline constexpr int_overload<
    alias_of<decltype(executorch_prim::lt.Scalar), "executorch_prims::lt.int(SymInt a, SymInt b) -> bool">>
    lt{};
inline constexpr int_overload<
    alias_of<decltype(executorch_prim::mul.Scalar), "executorch_prims::mul.int(SymInt a, SymInt b) -> SymInt">>
    mul{};
inline constexpr int_overload<
    alias_of<decltype(executorch_prim::sub.Scalar), "executorch_prims::sub.int(SymInt a, SymInt b) -> SymInt">>
    sub{};
/// @}

/// Every op of this namespace.
using executorch_prims_ops = overloads_of<add, eq, floordiv, ge, gt, le, lt, mul, sub>;

} // namespace graft::executorch_prims
