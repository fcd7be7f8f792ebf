#pragma once

#include <graft/config.hpp>
#include <graft/core/dtype.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/dialect.hpp>
#include <graft/dialect/meta/reject.hpp>
#include <graft/dialect/meta/result.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/product/matmul.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/kernel.hpp>
#include <graft/schema/op.hpp>
#include <graft/symbolic/value_spec.hpp>

namespace graft {

namespace detail {

[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_int_mm(call<tensor_spec> const& c) {
    require_rank(c, "self", 2);
    require_rank(c, "mat2", 2);
    tensor_spec const &self = c.tensor("self"), &mat2 = c.tensor("mat2");
    if (self.dtype != dtype::i8 && self.dtype != dtype::u8)
        reject(c, "'self' must be of int8 or uint8, not ", torch_name(self.dtype));
    if (mat2.dtype != dtype::i8)
        reject(c, "'mat2' must be of int8, not ", torch_name(mat2.dtype));
    if (certainly_differ(self.sizes[1], mat2.sizes[0]))
        reject_sizes(c, "self", "mat2");
    return new_tensor(self, dtype::i32, {self.sizes[0], mat2.sizes[1]});
}

} // namespace detail

namespace aten {

/// The product of a matrix of int8 or uint8 and one of int8 as int32, which dynamic quantisation of torchao calls.
struct _int_mm_default : described_op<_int_mm_default, op_tags::none, detail::meta_int_mm> {
    static constexpr schema_text text{"aten::_int_mm(Tensor self, Tensor mat2) -> Tensor"};
};
inline constexpr single_overload<_int_mm_default> _int_mm{};

} // namespace aten

/// The ops of this header.
struct int_mm_ops : dialect<int_mm_ops> {
    /// the ops
    using members = op_list<aten::_int_mm_default>;
};

template <>
struct kernel_of<aten::_int_mm_default> {
    static void run(call<tensor> const& c, graft::view<tensor> results) {
        kernel::mm(detail::as_dense(c.tensor("self"), dtype::i32), detail::as_dense(c.tensor("mat2"), dtype::i32),
                   results[0]);
    }
};

} // namespace graft
