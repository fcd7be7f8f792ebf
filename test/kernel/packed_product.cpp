#include <graft/kernel/packed_product.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace {

using namespace graft::detail;

struct factors {
    std::mt19937 random;
    std::vector<float> operator()(std::int64_t count) {
        std::vector<float> values(static_cast<std::size_t>(count));
        for (float& v : values)
            v = static_cast<float>(random() % 2001) / 1000 - 1;
        return values;
    }
};

/// The largest difference to the product by its definition, and whether anything else was written.
double worst(std::int64_t rows, std::int64_t depth, std::int64_t columns, bool adds) {
    factors make{std::mt19937(static_cast<unsigned>(rows * 31 + depth * 7 + columns))};
    std::int64_t const stride = columns + 2;
    std::vector<float> const a = make(rows * depth), b = make(depth * columns), bias = make(columns),
                             other = make(rows * stride);
    std::vector<float> out(static_cast<std::size_t>(rows * stride), 42);
    packed_matrix const m(
        depth, columns, [&](std::int64_t r, std::int64_t c) { return b[static_cast<std::size_t>(r * columns + c)]; },
        [&](std::int64_t c) { return bias[static_cast<std::size_t>(c)]; });
    multiply_packed(a.data(), depth, rows, m, {out.data(), stride, adds ? other.data() : nullptr, -1.5f, 2});
    double largest = 0;
    for (std::int64_t r = 0; r < rows; ++r)
        for (std::int64_t c = 0; c < stride; ++c) {
            auto const at = static_cast<std::size_t>(r * stride + c);
            double expected = 42;
            if (c < columns) {
                expected = bias[static_cast<std::size_t>(c)];
                for (std::int64_t k = 0; k < depth; ++k)
                    expected += double{a[static_cast<std::size_t>(r * depth + k)]} *
                                double{b[static_cast<std::size_t>(k * columns + c)]};
                expected = std::clamp(expected + (adds ? double{other[at]} : 0), -1.5, 2.0);
            }
            largest = std::max(largest, std::fabs(expected - double{out[at]}));
        }
    return largest;
}

TEST_CASE("packed_product: equals the product by its definition for any number of rows and columns") {
    for (std::int64_t const rows : {1, 2, 3, 6, 7, 13, 14, 15, 29})
        for (std::int64_t const columns : {1, 5, 16, 17, 31, 32, 40, 67}) {
            CAPTURE(rows);
            CAPTURE(columns);
            CHECK(worst(rows, 9, columns, (rows + columns) % 2 == 0) < 1e-5);
        }
}

TEST_CASE("packed_product: a product of nothing is the bias, and more panels than fit the cache are taken in turns") {
    CHECK(worst(3, 0, 5, false) == 0);
    CHECK(worst(2, 5000, 70, true) < 1e-3);
}

TEST_CASE("packed_product: rows may come in pieces from anywhere") {
    std::vector<float> const one{1, 2, 3, 4}, two{10, 20, 30, 40}, none(2, 0.f);
    packed_matrix const m(
        4, 1, [](std::int64_t r, std::int64_t) { return static_cast<float>(r + 1); }, [](std::int64_t) { return 0.5f; });
    std::vector<float> out(3);
    multiply_packed(3, 2, m, {out.data(), 1},
                    [&](std::int64_t first, std::int64_t count, float const** at) {
        for (std::int64_t r = first; r < first + count; ++r) {
            at[r - first] = r == 0 ? one.data() : r == 1 ? two.data() : none.data();
            at[r - first + count] = r == 0 ? two.data() + 2 : r == 1 ? one.data() + 1 : none.data();
        }
    });
    CHECK(out == std::vector<float>{5.5f + 90 + 160, 50.5f + 6 + 12, 0.5f});
}

} // namespace
