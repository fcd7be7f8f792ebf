#include <graft/kernel/product/packed_product.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>
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

TEST_CASE("packed_product: a deep product is added up block by block") {
    for (std::int64_t const depth : {320, 321, 641, 1024})
        for (std::int64_t const rows : {14, 15, 16, 31, 240})
            for (std::int64_t const columns : {1, 31, 67}) {
                CAPTURE(depth);
                CAPTURE(rows);
                CHECK(worst(rows, depth, columns, (depth + rows + columns) % 2 == 0) < 1e-4);
            }
}

TEST_CASE("packed_product: a function takes the place of each element, once") {
    std::int64_t const rows = 17, columns = 35;
    for (std::int64_t const depth : {3, 700}) {
        std::vector<float> const a(static_cast<std::size_t>(rows * depth), 1);
        packed_matrix const m(
            depth, columns, [](std::int64_t, std::int64_t c) { return static_cast<float>(c); },
            [](std::int64_t) { return 1.f; });
        std::vector<float> out(static_cast<std::size_t>(rows * columns));
        product_target to{out.data(), columns};
        to.then = [](std::int64_t n, float* row) { std::for_each(row, row + n, [](float& x) { x = 2 * x + 1; }); };
        multiply_packed(a.data(), depth, rows, m, to);
        for (std::size_t i = 0; i < out.size(); ++i)
            CHECK(out[i] == static_cast<float>(2 * (static_cast<std::int64_t>(i) % columns * depth + 1) + 1));
    }
}

TEST_CASE("packed_product: pieces are taken together as far as a block reaches, and long ones are split") {
    using sizes = std::pair<std::int64_t, std::int64_t>;
    for (auto const& [parts, length] : {sizes{9, 100}, {9, 128}, {4, 300}, {3, 700}, {2, 160}, {700, 1}}) {
        depth_blocks const blocks(20, parts, length);
        CHECK(blocks.lines() <= depth_blocks::most_lines);
        std::int64_t const rows = 20, columns = 33, depth = parts * length;
        factors make{std::mt19937(static_cast<unsigned>(depth))};
        std::vector<float> const a = make(rows * depth), b = make(depth * columns);
        packed_matrix const m(
            depth, columns,
            [&](std::int64_t r, std::int64_t c) { return b[static_cast<std::size_t>(r * columns + c)]; },
            [](std::int64_t) { return 0.f; });
        std::vector<float> whole(static_cast<std::size_t>(rows * columns)), pieced = whole;
        multiply_packed(a.data(), depth, rows, m, {whole.data(), columns});
        multiply_packed(rows, parts, m, {pieced.data(), columns},
                        [&](std::int64_t first, std::int64_t count, float const** at) {
                            for (std::int64_t part = 0; part < parts; ++part)
                                for (std::int64_t r = 0; r < count; ++r)
                                    *at++ = a.data() + (first + r) * depth + part * length;
                        });
        for (std::size_t i = 0; i < whole.size(); ++i)
            CHECK(whole[i] == doctest::Approx(pieced[i]).epsilon(1e-4));
    }
}

TEST_CASE("packed_product: rows may come in pieces from anywhere") {
    std::vector<float> const one{1, 2, 3, 4}, two{10, 20, 30, 40}, none(2, 0.f);
    packed_matrix const m(
        4, 1, [](std::int64_t r, std::int64_t) { return static_cast<float>(r + 1); },
        [](std::int64_t) { return 0.5f; });
    std::vector<float> out(3);
    multiply_packed(3, 2, m, {out.data(), 1}, [&](std::int64_t first, std::int64_t count, float const** at) {
        for (std::int64_t r = first; r < first + count; ++r) {
            at[r - first] = r == 0 ? one.data() : r == 1 ? two.data() : none.data();
            at[r - first + count] = r == 0 ? two.data() + 2 : r == 1 ? one.data() + 1 : none.data();
        }
    });
    CHECK(out == std::vector<float>{5.5f + 90 + 160, 50.5f + 6 + 12, 0.5f});
}

using graft::detail::packed_matrix;

TEST_CASE("packed_matrix: panels hold the bias, then the rows, and zeros behind the last column") {
    for (std::int64_t const columns : {1, 3, 16, 17, 32, 33, 47, 64, 70}) {
        std::int64_t const rows = 3;
        packed_matrix const m(
            rows, columns, [](std::int64_t r, std::int64_t c) { return static_cast<float>(100 * r + c + 1); },
            [](std::int64_t c) { return static_cast<float>(-c - 1); });
        CAPTURE(columns);
        REQUIRE(m.panels() == (columns + packed_matrix::panel_columns - 1) / packed_matrix::panel_columns);
        std::int64_t wrong = 0;
        for (std::int64_t p = 0; p < m.panels(); ++p)
            for (std::int64_t r = -1; r < rows; ++r)
                for (std::int64_t i = 0; i < m.panel_width(p); ++i) {
                    std::int64_t const c = p * packed_matrix::panel_columns + i;
                    float const expected = c >= columns ? 0
                                           : r < 0      ? static_cast<float>(-c - 1)
                                                        : static_cast<float>(100 * r + c + 1);
                    wrong += m.panel(p)[(r + 1) * m.panel_width(p) + i] != expected;
                }
        CHECK(wrong == 0);
    }
}

TEST_CASE("packed_matrix: what is left for one register takes one") {
    auto const one = [](auto...) { return 1.f; };
    using graft::detail::float_lanes;
    CHECK(packed_matrix(2, float_lanes, one, one).panel_width(0) == float_lanes);
    CHECK(packed_matrix(2, float_lanes + 1, one, one).panel_width(0) == 2 * float_lanes);
    CHECK(packed_matrix(2, 3 * float_lanes, one, one).panel_width(1) == float_lanes);
    CHECK(packed_matrix(2, 3 * float_lanes, one, one).bytes() == static_cast<std::size_t>(3 * 3 * float_lanes) * 4);
    CHECK(packed_matrix().panels() == 0);
}

} // namespace
