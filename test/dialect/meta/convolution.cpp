// Header-only: what holds in constants needs bodies.
#include <graft/dialect/meta/convolution.hpp>

#include <graft/dialect/aten/convolution.hpp>
#include <graft/schema/infer.hpp>

#include "specs.hpp"

#include <doctest/doctest.h>

#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

static_assert([] { return aten::conv2d(f32({1, 3, 8, 8}), f32({6, 3, 3, 3})) == f32({1, 6, 6, 6}); }());
static_assert([] {
    return aten::conv2d(f32({3, 8, 8}), f32({6, 1, 3, 3}), "groups"_a = 3, "stride"_a = 2, "padding"_a = 1) ==
           f32({6, 4, 4});
}());
static_assert([] { return aten::conv2d(f32({s0(), 3, s0() + 2, 8}), f32({6, 3, 3, 3})) == f32({s0(), 6, s0(), 6}); }());

} // namespace

TEST_CASE("convolution: a dilated kernel reaches further") {
    CHECK(aten::conv2d(f32({1, 3, 8, 9}), f32({6, 3, 3, 2}), f32({6}), "dilation"_a = std::vector{2, 3}) ==
          f32({1, 6, 4, 6}));
}

TEST_CASE("convolution: a transposed one undoes the sizes of the other") {
    CHECK(aten::conv_transpose2d.input(f32({1, 4, 5, 5}), f32({4, 2, 3, 3}), "stride"_a = 2, "padding"_a = 1,
                                       "output_padding"_a = 1) == f32({1, 2, 10, 10}));
    std::vector const ones{1}, zeros{0};
    CHECK(aten::convolution(f32({2, 4, 7}), f32({4, 6, 3}), nullptr, ones, zeros, ones, true, zeros, 1) ==
          f32({2, 6, 9}));
}

TEST_CASE("convolution: channels-last input or weight makes the result channels-last") {
    tensor_spec const image = strided(f32({2, 3, 4, 4}), {48, 1, 12, 3});
    tensor_spec const expected = strided(f32({2, 6, 4, 4}), {96, 1, 24, 6});
    CHECK(aten::conv2d(image, f32({6, 3, 1, 1})) == expected);
    CHECK(aten::conv2d(f32({2, 3, 4, 4}), strided(f32({6, 3, 2, 2}), {12, 1, 6, 3}), "padding"_a = 1).tensor.strides ==
          std::vector<sym_int>{150, 1, 30, 6});
}

TEST_CASE("convolution: a row that may be channels-last is, and a volume never") {
    CHECK(aten::conv1d(strided(f32({3, 5, 1}), {5, 1, 5}), f32({10, 5, 1}), nullptr, 1, 1) ==
          strided(f32({3, 10, 3}), {30, 1, 10}));
    CHECK(aten::conv1d(strided(f32({2, 4, 6}), {24, 1, 4}), f32({4, 4, 3})) == f32({2, 4, 4}));
    CHECK(aten::conv3d(strided(f32({2, 4, 3, 3, 3}), {108, 1, 36, 12, 4}), f32({4, 4, 3, 3, 3})) ==
          f32({2, 4, 1, 1, 1}));
}

TEST_CASE("convolution: what does not fit is rejected") {
    tensor_spec const weight = f32({6, 3, 3, 3});
    auto const says = [&](tensor_spec const& input, char const* text) {
        CHECK_THROWS_WITH(static_cast<void>(aten::conv2d(input, weight)), text);
    };
    says(f32({1, 4, 8, 8}), "graft: aten::conv2d: the sizes of 'input' [1, 4, 8, 8] and "
                            "'weight' [6, 3, 3, 3] do not fit");
    says(f32({1, 3, 2, 8}), "graft: aten::conv2d: the kernel [6, 3, 3, 3] is larger than the "
                            "input [1, 3, 2, 8]");
    says(make_spec(dtype::f16, {1, 3, 8, 8}),
         "graft: aten::conv2d: 'weight' is torch.float32, but 'input' torch.float16");
    CHECK_THROWS_WITH(static_cast<void>(aten::conv2d(f32({3, 8, 8}), weight, "stride"_a = 0)),
                      "graft: aten::conv2d: 'stride' is [0, 0]");
    CHECK_THROWS_WITH(
        static_cast<void>(aten::conv_transpose2d.input(f32({1, 6, 8, 8}), weight, nullptr, std::vector{2, 2},
                                                       std::vector{0, 0}, std::vector{2, 1})),
        "graft: aten::conv_transpose2d.input: 'output_padding' [2, 1] must be below 'stride' [2, 2] or 'dilation' "
        "[1, 1]");
}

TEST_CASE("convolution: the padding of a transposed one may take all it gives in a dimension, and no more") {
    tensor_spec const weight = f32({1, 2, 2, 1, 3});
    auto const of = [&](int padding) {
        return aten::conv_transpose3d.input(f32({2, 1, 4, 4, 5}), weight, nullptr, std::vector{3, 1, 1},
                                            std::vector{2, padding, 2});
    };
    CHECK(of(2).tensor.sizes == std::vector<sym_int>{2, 2, 7, 0, 3});
    CHECK_THROWS_WITH(static_cast<void>(of(3)),
                      "graft: aten::conv_transpose3d.input: 'padding' [2, 3, 2] takes more than the kernel "
                      "[1, 2, 2, 1, 3] makes of the input [2, 1, 4, 4, 5]");
}
