#include <graft/kernel/product/gemm.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <tuple>
#include <vector>

using namespace graft;
using detail::matrix_view;

namespace {

template <class T>
struct stored {
    std::vector<T> elements;
    matrix_view<T> view;
};

/// A random matrix: dense by rows or by columns, with a gap between these, or with gaps
/// everywhere.
template <class T>
stored<T> make(std::mt19937& engine, std::int64_t rows, std::int64_t columns, int layout) {
    std::int64_t const gap = layout / 2;
    std::int64_t row = columns + gap, column = 1;
    if (layout % 2 == 1)
        row = 1, column = rows + gap;
    if (layout == 4)
        row = 2 * columns + 1, column = 2;
    stored<T> result{std::vector<T>(static_cast<std::size_t>(rows * row + columns * column + 1)), {}};
    std::uniform_int_distribution<int> number(-9, 9);
    for (T& x : result.elements)
        x = static_cast<T>(number(engine));
    result.view = {result.elements.data(), rows, columns, row, column};
    return result;
}

template <class T>
T& at(matrix_view<T> m, std::int64_t i, std::int64_t j) {
    return m.data[i * m.row_stride + j * m.column_stride];
}

} // namespace

TEST_CASE_TEMPLATE("multiply_matrices: every combination of layouts agrees with the definition", T, float, double,
                   std::int64_t) {
    std::mt19937 engine(1);
    for (int layout = 0; layout < 25; ++layout)
        for (auto [m, k, n] : {std::tuple{1, 1, 1},
                               {3, 5, 4},
                               {1, 20, 17},
                               {17, 20, 1},
                               {30, 40, 25},
                               {2, 70, 9},
                               {1, 37, 130},
                               {4, 0, 4}}) {
            stored<T> const a = make<T>(engine, m, k, layout % 5), b = make<T>(engine, k, n, layout / 5);
            stored<T> out = make<T>(engine, m, n, 2), want = out;
            want.view.data = want.elements.data();
            out.view.data = out.elements.data();
            for (std::int64_t i = 0; i < m; ++i)
                for (std::int64_t j = 0; j < n; ++j)
                    for (std::int64_t l = 0; l < k; ++l)
                        at(want.view, i, j) += 2 * at(a.view, i, l) * at(b.view, l, j);
            detail::multiply_matrices<T>(out.view, a.view, b.view, 2);
            CHECK(out.elements == want.elements);
        }
}

TEST_CASE("multiply_matrices: integers wrap") {
    std::int64_t large = INT64_MAX, two = 2, out = 0;
    detail::multiply_matrices<std::int64_t>({&out, 1, 1, 1, 1}, {&large, 1, 1, 1, 1}, {&two, 1, 1, 1, 1});
    CHECK(out == -2);
}

namespace {

std::vector<double> random_numbers(std::mt19937& engine, std::int64_t count) {
    std::uniform_int_distribution<int> number(-9, 9);
    std::vector<double> result(static_cast<std::size_t>(count));
    for (double& x : result)
        x = number(engine);
    return result;
}

} // namespace

TEST_CASE("multiply_doubles: sums over many blocks and over the rest of one are those of the definition") {
    std::mt19937 engine(7);
    constexpr std::int64_t gap = 3;
    for (auto const& [rows, depth, columns] :
         {std::tuple{1, 1, 1}, {2, 3, 300}, {7, 300, 5}, {20, 257, 150}, {31, 2, 16}, {15, 256, 128}, {14, 513, 129}})
        for (auto const& [row_stride, column_stride] : {std::tuple{columns + 1, 1}, {1, depth}, {2 * columns, 2}}) {
            std::vector<double> out = random_numbers(engine, rows * (columns + gap));
            std::vector<double> const a = random_numbers(engine, rows * (depth + gap)),
                                      b = random_numbers(engine, depth * row_stride + columns * column_stride);
            std::vector<double> expected = out;
            for (std::int64_t i = 0; i < rows; ++i)
                for (std::int64_t j = 0; j < columns; ++j)
                    for (std::int64_t k = 0; k < depth; ++k)
                        expected[static_cast<std::size_t>(i * (columns + gap) + j)] -=
                            2 * a[static_cast<std::size_t>(i * (depth + gap) + k)] *
                            b[static_cast<std::size_t>(k * row_stride + j * column_stride)];
            detail::multiply_doubles({out.data(), rows, columns, columns + gap, 1},
                                     {a.data(), rows, depth, depth + gap, 1},
                                     {b.data(), depth, columns, row_stride, column_stride}, -2);
            CHECK(out == expected);
        }
}

TEST_CASE("multiply_doubles: the elements beside the last columns are neither read nor written") {
    double const infinity = 1e308 * 10;
    std::vector<double> out{1, infinity}, a{2, infinity}, b{3, infinity};
    detail::multiply_doubles({out.data(), 1, 1, 2, 1}, {a.data(), 1, 1, 2, 1}, {b.data(), 1, 1, 2, 1}, 1);
    CHECK(out == std::vector<double>{7, infinity});
}

TEST_CASE("matrix_view: a part ends where the matrix ends") {
    std::array<int, 12> const elements{};
    detail::matrix_view<int const> const m{elements.data(), 3, 4, 4, 1};
    auto const inner = m.part(1, 2, 2, 1);
    CHECK(inner.data == elements.data() + 6);
    CHECK(inner.rows == 2);
    CHECK(inner.columns == 1);
    CHECK(inner.row_stride == 4);
    auto const last = m.part(2, 3, 8, 8);
    CHECK(last.data == elements.data() + 11);
    CHECK(last.rows == 1);
    CHECK(last.columns == 1);
}

TEST_CASE("matrix_view: one row or one column is dense whatever its stride") {
    std::array<int, 12> elements{};
    CHECK(detail::matrix_view<int>{elements.data(), 3, 1, 4, 4}.is_row_major());
    CHECK(detail::matrix_view<int>{elements.data(), 1, 3, 4, 4}.is_column_major());
    CHECK_FALSE(detail::matrix_view<int>{elements.data(), 3, 2, 1, 4}.is_row_major());
    CHECK_FALSE(detail::matrix_view<int>{elements.data(), 3, 2, 4, 1}.is_column_major());
}
