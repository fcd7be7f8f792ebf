#include <graft/dialect/meta/more_views.hpp>

#include <graft/dialect/aten/view.hpp>
#include <graft/schema/infer.hpp>

#include "../../io/raises.hpp"
#include "specs.hpp"

#include <doctest/doctest.h>

#include <vector>

using namespace graft;
using namespace graft_test;

TEST_CASE("more views: diagonals on both sides") {
    CHECK(aten::diagonal(f32({3, 4})) == value_spec(strided(f32({3}), {5})));
    CHECK(aten::diagonal(f32({3, 4}), 2) == value_spec(strided(f32({2}), {5}, 2)));
    CHECK(aten::diagonal(f32({3, 4}), -1) == value_spec(strided(f32({2}), {5}, 4)));
    CHECK(aten::diagonal(f32({3, 4}), 9).tensor.sizes == std::vector<sym_int>{0});
    CHECK(raised([] { aten::diagonal(f32({3, 4}), 0, 1, -1); }).find("'dim1'") != std::string::npos);
}

TEST_CASE("more views: parts and windows") {
    CHECK(aten::narrow(f32({4, s0()}), 0, -3, 2) == value_spec(strided(f32({2, s0()}), {s0(), 1}, s0())));
    CHECK(aten::unfold(f32({7}), 0, 3, 2) == value_spec(strided(f32({3, 3}), {2, 1})));
    CHECK(raised([] { aten::narrow(f32({4}), 0, 3, 2); }).find("out of range") != std::string::npos);
    CHECK(raised([] { aten::unfold(f32({2}), 0, 3, 1); }).find("'size'") != std::string::npos);
}

TEST_CASE("more views: dimensions are moved") {
    CHECK(aten::movedim.int_(f32({2, 3, 4}), 0, -1) == value_spec(strided(f32({3, 4, 2}), {4, 1, 12})));
    CHECK(aten::movedim.intlist(f32({2, 3, 4}), std::vector{2, 0}, std::vector{0, 1}) ==
          value_spec(strided(f32({4, 2, 3}), {1, 12, 4})));
    CHECK(aten::swapaxes(f32({2, 3}), 0, 1) == value_spec(strided(f32({3, 2}), {1, 3})));
    CHECK(aten::mT(f32({5, 2, 3})) == value_spec(strided(f32({5, 3, 2}), {6, 1, 3})));
    CHECK(aten::mT(f32({})) == value_spec(f32({})));
    CHECK(raised([] { aten::mT(f32({2})); }).find("at least 2 dimensions, not 1") != std::string::npos);
    CHECK(aten::expand_as(f32({1, 3}), f32({s0(), 3})) == value_spec(strided(f32({s0(), 3}), {0, 1})));
}
