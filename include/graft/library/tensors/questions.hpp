#pragma once

#include <graft/config.hpp>
#include <graft/core/error.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/symbolic.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/compare.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <cstddef>
#include <optional>

/// Questions of dtypes and sizes that Python asked and had answered while a program was recorded: torch.export leaves
/// the calls, and nothing uses them.
namespace graft {

namespace detail {

/// is_same_size: whether the sizes are known to be those of the other tensor.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_is_same_size(call<tensor_spec> const& c) {
    vec<sym_int> const &a = c.tensor("self").sizes, &b = c.tensor("other").sizes;
    bool same = a.size() == b.size();
    for (std::size_t i = 0; same && i < a.size(); ++i) {
        std::optional<bool> const equal = known_eq(a[i], b[i]);
        if (!equal)
            raise(errc::unsupported, c.op().name, ": whether symbolic sizes are the same is not known");
        same = *equal;
    }
    return value_spec::of_boolean(same ? 1 : 0);
}

} // namespace detail

namespace aten {

struct is_same_size_default : described_op<is_same_size_default, op_tags::statement, detail::meta_is_same_size> {
    static constexpr schema_text text{"aten::is_same_size(Tensor self, Tensor other) -> bool"};
};
inline constexpr single_overload<is_same_size_default> is_same_size{};

struct is_distributed_default : described_op<is_distributed_default, op_tags::statement, meta_nothing> {
    static constexpr schema_text text{"aten::is_distributed(Tensor self) -> bool"};
};

struct can_cast_default : described_op<can_cast_default, op_tags::statement, meta_nothing> {
    static constexpr schema_text text{"aten::can_cast(ScalarType from_, ScalarType to) -> bool"};
};

struct promote_types_default : described_op<promote_types_default, op_tags::statement, meta_nothing> {
    static constexpr schema_text text{"aten::promote_types(ScalarType type1, ScalarType type2) -> ScalarType"};
};

struct result_type_tensor : described_op<result_type_tensor, op_tags::statement, meta_nothing> {
    static constexpr schema_text text{"aten::result_type.Tensor(Tensor tensor, Tensor other) -> ScalarType"};
};
struct result_type_scalar : described_op<result_type_scalar, op_tags::statement, meta_nothing> {
    static constexpr schema_text text{"aten::result_type.Scalar(Tensor tensor, Scalar other) -> ScalarType"};
};
struct result_type_scalar_tensor : described_op<result_type_scalar_tensor, op_tags::statement, meta_nothing> {
    static constexpr schema_text text{"aten::result_type.Scalar_Tensor(Scalar scalar, Tensor tensor) -> ScalarType"};
};
struct result_type_scalar_scalar : described_op<result_type_scalar_scalar, op_tags::statement, meta_nothing> {
    static constexpr schema_text text{"aten::result_type.Scalar_Scalar(Scalar scalar1, Scalar scalar2) -> ScalarType"};
};

/// Every op of this header; those of dtypes are no objects, which would hide functions of their names.
using questions_ops =
    op_list<is_same_size_default, is_distributed_default, can_cast_default, promote_types_default, result_type_tensor,
            result_type_scalar, result_type_scalar_tensor, result_type_scalar_scalar>;

} // namespace aten

} // namespace graft
