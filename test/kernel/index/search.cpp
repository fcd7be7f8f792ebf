#include <graft/kernel/index/search.hpp>

#include <doctest/doctest.h>

#include "../reference.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace graft;
using reference::elements;
using reference::make;

using numbers = std::vector<double>;

TEST_CASE("search: as many elements are before a value as are below it, or not above") {
    tensor const sorted = make({5}, dtype::f32, {1, 2, 2, 3, 5});
    tensor const values = make({2, 3}, dtype::f32, {0, 1, 2, 4, 5, 6});
    tensor left = tensor::empty({2, 3}, dtype::i64), right = tensor::empty({2, 3}, dtype::i32);
    kernel::search_sorted("op", sorted, nullptr, values, false, left);
    CHECK(elements(left) == numbers{0, 0, 1, 4, 4, 5});
    kernel::search_sorted("op", sorted, nullptr, values, true, right);
    CHECK(elements(right) == numbers{0, 1, 3, 4, 5, 5});
}

TEST_CASE("search: each row in its own, in the order that is told; a number; a NaN") {
    tensor const rows = make({2, 3}, dtype::i64, {3, 1, 2, 6, 4, 5});
    tensor const order = make({2, 3}, dtype::i64, {1, 2, 0, 1, 2, 0});
    tensor found = tensor::empty({2, 1}, dtype::i64), one = tensor::empty({}, dtype::i64);
    kernel::search_sorted("op", rows, &order, make({2, 1}, dtype::i64, {3, 5}), false, found);
    CHECK(elements(found) == numbers{2, 1});
    kernel::search_sorted("op", make({2}, dtype::f64, {1, 2}), nullptr, scalar(1.5), false, one);
    CHECK(elements(one) == numbers{1});
    kernel::search_sorted("op", make({2}, dtype::f64, {1, 2}), nullptr, scalar(std::nan("")), false, one);
    CHECK(elements(one) == numbers{2});
}

TEST_CASE("search: what is compared is promoted to one dtype, a number weighs least") {
    tensor const integers = make({3}, dtype::i64, {1, 2, 3}), bytes = make({3}, dtype::u8, {0, 1, 2});
    tensor found = tensor::empty({}, dtype::i64), row = tensor::empty({2}, dtype::i64);
    kernel::search_sorted("op", integers, nullptr, scalar(2.5), false, found);
    CHECK(elements(found) == numbers{2});
    kernel::search_sorted("op", integers, nullptr, make({2}, dtype::f32, {2.5, 3}), false, row);
    CHECK(elements(row) == numbers{2, 2});
    // -1 is 255 as a byte, and 2.0001 is 2 in f16.
    kernel::search_sorted("op", bytes, nullptr, scalar(std::int64_t{-1}), false, found);
    CHECK(elements(found) == numbers{3});
    kernel::search_sorted("op", make({3}, dtype::f16, {1, 2, 3}), nullptr, scalar(2.0001), false, found);
    CHECK(elements(found) == numbers{1});
    kernel::search_sorted("op", make({3}, dtype::f16, {1, 2, 3}), nullptr, make({2}, dtype::f64, {2.0001, 2}), false,
                          row);
    CHECK(elements(row) == numbers{2, 1});
}

TEST_CASE("search: a place outside of the row is refused") {
    tensor const rows = make({2}, dtype::i64, {1, 2}), order = make({2}, dtype::i64, {0, 2});
    tensor found = tensor::empty({}, dtype::i64);
    CHECK_THROWS_WITH(kernel::search_sorted("op", rows, &order, scalar(std::int64_t{1}), false, found),
                      "graft: op: 'sorter' has an index that is out of range");
}
