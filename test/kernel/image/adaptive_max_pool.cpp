#include <graft/kernel/image/adaptive_max_pool.hpp>

#include <doctest/doctest.h>

#include "../reference.hpp"

#include <cmath>
#include <vector>

using namespace graft;
using reference::elements;
using reference::make;

using numbers = std::vector<double>;

TEST_CASE("adaptive_max_pool: parts overlap where sizes do not divide") {
    tensor out = tensor::empty({1, 2}, dtype::f32), at = tensor::empty({1, 2}, dtype::i64);
    kernel::adaptive_max_pool("op", make({1, 3}, dtype::f32, {1, 5, 2}), 1, out, at);
    CHECK(elements(out) == numbers{5, 5});
    CHECK(elements(at) == numbers{1, 1});
}

TEST_CASE("adaptive_max_pool: places are counted in the whole image; the first of several, the last NaN") {
    tensor out = tensor::empty({2, 1, 2}, dtype::f64), at = tensor::empty({2, 1, 2}, dtype::i64);
    double const nan = std::nan("");
    tensor const self = make({2, 2, 4}, dtype::f64, {1, 2, 3, 4, 2, 2, 9, 9, 0, nan, 1, 1, nan, 0, 1, 1});
    kernel::adaptive_max_pool("op", self, 2, out, at);
    CHECK(elements(at) == numbers{1, 6, 4, 2});
    CHECK(elements(out)[1] == 9);
    CHECK(std::isnan(elements(out)[2]));
}

TEST_CASE("adaptive_max_pool: one part is everything, in three dimensions as well") {
    tensor out = tensor::empty({1, 1, 1, 1}, dtype::f32), at = tensor::empty({1, 1, 1, 1}, dtype::i64);
    kernel::adaptive_max_pool("op", make({1, 2, 2, 2}, dtype::f32, {1, 2, 3, 4, 5, 8, 7, 6}), 3, out, at);
    CHECK(elements(out) == numbers{8});
    CHECK(elements(at) == numbers{5});
}
