#include <graft/dialect/meta/sampling.hpp>

#include <graft/dialect/aten/sampling.hpp>
#include <graft/schema/infer.hpp>

#include "specs.hpp"

#include <doctest/doctest.h>

#include <array>
#include <vector>

using namespace graft;
using namespace graft::literals;
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
