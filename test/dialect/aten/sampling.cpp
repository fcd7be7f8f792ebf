#include <graft/dialect/aten/sampling.hpp>

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

TEST_CASE("sampling: sizes follow the grid, the factors or the blocks") {
    graph g;
    value const x = tensor(g, {1, 3, 8, 6}), grid = tensor(g, {1, 5, 7, 2});
    CHECK(inferred(aten::grid_sampler_2d(x, grid, 0, 0, false)) == "f32[1, 3, 5, 7]");
    CHECK(inferred(aten::_upsample_bilinear2d_aa(x, ints{4, 3}, false)) == "f32[1, 3, 4, 3]");
    CHECK(inferred(aten::_upsample_bilinear2d_aa.vec(x, std::optional<int>{}, false, std::vector{0.5, 2.0})) ==
          "f32[1, 3, 4, 12]");
    CHECK(inferred(aten::col2im(tensor(g, {2, 12, 4}), ints{3, 3}, ints{2, 2}, ints{1, 1}, ints{0, 0}, ints{1, 1})) ==
          "f32[2, 3, 3, 3]");
    CHECK(raised([&] { inferred(aten::grid_sampler_2d(x, grid, 3, 0, false)); }).find("'interpolation_mode'") !=
          std::string::npos);
}

} // namespace

using namespace graft_test;

TEST_CASE("sampling meta: blocks that do not cover the image are rejected") {
    auto const f = [](tensor_spec const& x) {
        return aten::col2im(x, std::array{3, 3}, std::array{2, 2}, std::array{1, 1}, std::array{0, 0},
                            std::array{1, 1});
    };
    CHECK(f(f32({s0(), 4, 4})) == f32({s0(), 1, 3, 3}));
    CHECK_THROWS_WITH(static_cast<void>(f(f32({1, 5, 4}))),
                      "graft: aten::col2im: 'self' [1, 5, 4] is not 4 blocks of so many times 4 elements");
    CHECK_THROWS_WITH(static_cast<void>(aten::_upsample_bilinear2d_aa(i64({1, 1, 2, 2}), std::array{3, 3}, false)),
                      "graft: aten::_upsample_bilinear2d_aa: it is not defined for torch.int64");
}
