// Header-only: what holds in constants needs bodies.
#include <graft/dialect/meta/rearrange.hpp>

#include <graft/dialect/aten/activation.hpp>
#include <graft/dialect/aten/pooling.hpp>
#include <graft/dialect/aten/rearrange.hpp>
#include <graft/dialect/aten/upsampling.hpp>
#include <graft/schema/infer.hpp>

#include "specs.hpp"

#include <doctest/doctest.h>

#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

static_assert([] { return aten::constant_pad_nd(f32({2, s0()}), std::vector{1, 2, 0, -1}) == f32({1, s0() + 3}); }());
static_assert([] { return aten::repeat(f32({s0(), 3}), std::vector{4, 2, 1}) == f32({4, 2 * s0(), 3}); }());
static_assert([] { return aten::pixel_shuffle(f32({2, 12, 3, 5}), 2) == f32({2, 3, 6, 10}); }());
static_assert([] { return aten::glu(f32({2, 6}), 1) == f32({2, 3}); }());
static_assert([] { return aten::tril(f32({5, 2, 3})) == f32({5, 2, 3}); }());

} // namespace

TEST_CASE("rearrange: the order of dimensions in memory is kept") {
    tensor_spec const columns = strided(f32({2, 3}), {1, 2}, 1);
    CHECK(aten::flip(columns, std::vector{0}) == strided(f32({2, 3}), {1, 2}));
    CHECK(aten::glu(strided(f32({4, 6}), {1, 4}), 1) == strided(f32({4, 3}), {1, 4}));
    tensor_spec const image = strided(f32({2, 3, 4, 4}), {48, 1, 12, 3});
    CHECK(aten::constant_pad_nd(image, std::vector{1, 1}) == strided(f32({2, 3, 4, 6}), {72, 1, 18, 3}));
    // What is cut only is a copy of a part.
    tensor_spec const turned = strided(f32({5, 4, 4}), {4, 1, 20});
    CHECK(aten::constant_pad_nd(turned, std::vector{0, 0}) == turned);
    CHECK(aten::constant_pad_nd(turned, std::vector{-1, 0}) == strided(f32({5, 4, 3}), {4, 1, 20}));
    CHECK(aten::constant_pad_nd(turned, std::vector{1, 0}) == f32({5, 4, 5}));
}

TEST_CASE("rearrange: an image is scaled to a size or by factors that are rounded down") {
    tensor_spec const image = f32({1, 3, 4, 5});
    CHECK(aten::upsample_nearest2d.vec(image, std::vector{s0(), sym_int(7)}, nullptr) == f32({1, 3, s0(), 7}));
    CHECK(aten::upsample_nearest2d.vec(f32({1, 3, s0(), 5}), nullptr, std::vector{2.0, 1.5}) ==
          f32({1, 3, 2 * s0(), 7}));
    CHECK_THROWS_WITH(static_cast<void>(aten::upsample_nearest2d.vec(image, nullptr, nullptr)),
                      "graft: aten::upsample_nearest2d.vec: exactly one of 'output_size' and "
                      "'scale_factors' must be given");
}

TEST_CASE("rearrange: sizes that cannot be are rejected") {
    CHECK_THROWS_WITH(static_cast<void>(aten::constant_pad_nd(f32({2}), std::vector{-2, -1})),
                      "graft: aten::constant_pad_nd: 'pad' [-2, -1] cuts more than 'self' [2] "
                      "has");
    CHECK_THROWS_WITH(static_cast<void>(aten::constant_pad_nd(f32({2}), std::vector{1})),
                      "graft: aten::constant_pad_nd: 'pad' has 1 entries for 1 dimensions");
    CHECK_THROWS_WITH(static_cast<void>(aten::repeat(f32({2, 3}), std::vector{2})),
                      "graft: aten::repeat: 'repeats' has 1 entries for 2 dimensions");
    CHECK_THROWS_WITH(static_cast<void>(aten::glu(f32({2, 3}))),
                      "graft: aten::glu: dimension 1 of 'self' [2, 3] is odd");
    CHECK_THROWS_WITH(static_cast<void>(aten::flip(f32({2, 3}), std::vector{1, -1})),
                      "graft: aten::flip: 'dims' names dimension -1 twice");
    CHECK_THROWS_WITH(static_cast<void>(aten::tril(f32({2}))),
                      "graft: aten::tril: 'self' must have at least 2 dimensions, not 1");
}

TEST_CASE("rearrange: a pad of elements takes no number, and has one or two dimensions before those that it pads") {
    CHECK(aten::pad(f32({2, 3}), std::vector{1, 0, 0, 2}, "constant", 1.5) == f32({4, 4}));
    CHECK(aten::pad(f32({2, 3}), std::vector{1, 0}, "reflect", 0.0) == f32({2, 4}));
    CHECK(aten::pad(f32({2, 3, 4, 5}), std::vector{1, 0, 0, 2}, "circular") == f32({2, 3, 6, 6}));
    CHECK(aten::pad(f32({0, 2, 3}), std::vector{1, 0}, "reflect") == f32({0, 2, 4}));
    CHECK(aten::pad(f32({0, 2, 3}), std::vector{1, 0, 0, 1}, "circular") == f32({0, 3, 4}));
    CHECK_THROWS_WITH(static_cast<void>(aten::pad(f32({0, 2, 3}), std::vector{1, 0, 0, 1}, "reflect")),
                      "graft: aten::pad: 'self' is [0, 2, 3]");
    CHECK_THROWS_WITH(static_cast<void>(aten::pad(f32({2, 3}), std::vector{1, 0}, "replicate", -0.5)),
                      "graft: aten::pad: the mode 'replicate' takes no 'value'");
    CHECK_THROWS_WITH(static_cast<void>(aten::pad(f32({2, 3}), std::vector{0, 0, 0, 1}, "replicate")),
                      "graft: aten::pad: the mode 'replicate' does not pad a 'self' of 2 dimensions by 4 entries");
    CHECK_THROWS_WITH(static_cast<void>(aten::pad(f32({2, 3, 4, 5}), std::vector{0, 1}, "circular")),
                      "graft: aten::pad: the mode 'circular' does not pad a 'self' of 4 dimensions by 2 entries");
}
