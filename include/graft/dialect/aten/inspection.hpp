#pragma once

#include <graft/config.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/reject.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/value_spec.hpp>

namespace graft {

/// numel: how many elements there are.
[[nodiscard]] constexpr value_spec meta_numel(call<tensor_spec> const& c) {
    return value_spec::of_integer(c.tensor("self").numel());
}

namespace detail {

/// The number that a dimension of `self` has.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec of_dim(call<tensor_spec> const& c, vec<sym_int> const& numbers) {
    if (numbers.empty())
        reject(c, "'self' has no dimensions");
    return value_spec::of_integer(numbers[dim_argument(c, "dim", numbers.size())]);
}

} // namespace detail

/// size.int: the size of a dimension.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_size_of_dim(call<tensor_spec> const& c) {
    return detail::of_dim(c, c.tensor("self").sizes);
}

/// stride.int: the stride of a dimension.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_stride_of_dim(call<tensor_spec> const& c) {
    return detail::of_dim(c, c.tensor("self").strides);
}

/// is_floating_point and its like: whether the dtype is of a kind.
template <bool (*Is)(dtype)>
[[nodiscard]] constexpr value_spec meta_dtype_is(call<tensor_spec> const& c) {
    return value_spec::of_boolean(Is(c.tensor("self").dtype) ? 1 : 0);
}

/// is_conj, is_neg: a lazy conjugate or negative, which no tensor here is.
[[nodiscard]] constexpr value_spec meta_never(call<tensor_spec> const&) { return value_spec::of_boolean(0); }

} // namespace graft

/// What is known of a tensor without its elements.
namespace graft::aten {

struct numel_default : described_op<numel_default, op_tags::none, meta_numel> {
    static constexpr schema_text text{"aten::numel(Tensor self) -> int"};
};
inline constexpr single_overload<numel_default> numel{};

struct size_int : described_op<size_int, op_tags::none, meta_size_of_dim> {
    static constexpr schema_text text{"aten::size.int(Tensor self, int dim) -> int"};
};
inline constexpr int_overload<size_int> size{};

struct stride_int : described_op<stride_int, op_tags::none, meta_stride_of_dim> {
    static constexpr schema_text text{"aten::stride.int(Tensor self, int dim) -> int"};
};
inline constexpr int_overload<stride_int> stride{};

struct is_complex_default : described_op<is_complex_default, op_tags::none, meta_dtype_is<graft::is_complex>> {
    static constexpr schema_text text{"aten::is_complex(Tensor self) -> bool"};
};
inline constexpr single_overload<is_complex_default> is_complex{};

struct is_floating_point_default
    : described_op<is_floating_point_default, op_tags::none, meta_dtype_is<graft::is_floating_point>> {
    static constexpr schema_text text{"aten::is_floating_point(Tensor self) -> bool"};
};
inline constexpr single_overload<is_floating_point_default> is_floating_point{};

struct is_signed_default : described_op<is_signed_default, op_tags::none, meta_dtype_is<graft::is_signed>> {
    static constexpr schema_text text{"aten::is_signed(Tensor self) -> bool"};
};
inline constexpr single_overload<is_signed_default> is_signed{};

struct is_conj_default : described_op<is_conj_default, op_tags::none, meta_never> {
    static constexpr schema_text text{"aten::is_conj(Tensor self) -> bool"};
};
inline constexpr single_overload<is_conj_default> is_conj{};

struct is_neg_default : described_op<is_neg_default, op_tags::none, meta_never> {
    static constexpr schema_text text{"aten::is_neg(Tensor self) -> bool"};
};
inline constexpr single_overload<is_neg_default> is_neg{};

/// Every op of this header.
using inspection_ops = overloads_of<numel, size, stride, is_complex, is_floating_point, is_signed, is_conj, is_neg>;

} // namespace graft::aten
