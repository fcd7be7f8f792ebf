#pragma once

#include <graft/core/dtype.hpp>
#include <graft/core/element.hpp>
#include <graft/core/element_scalar.hpp>
#include <graft/core/tensor.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/elementary.hpp>
#include <graft/dialect/aten/fourier.hpp>
#include <graft/dialect/aten/products.hpp>
#include <graft/dialect/aten/rearrange.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/math.hpp>
#include <graft/transform/detail/pair_arithmetic.hpp>
#include <graft/transform/detail/pair_call.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numbers>
#include <numeric>
#include <string>

namespace graft::detail {

// Fourier transforms as products with matrices. One of many elements is made of two of fewer, by Cooley and Tukey.

/// A transform of one dimension.
struct pair_transform {
    std::int64_t size; ///< how many elements
    std::int64_t bins; ///< how many of the results are wanted, the first ones
    bool forward;      ///< e to the power -i, else i
    bool real;         ///< of real numbers
    double scale;      ///< what the results are multiplied by
};

/// The cosine and sine of a turn's part.
struct unit_number {
    double cosine, sine;
};
/// Of `part` of `whole` equal parts of a turn; exact where it is a quarter.
[[nodiscard]] inline unit_number part_of_turn(std::int64_t part, std::int64_t whole) {
    std::int64_t const rest = ((part % whole) + whole) % whole;
    if (4 * rest % whole == 0) {
        constexpr unit_number quarters[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
        return quarters[4 * rest / whole];
    }
    double const angle = 2 * std::numbers::pi * static_cast<double>(rest) / static_cast<double>(whole);
    return {std::cos(angle), std::sin(angle)};
}

/// A matrix of a dtype that has these elements.
[[nodiscard]] inline tensor matrix_of_elements(std::int64_t rows, std::int64_t columns, dtype d,
                                               vec<double> const& elements) {
    tensor matrix = tensor::empty({rows, columns}, d);
    visit_dtype(d, [&]<class T>() {
        if constexpr (real_element<T>)
            for (std::size_t i = 0; i < elements.size(); ++i)
                matrix.data<T>()[i] = element_from<T>(elements[i]);
    });
    return matrix;
}

/// A matrix of a dtype whose elements `at(row, column)` gives.
template <class At>
[[nodiscard]] tensor matrix_of(std::int64_t rows, std::int64_t columns, dtype d, At const& at) {
    vec<double> elements;
    elements.reserve(static_cast<std::size_t>(rows * columns));
    for (std::int64_t r = 0; r < rows; ++r)
        for (std::int64_t c = 0; c < columns; ++c)
            elements.push_back(at(r, c));
    return matrix_of_elements(rows, columns, d, elements);
}

/// By which rows of numbers, or of their pairs, are multiplied to have their transforms.
[[nodiscard]] inline tensor transform_matrix(pair_transform const& t, dtype parts) {
    std::int64_t const each = t.real ? 1 : 2;
    return matrix_of(each * t.size, 2 * t.bins, parts, [&](std::int64_t row, std::int64_t column) {
        unit_number const u = part_of_turn((row / each) * (column / 2), t.size);
        double const sine = t.forward ? -u.sine : u.sine;
        bool const of_imaginary = row % each != 0, to_imaginary = column % 2 != 0;
        return t.scale * (of_imaginary == to_imaginary ? u.cosine : to_imaginary ? sine : -sine);
    });
}

/// By which rows of pairs, half of a transform, are multiplied to have the real numbers of which it is one.
[[nodiscard]] inline tensor real_matrix(std::int64_t size, double scale, dtype parts) {
    std::int64_t const bins = size / 2 + 1;
    return matrix_of(2 * bins, size, parts, [&](std::int64_t row, std::int64_t column) {
        std::int64_t const bin = row / 2;
        unit_number const u = part_of_turn(bin * column, size);
        double const times = bin == 0 || 2 * bin == size ? scale : 2 * scale;
        return times * (row % 2 == 0 ? u.cosine : -u.sine);
    });
}

/// The numbers by which results of the first of two transforms, of `first` elements, are multiplied: one row for each
/// of the `second` elements that the other transforms.
[[nodiscard]] inline tensor twiddle_pairs(std::int64_t first, std::int64_t second, bool forward, dtype parts) {
    tensor const rows = matrix_of(second, 2 * first, parts, [&](std::int64_t row, std::int64_t column) {
        unit_number const u = part_of_turn(row * (column / 2), first * second);
        return column % 2 == 0 ? u.cosine : forward ? -u.sine : u.sine;
    });
    return {rows.get_storage(), parts, {second, first, 2}, {2 * first, 2, 1}, 0};
}

/// The largest divisor that is not above the root, or 1 where one matrix is small enough.
[[nodiscard]] inline std::int64_t first_factor(std::int64_t size) {
    if (size <= 256)
        return 1;
    auto divisor = static_cast<std::int64_t>(std::sqrt(static_cast<double>(size)));
    while (size % divisor != 0)
        --divisor;
    return divisor;
}

[[nodiscard]] inline std::string constant_name(char const* what, pair_transform const& t, dtype parts) {
    return std::string("_") + what + (t.forward ? "" : "_back") + (t.real ? "_real_" : "_") + std::to_string(t.size) +
           "_" + std::to_string(t.bins) + "_" + std::to_string(static_cast<int>(std::lround(1e6 * t.scale))) + "_" +
           std::string(fx_name(parts));
}

/// Rows, the last dimension, times a matrix; the sizes of the result are those before, then these.
[[nodiscard]] inline value times_matrix(pair_call const& k, value const& x, vec<sym_int> const& before,
                                        sym_int const& inner, value const& matrix, vec<sym_int> const& behind) {
    value const rows = k(aten::view_copy, x, vec<sym_int>{-1, inner});
    vec<sym_int> sizes = before;
    sizes.insert(sizes.end(), behind.begin(), behind.end());
    return k(aten::view_copy, k(aten::mm, rows, matrix), sizes);
}

/// The tensor with two dimensions exchanged.
[[nodiscard]] inline value exchanged(pair_call const& k, value const& x, std::int64_t a, std::int64_t b) {
    return a == b ? x : k(aten::transpose_copy.int_, x, a, b);
}

/// The transform of the last dimension of the numbers, of sizes `before` and `t.size`: a pair of `t.bins`.
[[nodiscard]] inline value transformed(pair_call const& k, value const& x, vec<sym_int> const& before,
                                       pair_transform const& t) {
    dtype const parts = k.dtype(x);
    std::int64_t const first = first_factor(t.size), second = t.size / first;
    if (first == 1) {
        value const matrix =
            k.constant(constant_name("transform", t, parts), [&] { return transform_matrix(t, parts); });
        return times_matrix(k, x, before, t.real ? t.size : 2 * t.size, matrix, vec<sym_int>{t.bins, 2});
    }
    auto const rank = static_cast<std::int64_t>(before.size());
    auto const shaped = [&](value const& v, vec<sym_int> const& last) {
        vec<sym_int> sizes = before;
        sizes.insert(sizes.end(), last.begin(), last.end());
        return k(aten::view_copy, v, sizes);
    };
    vec<sym_int> rows = before, columns = before;
    rows.push_back(second);
    columns.push_back(first);
    value const split = t.real ? shaped(x, {first, second}) : shaped(x, {first, second, 2});
    value const some = transformed(k, exchanged(k, split, rank, rank + 1), rows, {first, first, t.forward, t.real, 1});
    pair_transform const all{t.size, first, t.forward, false, 1};
    value const twiddles = k.constant(constant_name("twiddles", all, parts),
                                      [&] { return twiddle_pairs(first, second, t.forward, parts); });
    value const turned = exchanged(k, product(k, some, twiddles, true), rank, rank + 1);
    value const numbers = transformed(k, turned, columns, {second, second, t.forward, false, t.scale});
    value const whole = shaped(exchanged(k, numbers, rank, rank + 1), {t.size, 2});
    return t.bins == t.size ? whole : k(aten::slice_copy.Tensor, whole, rank, 0, t.bins);
}

/// The real numbers of which the pair of the last dimension is half of the transform.
[[nodiscard]] inline value real_numbers(pair_call const& k, value const& x, vec<sym_int> const& before,
                                        pair_transform const& t) {
    dtype const parts = k.dtype(x);
    auto const rank = static_cast<std::int64_t>(before.size());
    if (first_factor(t.size) == 1) {
        value const matrix =
            k.constant(constant_name("numbers", t, parts), [&] { return real_matrix(t.size, t.scale, parts); });
        return times_matrix(k, x, before, 2 * (t.size / 2 + 1), matrix, vec<sym_int>(1, t.size));
    }
    // The other half is the first one from behind, conjugated.
    value const inner = k(aten::slice_copy.Tensor, x, rank, 1, (t.size + 1) / 2);
    value const rest = k.conjugated(k(aten::flip, inner, vec<sym_int>(1, rank)));
    value const whole = k(aten::cat, vec<value>{x, rest}, rank);
    return k.part(transformed(k, whole, before, t), 0);
}

/// The transform of a dimension whose size is known when the program runs: the matrix is computed there.
[[nodiscard]] inline value transformed_by_symbol(pair_call const& k, value const& x, vec<sym_int> const& before,
                                                 sym_int const& size, bool forward, bool real) {
    dtype const parts = k.dtype(x);
    // Products of places modulo the size are exact, as multiples of a whole turn are nothing.
    value const places = k(aten::arange, size, dtype::i64);
    value const count = k(aten::full, vec<sym_int>(1, 1), size, dtype::i64);
    value const products = k(aten::mul.Tensor, k(aten::unsqueeze_copy, places, 0), k(aten::unsqueeze_copy, places, 1));
    value const rest = k(aten::remainder.Tensor, products, count);
    value const turns = k(aten::div.Tensor, k.as(rest, parts), k.as(count, parts));
    value const angle = k(aten::unsqueeze_copy, k(aten::mul.Scalar, turns, (forward ? -2 : 2) * std::numbers::pi), -1);
    value matrix = k.joined(k(aten::cos, angle), k(aten::sin, angle));
    if (!real)
        matrix = k(aten::cat,
                   vec<value>{k(aten::unsqueeze_copy, matrix, -3), k(aten::unsqueeze_copy, k.turned(matrix), -3)}, -3);
    sym_int const each = real ? size : size * 2;
    return times_matrix(k, x, before, each, k(aten::view_copy, value(matrix), vec<sym_int>{each, size * 2}),
                        vec<sym_int>{size, 2});
}

/// The real numbers of which the pair of the last dimension is half of the transform, of a size that is known when the
/// program runs. The other half is the first one from behind, conjugated.
[[nodiscard]] inline value real_numbers_by_symbol(pair_call const& k, value const& x, vec<sym_int> const& before,
                                                  sym_int const& size) {
    value const places = k(aten::arange, size, dtype::i64);
    value const behind = k(aten::sub.Tensor, k(aten::full, vec<sym_int>(1, 1), size, dtype::i64), places);
    auto const rank = static_cast<std::int64_t>(before.size());
    value const both = k(aten::index_select, x, rank, k(aten::minimum, places, behind));
    value const first = k.as(k(aten::le.Tensor, places, behind), k.dtype(x));
    value const sign = k(aten::unsqueeze_copy, k(aten::sub.Scalar, k(aten::mul.Scalar, first, 2), 1), -1);
    value const whole = k(aten::mul.Tensor, both, k.joined(k(aten::full_like, value(sign), 1), sign));
    return k.part(transformed_by_symbol(k, whole, before, size, false, false), 0);
}

/// `F(x, before, size)` of a pair or of real numbers whose dimension `dim` is made the last, and back.
template <class F>
[[nodiscard]] value along(pair_call const& k, value const& x, std::int64_t dim, std::int64_t rank, F const& f) {
    value const last = exchanged(k, x, dim, rank - 1);
    vec<sym_int> before = k.sizes(last);
    before.erase(before.begin() + (rank - 1), before.end());
    return exchanged(k, f(last, before), dim, rank - 1);
}

/// The dimensions of a transform, counted from the start, and their sizes; none only of complex numbers.
struct transform_dims {
    vec<std::int64_t> dims;
    vec<sym_int> sizes;
};
[[nodiscard]] inline transform_dims dims_of(pair_call const& k) {
    value const& self = k->tensor("self");
    transform_dims found;
    for (sym_int const& dim : k->integers("dim")) {
        found.dims.push_back(k.from_start(dim, k.numbers_rank(self)));
        found.sizes.push_back(k.size(self, found.dims.back()));
    }
    return found;
}

/// True if a size is only known when the program runs.
[[nodiscard]] inline bool any_symbolic(vec<sym_int> const& sizes) {
    return std::any_of(sizes.begin(), sizes.end(), [](sym_int const& size) { return size.is_symbolic(); });
}

/// What the results are multiplied by in one of the transforms; 1 if a size is symbolic: then `scaled_by_symbols` does.
[[nodiscard]] inline double scale_of(pair_call const& k, vec<sym_int> const& sizes) {
    std::int64_t const normalization = k.number_of(k->integer("normalization"));
    if (normalization == 0 || any_symbolic(sizes))
        return 1;
    double count = 1;
    for (sym_int const& size : sizes)
        count *= static_cast<double>(size.value());
    return normalization == 1 ? 1 / std::sqrt(count) : 1 / count;
}

/// The results times what only a run tells, if a size is symbolic.
[[nodiscard]] inline value scaled_by_symbols(pair_call const& k, value const& x, vec<sym_int> const& sizes) {
    std::int64_t const normalization = k.number_of(k->integer("normalization"));
    if (normalization == 0 || !any_symbolic(sizes))
        return x;
    sym_int const all = std::accumulate(sizes.begin(), sizes.end(), sym_int(1), std::multiplies<>());
    value const count = k.as(k(aten::full, vec<sym_int>(1, 1), all, dtype::i64), k.dtype(x));
    return k(aten::mul.Tensor, x, normalization == 1 ? k(aten::rsqrt, count) : k(aten::reciprocal, count));
}

/// The transform of complex numbers over some dimensions.
[[nodiscard]] inline value transformed_along(pair_call const& k, value x, transform_dims const& over, std::int64_t rank,
                                             bool forward, double scale) {
    for (std::size_t i = 0; i < over.dims.size(); ++i)
        x = along(k, value(x), over.dims[i], rank, [&](value const& v, vec<sym_int> const& before) {
            sym_int const& size = over.sizes[i];
            if (size.is_symbolic())
                return transformed_by_symbol(k, v, before, size, forward, false);
            return transformed(k, v, before, {size.value(), size.value(), forward, false, i == 0 ? scale : 1});
        });
    return x;
}

/// _fft_c2c
[[nodiscard]] inline vec<value> complex_transform(pair_call const& k) {
    transform_dims const over = dims_of(k);
    value const& self = k->tensor("self");
    double const scale = scale_of(k, over.sizes);
    value const found = transformed_along(k, self, over, k.numbers_rank(self), k->boolean("forward"), scale);
    return one(scaled_by_symbols(k, found, over.sizes));
}

/// _fft_r2c: of the last of its dimensions the first half.
[[nodiscard]] inline vec<value> transform_of_reals(pair_call const& k) {
    transform_dims over = dims_of(k);
    value const& self = k->tensor("self");
    bool const half = k->boolean("onesided");
    sym_int const size = over.sizes.back();
    vec<sym_int> const sizes = over.sizes;
    double const scale = scale_of(k, sizes);
    value const parts = along(
        k, k.as(self, k.part_dtype()), over.dims.back(), k.rank(self), [&](value const& v, vec<sym_int> const& before) {
            if (!size.is_symbolic()) {
                std::int64_t const number = size.value();
                return transformed(k, v, before, {number, half ? number / 2 + 1 : number, true, true, scale});
            }
            value const whole = transformed_by_symbol(k, v, before, size, true, true);
            auto const dim = static_cast<std::int64_t>(before.size());
            return half ? k(aten::slice_copy.Tensor, whole, dim, 0, floor_div(size, 2) + 1) : whole;
        });
    std::int64_t const rank = k.rank(self);
    over.dims.pop_back();
    over.sizes.pop_back();
    return one(scaled_by_symbols(k, transformed_along(k, parts, over, rank, true, 1), sizes));
}

/// _fft_c2r
[[nodiscard]] inline vec<value> transform_to_reals(pair_call const& k) {
    transform_dims over = dims_of(k);
    value const& self = k->tensor("self");
    std::int64_t const rank = k.numbers_rank(self), dim = over.dims.back();
    sym_int const size = k->integer("last_dim_size");
    over.sizes.back() = size;
    vec<sym_int> const sizes = over.sizes;
    double const scale = scale_of(k, sizes);
    over.dims.pop_back();
    over.sizes.pop_back();
    value const mixed = transformed_along(k, self, over, rank, false, 1);
    value const found = along(k, mixed, dim, rank, [&](value const& v, vec<sym_int> const& before) {
        if (size.is_symbolic())
            return real_numbers_by_symbol(k, v, before, size);
        return real_numbers(k, v, before, {size.value(), size.value(), false, false, scale});
    });
    return one(scaled_by_symbols(k, found, sizes));
}

/// The forms of Fourier transforms.
inline constexpr pair_rule fourier_rules[] = {
    {&aten::_fft_c2c.default_.info(), &complex_transform},
    {&aten::_fft_r2c.default_.info(), &transform_of_reals},
    {&aten::_fft_c2r.default_.info(), &transform_to_reals},
};

} // namespace graft::detail
