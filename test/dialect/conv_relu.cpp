#include <graft/dialect/conv_relu.hpp>

#include <doctest/doctest.h>

#include "inferred.hpp"

#include <array>

namespace {

using namespace graft;

TEST_CASE("conv_relu: gives what the convolution gives, and refuses what it refuses") {
    auto const result = [](tensor_spec const& x, tensor_spec const& w) {
        graft::call<tensor_spec> c(backend::conv_relu.info());
        c.set("input", x).set("weight", w).set("bias", nullptr);
        c.set("stride", std::array{2, 1}).set("padding", std::array{1, 0}).set("dilation", std::array{1, 2});
        c.set("groups", 2);
        return infer(c).tensor;
    };
    symbol const s{"s0"};
    tensor_spec const x = make_spec(dtype::f32, {s, 4, 6, 5}), w = make_spec(dtype::f32, {6, 2, 3, 2});
    CHECK(result(x, w) == make_spec(dtype::f32, {s, 6, 3, 3}));
    CHECK_THROWS_AS(static_cast<void>(result(x, make_spec(dtype::f32, {6, 3, 3, 2}))), error);
}

} // namespace
