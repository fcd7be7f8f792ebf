#include <graft/dialect/packed_linear.hpp>

#include <doctest/doctest.h>

#include "inferred.hpp"

#include <vector>

namespace {

using namespace graft;

TEST_CASE("packed_linear: a product keeps all dimensions but the last, symbolic ones too") {
    symbol const s{"s0"};
    tensor_spec const x = make_spec(dtype::f32, {s, 3, 4}), w = make_spec(dtype::f32, {5, 4});
    graft::call<tensor_spec> c(packed::linear.info());
    c.set("input", x).set("weight", w);
    tensor_spec const result = infer(c).tensor;
    CHECK(result.sizes == std::vector<sym_int>{s, 3, 5});
    CHECK(is_contiguous(result));
}

TEST_CASE("packed_linear: sizes that do not fit, other dtypes and weights that are no matrix are errors") {
    auto const rejects = [](tensor_spec const& x, tensor_spec const& w) {
        graft::call<tensor_spec> c(packed::linear.info());
        c.set("input", x).set("weight", w);
        CHECK_THROWS_AS(static_cast<void>(infer(c)), error);
    };
    rejects(make_spec(dtype::f32, {2, 3}), make_spec(dtype::f32, {5, 4}));
    rejects(make_spec(dtype::f64, {2, 4}), make_spec(dtype::f64, {5, 4}));
    rejects(make_spec(dtype::f32, {2, 4}), make_spec(dtype::f32, {4}));
    rejects(make_spec(dtype::f32, {}), make_spec(dtype::f32, {5, 4}));

    tensor_spec const x = make_spec(dtype::f32, {2, 4}), w = make_spec(dtype::f32, {5, 4});
    auto const with_bias = [&](tensor_spec const& bias) {
        graft::call<tensor_spec> c(packed::linear.info());
        c.set("input", x).set("weight", w).set("bias", bias);
        return infer(c).tensor.sizes;
    };
    CHECK(with_bias(make_spec(dtype::f32, {5})) == std::vector<sym_int>{2, 5});
    for (tensor_spec const& bias :
         {make_spec(dtype::f32, {}), make_spec(dtype::f32, {4}), make_spec(dtype::f32, {1, 5})})
        CHECK_THROWS_WITH(static_cast<void>(with_bias(bias)), doctest::Contains("'bias'"));
}

} // namespace
