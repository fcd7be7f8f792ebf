#include <graft/dialect/channels_last.hpp>

#include <doctest/doctest.h>

#include "inferred.hpp"

#include <array>
#include <vector>

namespace {

using namespace graft;

tensor_spec image(std::vector<sym_int> sizes) { return make_spec(dtype::f32, std::move(sizes)); }

TEST_CASE("channels_last: a convolution keeps the batch and puts the features last") {
    tensor_spec const x = image({2, 9, 7, 6}), w = image({10, 3, 3, 2});
    graft::call<tensor_spec> c(channels_last::convolution.info());
    c.set("input", x).set("weight", w).set("stride", std::array{2, 1}).set("padding", std::array{1, 0});
    c.set("bias", nullptr).set("dilation", std::array{1, 2}).set("groups", 2).set("other", nullptr);
    c.set("min", nullptr).set("max", nullptr);
    tensor_spec const result = infer(c).tensor;
    CHECK(result.sizes == std::vector<sym_int>{2, 5, 5, 10});
    CHECK(is_contiguous(result));
}

TEST_CASE("channels_last: a pool keeps batch and channels") {
    tensor_spec const x = image({2, 9, 7, 6});
    graft::call<tensor_spec> c(channels_last::max_pool2d.info());
    c.set("input", x).set("kernel_size", std::array{3, 2}).set("padding", std::array{1, 0});
    CHECK(infer(c).tensor.sizes == std::vector<sym_int>{2, 3, 3, 6});
    c.set("ceil_mode", true);
    CHECK(infer(c).tensor.sizes == std::vector<sym_int>{2, 4, 4, 6});
}

TEST_CASE("channels_last: what is no image is an error") {
    tensor_spec const x = image({9, 7, 6}), w = image({10, 6, 3, 3});
    graft::call<tensor_spec> c(channels_last::convolution.info());
    c.set("input", x).set("weight", w).set("bias", nullptr).set("other", nullptr).set("groups", 1);
    for (char const* const list : {"stride", "padding", "dilation"})
        c.set(list, std::array{1, 1});
    c.set("min", nullptr).set("max", nullptr);
    CHECK_THROWS_AS(static_cast<void>(infer(c)), error);
}

} // namespace
