#include <graft/runtime/evaluate.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/kernels/elementwise.hpp>
#include <graft/runtime/kernels/index.hpp>
#include <graft/runtime/kernels/shape.hpp>

#include "../io/raises.hpp"
#include "tensors.hpp"
#include "toy.hpp"

#include <array>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;
using tensor_call = graft::call<tensor>;

TEST_CASE("evaluate: results have the dtype and sizes that the meta function gives") {
    tensor const x = f32({2, 1}, {1, 2}), y = i64({3}, {1, 2, 3});
    tensor_call c(aten::lt.Tensor.info());
    c.set("self", x).set("other", y);
    CHECK(show(evaluate(c, &kernel_of<decltype(aten::lt.Tensor)>::run)) == "b8[2, 3]: 0 1 1 0 0 1\n");
}

TEST_CASE("evaluate: an op with several results gets one tensor for each") {
    tensor const x = f32({2}, {-1, 2});
    tensor_call c(toy::split_sign.info());
    c.set("self", x);
    std::vector<tensor> const results = evaluate(c, &kernel_of<toy::split_sign_t>::run);
    CHECK(show(results) == "f32[2]: 0 2\nf32[2]: -1 0\n");
    CHECK_FALSE(results[0].shares_storage(results[1]));
}

TEST_CASE("evaluate: results are row-major whatever the layout of the arguments") {
    tensor const x = iota({2, 3}).as_strided({3, 2}, {1, 3}, 0);
    tensor_call c(aten::neg.default_.info());
    c.set("self", x);
    tensor const result = evaluate(c, &kernel_of<decltype(aten::neg.default_)>::run).front();
    CHECK(result.is_contiguous());
    CHECK(show(result) == "f32[3, 2]: -0 -3 -1 -4 -2 -5");
}

TEST_CASE("evaluate: an empty tensor gives an empty result") {
    tensor const x = tensor::empty({0, 3}, dtype::f32);
    tensor_call c(aten::neg.default_.info());
    c.set("self", x);
    CHECK(show(evaluate(c, &kernel_of<decltype(aten::neg.default_)>::run)) == "f32[0, 3]:\n");
}

TEST_CASE("evaluate: a list of tensors reaches meta function and kernel alike") {
    tensor const x = f32({1, 2}, {1, 2}), y = f32({2, 2}, {3, 4, 5, 6});
    tensor_call c(aten::cat.default_.info());
    std::vector<tensor> const parts{x, y};
    c.set("tensors", parts);
    CHECK(show(evaluate(c, &kernel_of<decltype(aten::cat.default_)>::run)) == "f32[3, 2]: 1 2 3 4 5 6\n");
}

TEST_CASE("evaluate: where the sizes depend on the elements the kernel makes the results") {
    tensor const x = f32({3}, {0, 5, 7});
    tensor_call c(aten::nonzero.default_.info());
    c.set("self", x);
    CHECK(show(evaluate(c, &kernel_of<decltype(aten::nonzero.default_)>::run)) == "i64[2, 1]: 1 2\n");
}

TEST_CASE("evaluate: no kernel, or an argument that is missing, is an error that names the op") {
    tensor const x = f32({1}, {1});
    tensor_call c(aten::add.Tensor.info());
    CHECK(raised([&] { static_cast<void>(evaluate(c.set("self", x), nullptr)); }) ==
          "graft: aten::add.Tensor: argument 'other' has no default and is not given");
    CHECK(raised([&] { static_cast<void>(evaluate(c.set("other", 1), nullptr)); }) ==
          "graft: aten::add.Tensor: there is no kernel for this op");
}

} // namespace
