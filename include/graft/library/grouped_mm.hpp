#pragma once

#include <graft/config.hpp>
#include <graft/core/dtype.hpp>
#include <graft/core/error.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/dialect.hpp>
#include <graft/dialect/meta/reject.hpp>
#include <graft/dialect/meta/result.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/view.hpp>
#include <graft/kernel/product/matmul.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/kernel.hpp>
#include <graft/schema/op.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <cstddef>
#include <cstdint>

/// Products of the groups of a dimension with a matrix each, as a mixture of experts has them.
namespace graft {

namespace detail {

/// Of `_grouped_mm` (`self` by `mat2`): rows in groups, [rows, k] by [groups, k, n], are [rows, n]; columns in groups,
/// [groups, m, k] by [k, columns], are [m, columns]; terms in groups, [m, terms] by [terms, n], are [groups, m, n]; and
/// matrices in pairs.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE vec<sym_int> grouped_sizes(call<tensor_spec> const& c, char const* left,
                                                                char const* right, sym_int const* groups) {
    vec<sym_int> const &a = c.tensor(left).sizes, &b = c.tensor(right).sizes;
    bool const fits = (a.size() == 2 || a.size() == 3) && (b.size() == 2 || b.size() == 3) &&
                      !certainly_differ(a.back(), b[b.size() - 2]);
    if (!fits)
        reject_sizes(c, left, right);
    if (a.size() == 3 && b.size() == 3) {
        if (groups != nullptr || certainly_differ(a[0], b[0]))
            reject(c, "matrices in pairs are as many on both sides, and have no offsets");
        return {a[0], a[1], b[2]};
    }
    if (groups == nullptr)
        reject(c, "groups need offsets");
    sym_int const* const of_matrices = a.size() == 3 ? &a[0] : b.size() == 3 ? &b[0] : nullptr;
    if (of_matrices != nullptr && certainly_differ(*of_matrices, *groups))
        reject(c, "there are as many offsets as matrices");
    vec<sym_int> sizes{a[a.size() - 2], b.back()};
    if (of_matrices == nullptr)
        sizes.insert(sizes.begin(), *groups);
    return sizes;
}

/// The offsets, which are integers in a row: how many.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_int group_count(call<tensor_spec> const& c) {
    require_rank(c, "offs", 1);
    if (dtype const d = c.tensor("offs").dtype; d != dtype::i32 && d != dtype::i64)
        reject(c, "'offs' must be of int32 or int64, not ", torch_name(d));
    return c.tensor("offs").sizes[0];
}

[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_grouped_mm(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    if (self.dtype != dtype::f32 && self.dtype != dtype::f16 && self.dtype != dtype::bf16)
        reject(c, "'self' must be of float32, bfloat16 or float16, not ", torch_name(self.dtype));
    require_one_dtype(c, "mat2", "self");
    if (c.optional_tensor("bias") != nullptr)
        reject(c, "'bias' is not supported, as it is not by PyTorch");
    if (auto const wanted = c.dtype("out_dtype"); wanted && *wanted != self.dtype)
        reject(c, "'out_dtype' must be the dtype of 'self'");
    bool const grouped = c.optional_tensor("offs") != nullptr;
    sym_int const groups = grouped ? group_count(c) : sym_int(0);
    return new_tensor(self, self.dtype, grouped_sizes(c, "self", "mat2", grouped ? &groups : nullptr));
}

[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_grouped_mm_fallback(call<tensor_spec> const& c) {
    require_rank(c, "input", 2);
    require_rank(c, "weight", 3);
    require_one_dtype(c, "weight", "input");
    sym_int const groups = group_count(c);
    return new_tensor(c.tensor("input"), c.tensor("input").dtype, grouped_sizes(c, "input", "weight", &groups));
}

} // namespace detail

namespace aten {

/// Products of the groups of a dimension, whose ends `offs` has, with a matrix each. What is behind the last end is 0.
struct _grouped_mm_default : described_op<_grouped_mm_default, op_tags::none, detail::meta_grouped_mm> {
    static constexpr schema_text text{
        "aten::_grouped_mm(Tensor self, Tensor mat2, Tensor? offs=None, Tensor? bias=None, "
        "ScalarType? out_dtype=None) -> Tensor"};
};
inline constexpr single_overload<_grouped_mm_default> _grouped_mm{};

} // namespace aten

/// Ops of Hugging Face's transformers.
namespace transformers {

/// The rows of each group, whose ends `offs` has, times the matrix of that group; rows behind the last end give 0.
struct grouped_mm_fallback_default
    : described_op<grouped_mm_fallback_default, op_tags::none, detail::meta_grouped_mm_fallback> {
    static constexpr schema_text text{
        "transformers::grouped_mm_fallback(Tensor input, Tensor weight, Tensor offs) -> Tensor"};
};
inline constexpr single_overload<grouped_mm_fallback_default> grouped_mm_fallback{};

} // namespace transformers

/// The ops of this header.
struct grouped_mm_ops : dialect<grouped_mm_ops> {
    /// the ops
    using members = op_list<aten::_grouped_mm_default, transformers::grouped_mm_fallback_default>;
};

namespace detail::inline GRAFT_INSTRUCTION_SET {

/// Where each group ends, of a dimension of this size.
[[nodiscard]] inline vec<std::int64_t> group_ends(op_info const& op, tensor const& offs, std::int64_t size) {
    tensor const wide = as_dense(offs, dtype::i64);
    vec<std::int64_t> ends;
    std::int64_t begin = 0;
    for (std::int64_t g = 0; g < wide.numel(); ++g) {
        std::int64_t const end = wide.data<std::int64_t>()[g];
        if (end < begin || end > size)
            raise(errc::invalid_argument, op.name, ": group ", g, " ends at ", end, ", which is not in [", begin, ", ",
                  size, "]");
        ends.push_back(begin = end);
    }
    return ends;
}

/// Groups of rows, columns or terms, by which of the two has two dimensions.
inline void multiply_groups(op_info const& op, tensor const& a, tensor const& b, tensor const& offs, tensor& out) {
    bool const rows = a.dim() == 2 && b.dim() == 3, columns = a.dim() == 3;
    vec<std::int64_t> const ends = group_ends(op, offs, rows ? a.size(0) : columns ? b.size(1) : a.size(1));
    if (std::int64_t const last = ends.empty() ? 0 : ends.back(); rows || columns) {
        tensor rest = kernel::slice(out, rows ? 0 : 1, last);
        kernel::fill(rest, 0);
    }
    std::int64_t begin = 0;
    for (std::size_t g = 0; g < ends.size(); ++g) {
        auto const group = static_cast<std::int64_t>(g);
        tensor const left = rows      ? kernel::slice(a, 0, begin, ends[g])
                            : columns ? kernel::select(a, 0, group)
                                      : kernel::slice(a, 1, begin, ends[g]);
        tensor const right = rows      ? kernel::select(b, 0, group)
                             : columns ? kernel::slice(b, 1, begin, ends[g])
                                       : kernel::slice(b, 0, begin, ends[g]);
        tensor product = rows      ? kernel::slice(out, 0, begin, ends[g])
                         : columns ? kernel::slice(out, 1, begin, ends[g])
                                   : kernel::select(out, 0, group);
        kernel::mm(left, right, product);
        begin = ends[g];
    }
}

} // namespace detail::inline GRAFT_INSTRUCTION_SET

template <>
struct kernel_of<aten::_grouped_mm_default> {
    static void run(call<tensor> const& c, auto results) {
        if (tensor const* const offs = c.optional_tensor("offs"))
            detail::multiply_groups(c.op(), c.tensor("self"), c.tensor("mat2"), *offs, results[0]);
        else
            kernel::bmm(c.tensor("self"), c.tensor("mat2"), results[0]);
    }
};

template <>
struct kernel_of<transformers::grouped_mm_fallback_default> {
    static void run(call<tensor> const& c, auto results) {
        detail::multiply_groups(c.op(), c.tensor("input"), c.tensor("weight"), c.tensor("offs"), results[0]);
    }
};

} // namespace graft
