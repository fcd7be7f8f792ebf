#pragma once

#include <graft/config.hpp>
#include <graft/core/dtype.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/dialect.hpp>
#include <graft/dialect/meta/creation.hpp>
#include <graft/dialect/meta/reject.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/kernel.hpp>
#include <graft/runtime/kernels.hpp>

#include <algorithm>
#include <cstdint>

/// Places within triangles, and ranges that hold their end.
namespace graft::detail {

/// The columns of a row that lie in the triangle of a matrix: [first, last).
struct row_of_triangle {
    std::int64_t first, last;
};
[[nodiscard]] constexpr row_of_triangle triangle_row(std::int64_t row, std::int64_t columns, std::int64_t offset,
                                                     bool upper) {
    // Without leaving the range of integers, wherever the diagonal is.
    std::int64_t const edge = offset > columns ? columns : offset < -row ? 0 : std::min(columns, row + offset + !upper);
    return upper ? row_of_triangle{std::max<std::int64_t>(edge, 0), columns}
                 : row_of_triangle{0, std::max<std::int64_t>(edge, 0)};
}

/// How many elements a triangle has; more rows than that are not gone through.
[[nodiscard]] constexpr std::int64_t triangle_size(std::int64_t rows, std::int64_t columns, std::int64_t offset,
                                                   bool upper) {
    std::int64_t count = 0;
    for (std::int64_t row = 0; row < rows; ++row) {
        row_of_triangle const r = triangle_row(row, columns, offset, upper);
        count += r.last - r.first;
    }
    return count;
}

template <bool Upper>
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_triangle_indices(call<tensor_spec> const& c) {
    std::int64_t const rows = c.integer("row").value(), columns = c.integer("col").value();
    if (rows < 0 || columns < 0)
        reject(c, "'row' and 'col' must not be negative, but are ", rows, " and ", columns);
    constexpr std::int64_t most = std::int64_t{1} << 31;
    if (rows > most || columns > most || (columns != 0 && rows > most / columns))
        reject(c, rows, " by ", columns, " is too large");
    return created(c, dtype::i64, {2, triangle_size(rows, columns, c.integer("offset").value(), Upper)});
}

/// A range that holds its end where a step meets it.
template <class V>
[[nodiscard]] constexpr V closed_range(composing<V> const& k, double step) {
    double const start = k->number("start").template to<double>(), end = k->number("end").template to<double>();
    dtype const d = k->dtype("dtype").value_or(dtype::f32);
    k.require(step != 0 && (step > 0 ? end >= start : end <= start), "'step' does not lead from 'start' to 'end'");
    double const steps = (end - start) / step;
    k.require(steps < 1e15, "the range is too long");
    V const places = k(aten::arange, static_cast<std::int64_t>(steps) + 1, dtype::f64);
    return k(aten::to.dtype, k(aten::add.Scalar, k(aten::mul.Scalar, places, step), start), d);
}

} // namespace graft::detail

namespace graft::aten {

/// Rows and columns of the elements of a triangle, row by row, i64[2, n].
struct tril_indices_default : described_op<tril_indices_default, op_tags::none, detail::meta_triangle_indices<false>> {
    static constexpr schema_text text{
        "aten::tril_indices(int row, int col, int offset=0, *, ScalarType? dtype=4, Layout? layout=None, Device? "
        "device=None, bool? pin_memory=None) -> Tensor"};
};
inline constexpr single_overload<tril_indices_default> tril_indices{};

/// Rows and columns of the elements of a triangle, row by row, i64[2, n].
struct triu_indices_default : described_op<triu_indices_default, op_tags::none, detail::meta_triangle_indices<true>> {
    static constexpr schema_text text{
        "aten::triu_indices(int row, int col, int offset=0, *, ScalarType? dtype=4, Layout? layout=None, Device? "
        "device=None, bool? pin_memory=None) -> Tensor"};
};
inline constexpr single_overload<triu_indices_default> triu_indices{};

struct range_default : composite_op<range_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::range(Scalar start, Scalar end, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? "
        "pin_memory=None) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::closed_range(k, 1); }
};
struct range_step : composite_op<range_step, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::range.step(Scalar start, Scalar end, Scalar step=1, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? "
        "pin_memory=None) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return detail::closed_range(k, k->number("step").template to<double>());
    }
};
inline constexpr struct range_packet : packet<range_packet> {
    range_default default_;
    range_step step;
} range{};

} // namespace graft::aten

namespace graft {

/// The ops of this header.
struct creation_ops : dialect<creation_ops> {
    /// the ops
    using members = overloads_of<aten::tril_indices, aten::triu_indices, aten::range>;
};

namespace detail::inline GRAFT_INSTRUCTION_SET {

template <bool Upper>
struct triangle_indices_kernel {
    static void run(call<tensor> const& c, auto results) {
        std::int64_t const rows = c.integer("row").value(), columns = c.integer("col").value();
        tensor both = tensor::empty(results[0].sizes(), dtype::i64);
        std::int64_t *const row_at = both.data<std::int64_t>(), *const column_at = row_at + both.sizes()[1];
        std::int64_t at = 0;
        for (std::int64_t row = 0; row < rows; ++row) {
            row_of_triangle const r = triangle_row(row, columns, c.integer("offset").value(), Upper);
            for (std::int64_t column = r.first; column < r.last; ++column, ++at) {
                row_at[at] = row;
                column_at[at] = column;
            }
        }
        kernel::copy(both, results[0]);
    }
};

} // namespace detail::inline GRAFT_INSTRUCTION_SET

template <>
struct kernel_of<aten::tril_indices_default> : detail::triangle_indices_kernel<false> {};
template <>
struct kernel_of<aten::triu_indices_default> : detail::triangle_indices_kernel<true> {};

} // namespace graft
