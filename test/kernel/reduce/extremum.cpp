#include <graft/kernel/reduce/extremum.hpp>

#include <doctest/doctest.h>

#include "../reference.hpp"

#include <cmath>
#include <vector>

using namespace graft;
using reference::elements;
using reference::make;
using reference::sizes;

using numbers = std::vector<double>;

TEST_CASE("extremum: the first of several, in every dtype") {
    for (dtype d : reference::any_real) {
        tensor values = tensor::empty({2}, d), indices = tensor::empty({2}, dtype::i64);
        tensor const self = make({2, 3}, d, {0, 1, 1, 1, 0, 0});
        kernel::extremum("max", self, sizes{1}, true, &values, &indices);
        CHECK(elements(values) == numbers{1, 1});
        CHECK(elements(indices) == numbers{1, 0});
        kernel::extremum("min", self, sizes{-1}, false, &values, &indices);
        CHECK(elements(values) == numbers{0, 0});
        CHECK(elements(indices) == numbers{0, 1});
    }
}

TEST_CASE("extremum: NaN is both, and without dims all is one row") {
    tensor index = tensor::empty({}, dtype::i64);
    tensor const self = make({2, 2}, dtype::f32, {1, 5, std::nan(""), 0});
    for (bool largest : {true, false}) {
        kernel::extremum("argmax", self, {}, largest, nullptr, &index);
        CHECK(elements(index) == numbers{2});
    }
    CHECK_THROWS_AS(kernel::extremum("argmax", tensor::empty({0}, dtype::f32), {}, true, nullptr, &index), error);
}
