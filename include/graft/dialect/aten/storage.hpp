#pragma once

#include <graft/dialect/composition.hpp>
#include <graft/dialect/meta/storage.hpp>
#include <graft/dialect/op_list.hpp>

/// How tensors lie in their storage.
namespace graft::aten {

struct empty_strided_default : described_op<empty_strided_default, op_tags::core, meta_empty_strided> {
    static constexpr schema_text text{
        "aten::empty_strided(SymInt[] size, SymInt[] stride, *, ScalarType? dtype=None, Layout? layout=None, Device? "
        "device=None, bool? pin_memory=None) -> Tensor"};
};
inline constexpr single_overload<empty_strided_default> empty_strided{};

struct resize_inplace_default : described_op<resize_inplace_default, op_tags::core | op_tags::inplace, meta_resize> {
    static constexpr schema_text text{
        "aten::resize_(Tensor(a!) self, SymInt[] size, *, MemoryFormat? memory_format=None) -> Tensor(a!)"};
};
inline constexpr single_overload<resize_inplace_default> resize_{};

struct resize_as_inplace_default : composite_op<resize_as_inplace_default, op_tags::inplace> {
    static constexpr schema_text text{
        "aten::resize_as_(Tensor(a!) self, Tensor the_template, *, MemoryFormat? memory_format=None) -> Tensor(a!)"};
    static constexpr auto compose(auto const& k) {
        return k(resize_, k->tensor("self"), k.sizes(k->tensor("the_template")), k["memory_format"]);
    }
};
inline constexpr single_overload<resize_as_inplace_default> resize_as_{};

struct sym_is_contiguous_default : described_op<sym_is_contiguous_default, op_tags::core, meta_sym_is_contiguous> {
    static constexpr schema_text text{"aten::sym_is_contiguous(Tensor self, MemoryFormat memory_format=0) -> SymBool"};
};
inline constexpr single_overload<sym_is_contiguous_default> sym_is_contiguous{};

/// Every op of this header.
using storage_ops = overloads_of<empty_strided, resize_, resize_as_, sym_is_contiguous>;

} // namespace graft::aten
