#pragma once

#include <graft/config.hpp>
#include <graft/core/error.hpp>
#include <graft/core/tensor.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/creation.hpp>
#include <graft/dialect/meta/domain.hpp>
#include <graft/dialect/meta/reject.hpp>
#include <graft/dialect/meta/result.hpp>
#include <graft/dialect/meta/storage.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/view.hpp>
#include <graft/kernel/index/indexed_view.hpp>
#include <graft/library/elements.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/kernel.hpp>
#include <graft/runtime/kernels/adapter.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>

/// Equality, elements that are not 0, different elements, segments of a dimension, and memory in an order.
namespace graft {

namespace detail {

/// empty_permuted: contiguous in an order of dimensions.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_empty_permuted(call<tensor_spec> const& c) {
    tensor_spec result = created(c, default_dtype, c.integers("size"));
    vec<sym_int> const& order = c.integers("physical_layout");
    vec<std::uint8_t> const named = named_dims(c, "physical_layout", order, result.dim());
    if (order.size() != result.dim())
        reject(c, "'physical_layout' has ", order.size(), " entries for ", result.dim(), " dimensions");
    sym_int stride = 1;
    for (std::size_t i = order.size(); i-- > 0;) {
        std::size_t const d = checked_dim(c, "physical_layout", order[i], result.dim());
        result.strides[d] = stride;
        stride *= result.sizes[d];
    }
    return result;
}

/// new_empty_strided: as empty_strided, of the dtype and on the device of `self` unless others are asked for.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_new_empty_strided(call<tensor_spec> const& c) {
    tensor_spec result = meta_empty_strided(c).tensor;
    result.dtype = c.dtype("dtype").value_or(c.tensor("self").dtype);
    if (!c.has("device"))
        result.dev = c.tensor("self").dev;
    return result;
}

/// nonzero_static: so many rows of coordinates.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_nonzero_static(call<tensor_spec> const& c) {
    sym_int const& size = c.integer("size");
    if (known_lt(size, 0) == true)
        reject(c, "'size' must not be negative, but is ", text(size));
    return new_tensor(c.tensor("self"), dtype::i64, {size, static_cast<std::int64_t>(c.tensor("self").dim())});
}

/// segment_reduce: a number for each segment of the dimension `axis`.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_segment_reduce(call<tensor_spec> const& c) {
    tensor_spec const& data = c.tensor("data");
    require_domain(c, dtype_domain::floating_point, data.dtype);
    if (c.has("indices") || c.has("lengths") == c.has("offsets"))
        reject(c, "segments are given by either 'lengths' or 'offsets'");
    tensor_spec const& parts = c.tensor(c.has("lengths") ? "lengths" : "offsets");
    if (parts.dtype != dtype::i32 && parts.dtype != dtype::i64)
        reject(c, "segments must be of int32 or int64, not ", torch_name(parts.dtype));
    std::size_t const axis = dim_argument(c, "axis", data.dim());
    if (parts.dim() != axis + 1 || data.dim() <= axis)
        reject(c, "'axis' must be the last dimension of what gives the segments");
    vec<sym_int> sizes = data.sizes;
    for (std::size_t d = 0; d < axis; ++d)
        if (certainly_differ(parts.sizes[d], data.sizes[d]))
            reject(c, "segments ", shape_text(parts.sizes), " are not those of 'data' ", shape_text(data.sizes));
    sizes[axis] = c.has("lengths") ? parts.sizes[axis] : parts.sizes[axis] - 1;
    return new_tensor(data, data.dtype, std::move(sizes));
}

} // namespace detail

namespace aten {

struct empty_permuted_default : described_op<empty_permuted_default, op_tags::none, detail::meta_empty_permuted> {
    static constexpr schema_text text{
        "aten::empty_permuted(SymInt[] size, int[] physical_layout, *, ScalarType? dtype=None, Layout? layout=None, "
        "Device? device=None, bool? pin_memory=None) -> Tensor"};
};
inline constexpr single_overload<empty_permuted_default> empty_permuted{};

struct new_empty_strided_default
    : described_op<new_empty_strided_default, op_tags::none, detail::meta_new_empty_strided> {
    static constexpr schema_text text{
        "aten::new_empty_strided(Tensor self, SymInt[] size, SymInt[] stride, *, ScalarType? dtype=None, Layout? "
        "layout=None, Device? device=None, bool? pin_memory=None) -> Tensor"};
};
inline constexpr single_overload<new_empty_strided_default> new_empty_strided{};

/// The coordinates of the first elements that are not 0, and a number where there are no more.
struct nonzero_static_default : described_op<nonzero_static_default, op_tags::none, detail::meta_nonzero_static> {
    static constexpr schema_text text{"aten::nonzero_static(Tensor self, *, SymInt size, int fill_value=-1) -> Tensor"};
};
inline constexpr single_overload<nonzero_static_default> nonzero_static{};

/// Whether sizes and elements are the same.
struct equal_default : described_op<equal_default, op_tags::none> {
    static constexpr schema_text text{"aten::equal(Tensor self, Tensor other) -> bool"};
};
inline constexpr single_overload<equal_default> equal{};

/// The different elements, in their order, and of each element the number of its own.
struct _unique_default : described_op<_unique_default, op_tags::chooses> {
    static constexpr schema_text text{
        "aten::_unique(Tensor self, bool sorted=True, bool return_inverse=False) -> (Tensor, Tensor)"};
};
inline constexpr single_overload<_unique_default> _unique{};

/// Sums, means, products or extrema of segments that follow each other.
struct segment_reduce_default : described_op<segment_reduce_default, op_tags::none, detail::meta_segment_reduce> {
    static constexpr schema_text text{
        "aten::segment_reduce(Tensor data, str reduce, *, Tensor? lengths=None, Tensor? indices=None, Tensor? "
        "offsets=None, int axis=0, bool unsafe=False, Scalar? initial=None) -> Tensor"};
};
inline constexpr single_overload<segment_reduce_default> segment_reduce{};

/// Every op of this header.
using searches_ops = overloads_of<empty_permuted, new_empty_strided, nonzero_static, equal, _unique, segment_reduce>;

} // namespace aten

namespace detail::inline GRAFT_INSTRUCTION_SET {

/// What the elements of a segment are made to.
enum class segment_rule : std::uint8_t { sum, mean, max, min, prod };

[[nodiscard]] inline segment_rule segment_rule_of(call<tensor> const& c) {
    constexpr std::array<std::string_view, 7> names{"sum", "mean", "max", "min", "prod", "amax", "amin"};
    std::string_view const given = c.string("reduce");
    auto const at = std::find(names.begin(), names.end(), given);
    if (at == names.end())
        raise(errc::invalid_argument, c.op().name, ": 'reduce' is ", given, ", not sum, mean, max, min or prod");
    auto const place = at - names.begin();
    return static_cast<segment_rule>(place < 5 ? place : place - 3);
}

/// One step of the rule; what is no number stays.
[[nodiscard]] inline double segment_step(segment_rule rule, double total, double value) {
    switch (rule) {
    case segment_rule::max: return std::isnan(value) || value > total ? value : total;
    case segment_rule::min: return std::isnan(value) || value < total ? value : total;
    case segment_rule::prod: return total * value;
    case segment_rule::sum:
    case segment_rule::mean: break;
    }
    return total + value;
}

/// The segments of every row of the dimensions before `axis`: [begin, end) of each.
[[nodiscard]] inline vec<std::array<std::int64_t, 2>> segments_of(call<tensor> const& c, std::int64_t size) {
    bool const lengths = c.has("lengths");
    tensor const parts = as_dense(c.tensor(lengths ? "lengths" : "offsets"), dtype::i64);
    std::int64_t const width = parts.sizes().back();
    vec<std::array<std::int64_t, 2>> found;
    for (std::int64_t row = 0; width != 0 && row < parts.numel() / width; ++row) {
        std::int64_t const* const part = parts.data<std::int64_t>() + row * width;
        std::int64_t begin = lengths ? 0 : part[0];
        for (std::int64_t i = lengths ? 0 : 1; i < width; ++i) {
            std::int64_t const end = lengths ? begin + part[i] : part[i];
            if (begin < 0 || end < begin || end > size)
                raise(errc::invalid_argument, c.op().name, ": a segment is [", begin, ", ", end,
                      "), which is not in [0, ", size, ")");
            found.push_back({begin, end});
            begin = end;
        }
        if (lengths && begin != size && !c.boolean("unsafe"))
            raise(errc::invalid_argument, c.op().name, ": the lengths add up to ", begin, ", not to ", size);
    }
    return found;
}

} // namespace detail::inline GRAFT_INSTRUCTION_SET

/// What is called empty is zero, so that programs are deterministic.
template <>
struct kernel_of<aten::empty_permuted_default> {
    static void run(call<tensor> const&, auto results) { kernel::fill(results[0], 0); }
};
template <>
struct kernel_of<aten::new_empty_strided_default> : kernel_of<aten::empty_permuted_default> {};

template <>
struct kernel_of<aten::nonzero_static_default> {
    static void run(call<tensor> const& c, auto results) {
        tensor const found = detail::nonzero_coordinates(c.tensor("self"));
        std::int64_t const rows = std::min(found.size(0), results[0].size(0));
        kernel::fill(results[0], detail::integer_of(c, "fill_value"));
        tensor begin = kernel::slice(results[0], 0, 0, rows);
        kernel::copy(kernel::slice(found, 0, 0, rows), begin);
    }
};

template <>
struct kernel_of<aten::equal_default> {
    static void run(call<tensor> const& c, auto results) {
        tensor const &self = c.tensor("self"), &other = c.tensor("other");
        if (self.dtype() != other.dtype())
            raise(errc::invalid_argument, c.op().name, ": 'other' is ", torch_name(other.dtype()), ", but 'self' ",
                  torch_name(self.dtype()));
        bool same = self.sizes() == other.sizes();
        tensor const a = self.contiguous(), b = other.contiguous();
        if (same)
            visit_dtype(self.dtype(), [&]<class T>() {
                for (std::int64_t i = 0; same && i < a.numel(); ++i)
                    same = a.data<T>()[i] == b.data<T>()[i];
            });
        results[0] = tensor::full({}, dtype::boolean, same);
    }
};

template <>
struct kernel_of<aten::_unique_default> {
    static void run(call<tensor> const& c, auto results) {
        call<tensor> all(aten::_unique2_default::info());
        for (std::size_t i = 0; i < c.op().arguments.size(); ++i)
            all.set(i, c[i]);
        std::array<tensor, 3> made;
        detail::give_distinct(all, {}, true, made);
        detail::give(std::move(made[0]), results[0], c);
        detail::give(std::move(made[1]), results[1], c);
    }
};

template <>
struct kernel_of<aten::segment_reduce_default> {
    static void run(call<tensor> const& c, auto results) {
        using detail::segment_rule;
        segment_rule const rule = detail::segment_rule_of(c);
        constexpr double infinity = std::numeric_limits<double>::infinity();
        std::optional<scalar> const given = c.optional_number("initial");
        double const start = given                        ? given->to<double>()
                             : rule == segment_rule::max  ? -infinity
                             : rule == segment_rule::min  ? infinity
                             : rule == segment_rule::prod ? 1
                                                          : 0;
        tensor const data = detail::as_dense(c.tensor("data"), dtype::f64);
        std::size_t const axis = wrap_dim(detail::integer_of(c, "axis"), data.dim());
        std::int64_t const size = data.sizes()[axis];
        std::int64_t inner = 1;
        for (std::size_t d = axis + 1; d < data.dim(); ++d)
            inner *= data.sizes()[d];
        auto const segments = detail::segments_of(c, size);
        tensor out = tensor::empty(results[0].sizes(), dtype::f64);
        std::size_t const in_row = static_cast<std::size_t>(results[0].sizes()[axis]);
        for (std::size_t s = 0; s < segments.size(); ++s) {
            auto const [begin, end] = segments[s];
            double const* const from = data.data<double>() + static_cast<std::int64_t>(s / in_row) * size * inner;
            for (std::int64_t i = 0; i < inner; ++i) {
                double total = start;
                for (std::int64_t j = begin; j < end; ++j)
                    total = detail::segment_step(rule, total, from[j * inner + i]);
                if (rule == segment_rule::mean && begin != end)
                    total /= static_cast<double>(end - begin);
                else if (rule == segment_rule::mean && !given)
                    total = std::numeric_limits<double>::quiet_NaN();
                out.data<double>()[static_cast<std::int64_t>(s) * inner + i] = total;
            }
        }
        kernel::copy(out, results[0]);
    }
};

} // namespace graft
