#include <graft/kernel/product/double_product.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <tuple>
#include <vector>

using namespace graft;

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
