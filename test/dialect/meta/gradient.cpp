#include <graft/dialect/meta/gradient.hpp>

#include <graft/dialect/aten/gradient.hpp>
#include <graft/schema/infer.hpp>

#include "specs.hpp"

#include <doctest/doctest.h>

#include <array>
#include <vector>

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

TEST_CASE("gradient meta: a gradient of the wrong sizes or dtype is rejected") {
    auto const f = [](tensor_spec const& dy) {
        std::array const one{1}, zero{0};
        return aten::convolution_backward(dy, f32({2, 2, 7}), f32({3, 2, 3}), nullptr, one, zero, one, false, zero, 1,
                                          std::array{true, true, true});
    };
    CHECK(f(f32({2, 3, 5})).items.at(2) == f32({3}));
    CHECK_THROWS_WITH(static_cast<void>(f(f32({2, 3, 6}))),
                      "graft: aten::convolution_backward: 'grad_output' is [2, 3, 6], not [2, 3, 5]");
    CHECK_THROWS_WITH(static_cast<void>(f(i64({2, 3, 5}))),
                      "graft: aten::convolution_backward: 'grad_output' is torch.int64, not torch.float32");
}

TEST_CASE("gradient meta: a mask that is not of three values is rejected") {
    auto const f = [](auto const& mask) {
        std::array const one{1}, zero{0};
        return aten::convolution_backward(f32({2, 3, 5}), f32({2, 2, 7}), f32({3, 2, 3}), nullptr, one, zero, one,
                                          false, zero, 1, mask);
    };
    CHECK(f(std::array{false, false, true}).items.at(2) == f32({3}));
    CHECK_THROWS_WITH(static_cast<void>(f(std::array{true})),
                      "graft: aten::convolution_backward: 'output_mask' has 1 values, not 3");
    CHECK_THROWS_WITH(static_cast<void>(f(std::array{true, true, true, true})),
                      "graft: aten::convolution_backward: 'output_mask' has 4 values, not 3");
}
