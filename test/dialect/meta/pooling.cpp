// Header-only: what holds in constants needs bodies.
#include <graft/dialect/meta/pooling.hpp>

#include <graft/dialect/aten/pooling.hpp>
#include <graft/dialect/aten/pooling_forms.hpp>
#include <graft/ir/text/print_value.hpp>
#include <graft/schema/infer.hpp>
#include <graft/symbolic/substitute.hpp>

#include "specs.hpp"

#include <doctest/doctest.h>

#include <utility>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

static_assert([] { return aten::max_pool2d(f32({2, 3, 8, 9}), 2) == f32({2, 3, 4, 4}); }());
static_assert([] { return aten::max_pool2d(f32({3, 8, 8}), 3, 2, 1) == f32({3, 4, 4}); }());
static_assert([] { return aten::max_pool2d(f32({3, 9, 9}), 2, 2, "dilation"_a = 3) == f32({3, 3, 3}); }());
static_assert([] { return aten::avg_pool2d(f32({s0(), 3, 8, 2 * s0()}), 2) == f32({s0(), 3, 4, s0()}); }());
static_assert([] { return aten::_adaptive_avg_pool2d(f32({3, 8, 8}), std::vector{2, 5}) == f32({3, 2, 5}); }());

} // namespace

TEST_CASE("pooling: rounding up never adds a window that begins in the padding") {
    CHECK(aten::max_pool2d(f32({1, 5, 7}), 2, 2, "ceil_mode"_a = true) == f32({1, 3, 4}));
    CHECK(aten::max_pool2d(f32({1, 6, 6}), 2, 3, 1, "ceil_mode"_a = true) == f32({1, 3, 3}));
    CHECK(aten::max_pool2d(f32({1, 5, 5}), 2, 3, 1, "ceil_mode"_a = true) == f32({1, 2, 2}));
}

TEST_CASE("pooling: whether a window that rounding up adds would begin in the padding depends on a dynamic size") {
    sym_int const windows = aten::max_pool2d(f32({1, s0(), 12}), 2, 3, "ceil_mode"_a = true).tensor.sizes[1];
    for (auto const& [rows, count] : std::vector<std::pair<int, int>>{{8, 3}, {9, 3}, {10, 4}, {11, 4}}) {
        sym_bindings given;
        given.set(symbol("s0"), rows);
        CHECK(evaluate(windows, given) == count);
    }
    CHECK(aten::max_pool2d(f32({1, s0(), 12}), 3, 2, 1, "ceil_mode"_a = true) ==
          f32({1, ceil_div(s0() - 1, 2) + 1, 7}));
}

TEST_CASE("pooling: maxima and their indices are laid out as the image") {
    tensor_spec const image = strided(f32({2, 3, 8, 8}), {192, 1, 24, 3});
    value_spec const pooled = aten::max_pool2d_with_indices(image, 2);
    CHECK(pooled.items.at(0) == strided(f32({2, 3, 4, 4}), {48, 1, 12, 3}));
    CHECK(pooled.items.at(1) == strided(i64({2, 3, 4, 4}), {48, 1, 12, 3}));
}

TEST_CASE("pooling: adaptive means need no channels, in three dimensions no batch") {
    CHECK(aten::_adaptive_avg_pool2d(f32({2, 0, 8, 8}), std::vector{2, 5}) == f32({2, 0, 2, 5}));
    CHECK(aten::_adaptive_avg_pool3d(f32({0, 8, 8, 8}), std::vector{2, 5, 1}) == f32({0, 2, 5, 1}));
    CHECK_THROWS_WITH(static_cast<void>(aten::_adaptive_avg_pool3d(f32({2, 0, 8, 8, 8}), std::vector{2, 5, 1})),
                      "graft: aten::_adaptive_avg_pool3d: 'self' is [2, 0, 8, 8, 8]");
}

TEST_CASE("pooling: an adaptive mean to one element is a mean of any image") {
    std::vector const one{1, 1};
    CHECK(aten::adaptive_avg_pool2d(f32({2, 3, 4, 5, 6}), one) == f32({2, 3, 4, 1, 1}));
    CHECK(aten::adaptive_avg_pool2d(f32({4, 0}), one) == f32({1, 1}));
    CHECK(aten::adaptive_avg_pool2d(strided(f32({2, 3, 8, 8}), {192, 1, 24, 3}), one) ==
          strided(f32({2, 3, 1, 1}), {3, 1, 3, 3}));
    CHECK_THROWS_WITH(static_cast<void>(aten::adaptive_avg_pool2d(f32({4}), one)),
                      "graft: aten::adaptive_avg_pool2d: 'self' must have at least 2 dimensions, not 1");
    CHECK_THROWS_WITH(static_cast<void>(aten::adaptive_avg_pool2d(f32({3, 0, 8}), std::vector{1, 2})),
                      "graft: aten::adaptive_avg_pool2d: 'self' is [3, 0, 8]");
}

TEST_CASE("pooling: windows and images that do not fit are rejected") {
    CHECK_THROWS_WITH(static_cast<void>(aten::max_pool2d(f32({3, 8, 8}), 2, 2, 2)),
                      "graft: aten::max_pool2d: 'padding' must be at most half of the kernel");
    CHECK_THROWS_WITH(static_cast<void>(aten::max_pool2d(f32({3, 2, 8}), 3)),
                      "graft: aten::max_pool2d: the window does not fit into 'self' [3, 2, 8]");
    CHECK_THROWS_WITH(static_cast<void>(aten::max_pool2d(f32({8, 8}), 2)),
                      "graft: aten::max_pool2d: 'self' must have 3 or 4 dimensions, not 2");
    CHECK_THROWS_WITH(static_cast<void>(aten::avg_pool2d(f32({3, 0, 8}), 2)),
                      "graft: aten::avg_pool2d: 'self' is [3, 0, 8]");
    CHECK_THROWS_WITH(static_cast<void>(aten::avg_pool2d(f32({3, 8, 8}), 2, "divisor_override"_a = 0)),
                      "graft: aten::avg_pool2d: 'divisor_override' must not be 0");
    CHECK_THROWS_WITH(static_cast<void>(aten::_adaptive_avg_pool2d(f32({3, 8, 8}), std::vector{2, -1})),
                      "graft: aten::_adaptive_avg_pool2d: 'output_size' is [2, -1]");
}

namespace {

TEST_CASE("adaptive_max_pool: the last dimensions get the sizes asked for") {
    CHECK(text(aten::adaptive_max_pool1d(f32({s0(), 2, 9}), 3)) == "(f32[s0, 2, 3], i64[s0, 2, 3])");
    CHECK(text(aten::adaptive_max_pool3d(f32({2, 4, 5, 6}), std::vector{1, 2, 3})) ==
          "(f32[2, 1, 2, 3], i64[2, 1, 2, 3])");
}

TEST_CASE("adaptive_max_pool: the first dimension may be 0, also where it counts channels") {
    CHECK(text(aten::adaptive_max_pool1d(f32({0, 9}), 3)) == "(f32[0, 3], i64[0, 3])");
    CHECK(text(aten::adaptive_max_pool3d(f32({0, 4, 5, 6}), std::vector{1, 2, 3})) ==
          "(f32[0, 1, 2, 3], i64[0, 1, 2, 3])");
}

TEST_CASE("adaptive_max_pool: empty images and negative sizes are rejected") {
    CHECK_THROWS_WITH(static_cast<void>(aten::adaptive_max_pool2d(f32({2, 0, 5}), std::vector{1, 1})),
                      "graft: aten::adaptive_max_pool2d: 'self' is [2, 0, 5]");
    CHECK_THROWS_WITH(static_cast<void>(aten::adaptive_max_pool2d(f32({2, 4, 5}), std::vector{1, -1})),
                      "graft: aten::adaptive_max_pool2d: 'output_size' is [1, -1]");
}

} // namespace
