#include <graft/library/special/names.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>
#include <graft/runtime/kernels.hpp>

#include "../../runtime/tensors.hpp"

#include <cmath>
#include <limits>

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("special: ops under the names of torch.special") {
    tensor const x = f32({3}, {0, 1, -1});
    CHECK(show(aten::special_expit(x)) == show(aten::sigmoid(x)));
    CHECK(show(aten::special_xlogy.other_scalar(x, 2)) == show(aten::xlogy.Scalar_Other(x, 2)));
    CHECK(show(aten::special_softmax(x, 0)) == show(aten::softmax.int_(x, 0)));
    CHECK(show(aten::special_round(f32({2}, {1.5, 2.5}))) == "f32[2]: 2 2");
}

TEST_CASE("special: entropy, and the normal distribution") {
    float const infinity = std::numeric_limits<float>::infinity();
    CHECK(show(aten::special_entr(f32({4}, {0, 1, 0.5, -1}))) == "f32[4]: 0 -0 0.346574 -inf");
    CHECK(show(aten::special_entr(i64({2}, {0, 2}))) == "f32[2]: 0 -1.38629");
    CHECK(show(aten::special_ndtr(f32({3}, {0, infinity, -infinity}))) == "f32[3]: 0.5 1 0");
}

TEST_CASE("special: a logarithm of one more counts nothing where its factor is 0") {
    CHECK(show(aten::special_xlog1py.self_scalar(2, f32({2}, {0, 1}))) == "f32[2]: 0 1.38629");
    CHECK(show(aten::special_xlog1py.self_scalar(0, f32({3}, {-1, 1, NAN}))) == "f32[3]: 0 0 nan");
    CHECK(show(aten::special_xlog1py(i64({2}, {0, 3}), i64({2}, {-1, 1}))) == "f32[2]: 0 2.07944");
}

} // namespace
