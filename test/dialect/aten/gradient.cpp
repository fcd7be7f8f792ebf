#include <graft/dialect/aten/gradient.hpp>

#include <graft/schema/infer.hpp>

#include "../../io/raises.hpp"
#include "../inferred.hpp"
#include "../meta/specs.hpp"

#include <doctest/doctest.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using graft_test::inferred;
using graft_test::raised;
using graft_test::tensor;

using ints = std::vector<int>;

TEST_CASE("gradient: it has the sizes of what it is the gradient of") {
    graph g;
    value const x = tensor(g, {2, 3, 8, 8}), y = tensor(g, {2, 3, 4, 4}), at = tensor(g, {2, 3, 4, 4}, dtype::i64);
    std::optional<int> const none;
    CHECK(inferred(aten::avg_pool2d_backward(y, x, ints{2}, ints{}, ints{0}, false, true, none)) == "f32[2, 3, 8, 8]");
    CHECK(inferred(aten::max_pool2d_with_indices_backward(y, x, ints{2}, ints{}, ints{0}, ints{1}, false, at)) ==
          "f32[2, 3, 8, 8]");
    CHECK(inferred(aten::_adaptive_avg_pool2d_backward(y, x)) == "f32[2, 3, 8, 8]");
    CHECK(inferred(aten::embedding_dense_backward(tensor(g, {4, 5}), tensor(g, {4}, dtype::i64), 9, -1, false)) ==
          "f32[9, 5]");
    CHECK(raised([&] {
              inferred(aten::avg_pool2d_backward(x, x, ints{2}, ints{}, ints{0}, false, true, none));
          }).find("'grad_output' is [2, 3, 8, 8], not [2, 3, 4, 4]") != std::string::npos);
}

TEST_CASE("gradient: what is not asked for is None") {
    graph g;
    std::optional<value> const none;
    value const x = tensor(g, {2, 4, 3}), s = tensor(g, {2, 2}), w = tensor(g, {6, 4, 1}), y = tensor(g, {2, 6, 3});
    CHECK(inferred(aten::native_group_norm_backward(x, x, s, s, none, 2, 4, 3, 2, std::array{true, false, true})) ==
          "(f32[2, 4, 3], None, f32[4])");
    value const rows = tensor(g, {2, 4, 1});
    CHECK(inferred(aten::native_layer_norm_backward(x, x, ints{3}, rows, rows, none, none,
                                                    std::array{true, false, false})) == "(f32[2, 4, 3], None, None)");
    CHECK(inferred(aten::convolution_backward(y, x, w, none, ints{1}, ints{0}, ints{1}, false, ints{0}, 1,
                                              std::array{false, true, true})) == "(None, f32[6, 4, 1], f32[6])");
}

} // namespace

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
