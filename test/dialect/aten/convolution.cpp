#include <graft/dialect/aten/convolution.hpp>

#include <doctest/doctest.h>

#include "../../io/raises.hpp"
#include "../inferred.hpp"

#include <optional>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using graft_test::inferred;
using graft_test::ops_giving;
using graft_test::tensor;

using ints = std::vector<int>;

TEST_CASE("convolution: sizes follow kernel, stride, padding, dilation and groups") {
    graph g;
    value const x = tensor(g, {1, 4, 8, 8}), w = tensor(g, {6, 4, 3, 3}), b = tensor(g, {6});
    CHECK(ops_giving("f32[1, 6, 6, 6]", {aten::conv2d(x, w), aten::conv2d(x, w, b)}) == "conv2d conv2d");
    CHECK(inferred(aten::conv2d(x, w, b, ints{2, 1}, ints{1, 1})) == "f32[1, 6, 4, 8]");
    CHECK(inferred(aten::conv2d(x, w, "dilation"_a = ints{3, 3})) == "f32[1, 6, 2, 2]");
    CHECK(inferred(aten::conv2d(x, tensor(g, {8, 2, 1, 1}), "groups"_a = 2)) == "f32[1, 8, 8, 8]");
    CHECK(ops_giving("f32[1, 6, 8, 8]", {aten::convolution(x, w, b, ints{1, 1}, ints{1, 1}, ints{1, 1}, false,
                                                           ints{0, 0}, 1)}) == "convolution");
}

TEST_CASE("convolution: a transposed one undoes the sizes of its forward twin") {
    graph g;
    value const x = tensor(g, {1, 4, 4, 4}), w = tensor(g, {4, 6, 3, 3});
    CHECK(ops_giving("f32[1, 6, 8, 8]",
                     {aten::conv_transpose2d.input(x, w, "stride"_a = ints{2, 2}, "padding"_a = ints{1, 1},
                                                   "output_padding"_a = ints{1, 1})}) == "conv_transpose2d.input");
    CHECK(inferred(aten::convolution(x, w, std::optional<value>{}, ints{2, 2}, ints{0, 0}, ints{1, 1}, true, ints{0, 0},
                                     1)) == "f32[1, 6, 9, 9]");
}

TEST_CASE("convolution: padding by name") {
    graph g;
    value const x = tensor(g, {1, 3, 5, 6}), w = tensor(g, {4, 3, 3, 2}), b = tensor(g, {4});
    CHECK(inferred(aten::conv2d.padding(x, w, b, ints{1, 1}, "same")) == "f32[1, 4, 5, 6]");
    CHECK(inferred(aten::conv1d.padding(tensor(g, {3, 5}), tensor(g, {4, 3, 3}))) == "f32[4, 3]");
    CHECK(graft_test::raised([&] {
              inferred(aten::conv2d.padding(x, w, b, ints{1, 1}, "full"));
          }).find("aten::conv2d.padding: 'padding' must be 'valid' or 'same', not 'full'") != std::string::npos);
}

TEST_CASE("convolution: channels that do not fit are refused") {
    graph g;
    value const x = tensor(g, {1, 5, 8, 8}), w = tensor(g, {6, 4, 3, 3});
    CHECK(graft_test::raised([&] { inferred(aten::conv2d(x, w)); }).find("aten::conv2d") != std::string::npos);
}

static_assert(has(aten::convolution_default::info().tags, op_tags::core));
static_assert(!has(aten::conv2d_default::info().tags, op_tags::core));

} // namespace
