#pragma once

#include <graft/core/dtype.hpp>
#include <graft/core/element.hpp>
#include <graft/core/error.hpp>
#include <graft/core/tensor.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/derived_op.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/dialect.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/view.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/kernel.hpp>
#include <graft/runtime/kernels.hpp>
#include <graft/runtime/kernels/adapter.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>

/// Signs, whether all is true, the different elements in a row, and bytes seen as another dtype, copied.
namespace graft::aten {

/// True of negative numbers, -0 and numbers that are none with a sign.
struct signbit_default : composite_op<signbit_default, op_tags::pointwise> {
    static constexpr schema_text text{"aten::signbit(Tensor self) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        graft::dtype const d = k.dtype(self);
        k.require(!graft::is_complex(d), "'self' must not be complex");
        if (graft::is_integral(d, true) && !graft::is_signed(d))
            return k(zeros_like, self, dtype::boolean);
        auto const signs = graft::is_floating_point(d) ? k(copysign.Tensor, k(ones_like, self), self) : self;
        return k(lt.Scalar, signs, 0);
    }
};
inline constexpr single_overload<signbit_default> signbit{};

struct _is_all_true_default : composite_op<_is_all_true_default> {
    static constexpr schema_text text{"aten::_is_all_true(Tensor self) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        k.require(k.dtype(self) == dtype::boolean, "'self' must be of bool, not ", torch_name(k.dtype(self)));
        return k(all, self);
    }
};
inline constexpr single_overload<_is_all_true_default> _is_all_true{};

struct _is_any_true_default : composite_op<_is_any_true_default> {
    static constexpr schema_text text{"aten::_is_any_true(Tensor self) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        k.require(k.dtype(self) == dtype::boolean, "'self' must be of bool, not ", torch_name(k.dtype(self)));
        return k(any, self);
    }
};
inline constexpr single_overload<_is_any_true_default> _is_any_true{};

using view_copy_dtype = copy_of_view<view_dtype, op_tags::none>;

/// The first of each run of equal elements or, with `dim`, of equal slices; of each element the number of its run, and
/// how long each run is, where they are asked for or slices are compared, else nothing.
struct unique_consecutive_default : described_op<unique_consecutive_default, op_tags::chooses> {
    static constexpr schema_text text{"aten::unique_consecutive(Tensor self, bool return_inverse=False, bool "
                                      "return_counts=False, int? dim=None) -> (Tensor, Tensor, Tensor)"};
};
inline constexpr single_overload<unique_consecutive_default> unique_consecutive{};

struct unique_dim_consecutive_default : described_op<unique_dim_consecutive_default, op_tags::chooses> {
    static constexpr schema_text text{
        "aten::unique_dim_consecutive(Tensor self, int dim, bool return_inverse=False, bool "
        "return_counts=False) -> (Tensor, Tensor, Tensor)"};
};
inline constexpr single_overload<unique_dim_consecutive_default> unique_dim_consecutive{};

/// The different slices, in their order; results as of `unique_consecutive`.
struct unique_dim_default : described_op<unique_dim_default, op_tags::chooses> {
    static constexpr schema_text text{
        "aten::unique_dim(Tensor self, int dim, bool sorted=True, bool return_inverse=False, "
        "bool return_counts=False) -> (Tensor, Tensor, Tensor)"};
};
inline constexpr single_overload<unique_dim_default> unique_dim{};

/// The different elements, in their order; results as of `unique_consecutive`.
struct _unique2_default : described_op<_unique2_default, op_tags::chooses> {
    static constexpr schema_text text{"aten::_unique2(Tensor self, bool sorted=True, bool return_inverse=False, bool "
                                      "return_counts=False) -> (Tensor, Tensor, Tensor)"};
};
inline constexpr single_overload<_unique2_default> _unique2{};

} // namespace graft::aten

namespace graft {

/// The ops of this header.
struct elements_ops : dialect<elements_ops> {
    /// the ops
    using members =
        join_ops<overloads_of<aten::signbit, aten::_is_all_true, aten::_is_any_true, aten::unique_consecutive,
                              aten::unique_dim_consecutive, aten::unique_dim, aten::_unique2>,
                 op_list<aten::view_copy_dtype>>;
};

template <>
struct kernel_of<aten::view_copy_dtype> {
    static void run(call<tensor> const& c, auto results) {
        tensor shown[1];
        detail::bytes_kernel<meta_view_dtype>::run(c, view<tensor>(shown));
        kernel::copy(shown[0], results[0]);
    }
};

namespace detail::inline GRAFT_INSTRUCTION_SET {

/// Rows of so many elements each that are compared with each other.
template <class T>
class comparable_rows {
public:
    comparable_rows(tensor const& dense, std::int64_t width) : first_(dense.data<T>()), width_(width) {}

    [[nodiscard]] bool equal(std::int64_t a, std::int64_t b) const {
        for (std::int64_t i = 0; i < width_; ++i)
            if (!(at(a, i) == at(b, i)))
                return false;
        return true;
    }
    // What is no number comes last.
    [[nodiscard]] bool less(std::int64_t a, std::int64_t b) const {
        for (std::int64_t i = 0; i < width_; ++i) {
            bool const a_is_none = !(at(a, i) == at(a, i)), b_is_none = !(at(b, i) == at(b, i));
            if (a_is_none != b_is_none)
                return b_is_none;
            if (!a_is_none && !(at(a, i) == at(b, i)))
                return at(a, i) < at(b, i);
        }
        return false;
    }

private:
    [[nodiscard]] T const& at(std::int64_t row, std::int64_t i) const { return first_[row * width_ + i]; }

    T const* first_;
    std::int64_t width_;
};

/// Which rows are the first of equal ones, of each row the number of that one, and how many are equal to each.
struct distinct_rows {
    vec<std::int64_t> first, number, counts;
};

/// Of rows in their order, or of those that follow each other.
template <class Rows>
[[nodiscard]] distinct_rows find_distinct(Rows const& rows, std::int64_t count, bool sorted) {
    vec<std::int64_t> order(static_cast<std::size_t>(count), 0);
    for (std::int64_t i = 0; i < count; ++i)
        order[static_cast<std::size_t>(i)] = i;
    if (sorted)
        std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) { return rows.less(a, b); });
    distinct_rows found;
    found.number.resize(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i == 0 || !rows.equal(order[i - 1], order[i])) {
            found.first.push_back(order[i]);
            found.counts.push_back(0);
        }
        found.number[static_cast<std::size_t>(order[i])] = static_cast<std::int64_t>(found.first.size()) - 1;
        ++found.counts.back();
    }
    return found;
}

[[nodiscard]] inline tensor as_tensor(vec<std::int64_t> const& values, dim_vector sizes) {
    tensor made = tensor::empty(std::move(sizes), dtype::i64);
    std::copy(values.begin(), values.end(), made.data<std::int64_t>());
    return made;
}

/// The distinct elements, or slices of a dimension.
inline void give_distinct(call<tensor> const& c, std::optional<std::int64_t> dim, bool sorted, view<tensor> results) {
    tensor const& self = c.tensor("self");
    if (is_complex(self.dtype()))
        raise(errc::unsupported, c.op().name, ": complex numbers have no order");
    std::size_t const d = dim ? wrap_dim(*dim, self.dim()) : 0;
    bool const sliced = dim && self.dim() != 0;
    dim_vector to_front, back; // with the dimension moved to the front, the others in their order
    for (std::size_t i = 0; i < self.dim(); ++i) {
        to_front.push_back(static_cast<std::int64_t>(i == 0 ? d : i <= d ? i - 1 : i));
        back.push_back(static_cast<std::int64_t>(i < d ? i + 1 : i == d ? 0 : i));
    }
    tensor const moved = sliced ? kernel::permute(self, to_front).contiguous() : self.contiguous();
    std::int64_t const count = sliced ? self.sizes()[d] : self.numel();
    std::int64_t const width = count == 0 ? 0 : self.numel() / count;
    if (sliced && self.numel() == 0 && count != 0)
        raise(errc::invalid_argument, c.op().name, ": slices without elements cannot be compared");
    distinct_rows found;
    visit_dtype(self.dtype(), [&]<class T>() {
        if constexpr (real_element<T>)
            found = find_distinct(comparable_rows<T>(moved, width), count, sorted);
    });
    auto const kept = static_cast<std::int64_t>(found.first.size());
    dim_vector sizes = sliced ? moved.sizes() : dim_vector(1, 0);
    sizes[0] = kept;
    tensor values = tensor::empty(sizes, self.dtype());
    std::size_t const bytes = static_cast<std::size_t>(width) * element_size(self.dtype());
    for (std::size_t i = 0; i < found.first.size(); ++i)
        std::memcpy(values.data() + i * bytes, moved.data() + static_cast<std::size_t>(found.first[i]) * bytes, bytes);
    if (sliced)
        values = kernel::permute(values, back).contiguous();
    give(std::move(values), results[0], c);
    // PyTorch counts slices whether it is asked to or not.
    bool const inverse = dim || c.boolean("return_inverse"), counts = dim || c.boolean("return_counts");
    dim_vector const of_all = dim ? dim_vector(1, count) : self.sizes();
    give(inverse ? as_tensor(found.number, of_all) : tensor::empty({0}, dtype::i64), results[1], c);
    give(counts ? as_tensor(found.counts, {kept}) : tensor::empty({0}, dtype::i64), results[2], c);
}

} // namespace detail::inline GRAFT_INSTRUCTION_SET

template <>
struct kernel_of<aten::unique_consecutive_default> {
    static void run(call<tensor> const& c, auto results) {
        std::optional<std::int64_t> dim;
        if (c.has("dim"))
            dim = detail::integer_of(c, "dim");
        detail::give_distinct(c, dim, false, results);
    }
};
template <>
struct kernel_of<aten::unique_dim_consecutive_default> {
    static void run(call<tensor> const& c, auto results) {
        detail::give_distinct(c, detail::integer_of(c, "dim"), false, results);
    }
};
template <>
struct kernel_of<aten::unique_dim_default> {
    static void run(call<tensor> const& c, auto results) {
        detail::give_distinct(c, detail::integer_of(c, "dim"), true, results);
    }
};
template <>
struct kernel_of<aten::_unique2_default> {
    static void run(call<tensor> const& c, auto results) { detail::give_distinct(c, {}, true, results); }
};

} // namespace graft
