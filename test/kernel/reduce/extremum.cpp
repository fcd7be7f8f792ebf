#include <graft/kernel/reduce/extremum.hpp>

#include "../reference.hpp"

#include <doctest/doctest.h>

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

using numbers = std::vector<double>;

auto const last_place = [](auto row) { return row.size() - 1; };

TEST_CASE("pick: one element of each row along a dimension, in every dtype") {
    for (dtype d : reference::any_real) {
        tensor values = tensor::empty({2}, d), indices = tensor::empty({2}, dtype::i64);
        kernel::pick_element("op", make({2, 3}, d, {0, 1, 1, 0, 1, 0}), sizes{1}, &values, &indices, last_place);
        CHECK(elements(values) == numbers{1, 0});
        CHECK(elements(indices) == numbers{2, 2});
    }
}

TEST_CASE("pick: without dimensions all elements are one row, and either result may be left out") {
    tensor index = tensor::empty({}, dtype::i64), value = tensor::empty({}, dtype::f32);
    tensor const self = make({2, 2}, dtype::f32, {1, 2, 3, 4});
    kernel::pick_element("op", self, sizes{}, nullptr, &index, last_place);
    CHECK(elements(index) == numbers{3});
    kernel::pick_element("op", self, sizes{}, &value, nullptr, last_place);
    CHECK(elements(value) == numbers{4});
}

TEST_CASE("pick: an empty row has no element, but no rows are no error") {
    tensor values = tensor::empty({2}, dtype::f32), none = tensor::empty({0}, dtype::f32);
    CHECK_THROWS_WITH(
        kernel::pick_element("op", tensor::empty({2, 0}, dtype::f32), sizes{1}, &values, nullptr, last_place),
        "graft: op: an empty dimension has no such element");
    kernel::pick_element("op", tensor::empty({0, 2}, dtype::f32), sizes{1}, &none, nullptr, last_place);
}
