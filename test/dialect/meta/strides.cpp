// Header-only: what holds in constants needs bodies.
#include <graft/dialect/meta/strides.hpp>

#include <graft/meta/vec.hpp>

#include "specs.hpp"

#include <doctest/doctest.h>

#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

using strides_t = std::vector<sym_int>;
using order_t = std::vector<std::size_t>;

constexpr order_t order_of(tensor_spec const& spec) { return memory_order(spec.sizes, {&spec.strides, 1}); }

static_assert([] { return order_of(f32({2, 3, 4})) == order_t{2, 1, 0}; }());
static_assert([] { return order_of(strided(f32({2, 3, 4}), {1, 2, 6})) == order_t{0, 1, 2}; }());
static_assert([] { return dense_strides({2, 3, 4}, order_t{0, 2, 1}) == strides_t{1, 8, 2}; }());
static_assert([] { return channels_last_strides({2, 3, 4, 5}) == strides_t{60, 1, 15, 3}; }());
static_assert([] { return channels_last_strides({3, 4, 5}) == strides_t{1, 15, 3}; }());

} // namespace

TEST_CASE("strides: an expanded dimension has no place in memory, so it stays where it is") {
    CHECK(order_of(strided(f32({2, 3, 4}), {0, 1, 3})) == order_t{1, 2, 0});
    CHECK(preserved_strides(strided(f32({2, 3}), {0, 1})) == strides_t{3, 1});
}

TEST_CASE("strides: dense is without gaps and overlaps, in any order") {
    CHECK(is_dense(strided(f32({2, 3, 4}), {1, 2, 6})));
    CHECK(is_dense(strided(f32({1, 3}), {100, 1})));
    CHECK(is_dense(strided(f32({s0(), 3}), {1, s0()})));
    CHECK_FALSE(is_dense(strided(f32({2, 3}), {8, 2})));
    CHECK_FALSE(is_dense(strided(f32({2, 3}), {1, 1})));
    CHECK(preserved_strides(strided(f32({2, 3}), {2, 8})) == strides_t{1, 2});
}

TEST_CASE("strides: what is computed lies densely, where sizes of 1 have strides too") {
    CHECK(similar_strides(strided(f32({1, 2, 7}), {7, 7, 1})) == strides_t{14, 7, 1});
    CHECK(similar_strides(strided(f32({3, 1, 2}), {1, 9, 3})) == strides_t{1, 6, 3});
    CHECK(similar_strides(strided(f32({1}), {3})) == strides_t{1});
    CHECK(preserved_strides(strided(f32({3, 1, 2}), {1, 9, 3})) == strides_t{1, 9, 3});
    CHECK(preserved_strides(strided(f32({1}), {3})) == strides_t{1});
    CHECK(similar_strides(strided(f32({s0(), 3, 2}), {6, 1, 3})) == strides_t{6, 1, 3});
}

TEST_CASE("strides: of several operands the first that tells decides") {
    vec<vec<sym_int>> const rows_first{{3, 1}, {1, 2}}, nothing_told{{0, 0}, {1, 2}};
    CHECK(joint_strides({2, 3}, rows_first) == strides_t{3, 1});
    CHECK(joint_strides({2, 3}, nothing_told) == strides_t{1, 2});
}

TEST_CASE("strides: a size of 0 counts as 1") {
    CHECK(dense_strides({2, 0, 4}, order_t{2, 1, 0}) == strides_t{4, 4, 1});
}

TEST_CASE("strides: channels-last is for images and volumes, of symbolic batches too") {
    tensor_spec const image = strided(f32({2, 3, 4, 5}), {60, 1, 15, 3});
    tensor_spec const gapped = strided(f32({2, 3, 4, 5}), {120, 1, 30, 6});
    CHECK(is_channels_last(image));
    CHECK(suggests_channels_last(image));
    CHECK_FALSE(is_channels_last(gapped));
    CHECK(suggests_channels_last(gapped));
    CHECK_FALSE(is_channels_last(f32({2, 3, 4, 5})));
    CHECK_FALSE(suggests_channels_last(f32({2, 3, 4, 5})));
    CHECK_FALSE(is_channels_last(strided(f32({3, 4, 5}), {1, 15, 3})));
    CHECK(suggests_channels_last(strided(f32({s0(), 3, 4, 5}), {60, 1, 15, 3})));
}

TEST_CASE("strides: one channel is in both orders, and one pixel is contiguous first") {
    CHECK(is_channels_last(f32({2, 1, 4, 5})));
    CHECK_FALSE(suggests_channels_last(f32({2, 3, 1, 1})));
}
