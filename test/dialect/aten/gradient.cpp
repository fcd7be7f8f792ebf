#include <graft/dialect/aten/gradient.hpp>

#include <doctest/doctest.h>

#include "../../io/raises.hpp"
#include "../inferred.hpp"

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
