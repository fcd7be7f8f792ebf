#include <graft/runtime/kernels/special.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>

#include "../tensors.hpp"

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("special: the ops reach their kernels") {
    CHECK(show(aten::i0(f32({1}, {0}))) == "f32[1]: 1");
    CHECK(show(aten::igamma(f32({1}, {2}), f32({1}, {0}))) == "f32[1]: 0");
    CHECK(show(aten::igammac(f32({1}, {2}), f32({1}, {0}))) == "f32[1]: 1");
    CHECK(show(aten::frexp.Tensor(f32({2}, {6, -1}))) == "f32[2]: 0.75 -0.5\ni32[2]: 3 1\n");
    tensor const turned = aten::polar(f32({1}, {2}), f32({1}, {0}));
    CHECK(show(turned.view_as_real()) == "f32[1, 2]: 2 0");
    CHECK(aten::polygamma(1, f32({1}, {1})).item().to<double>() == doctest::Approx(1.6449340668));
}

} // namespace
