#include <graft/kernel/index/histogram.hpp>

#include <doctest/doctest.h>

#include "../reference.hpp"

#include <cmath>
#include <numeric>
#include <set>
#include <vector>

using namespace graft;
using reference::elements;
using reference::make;
using numbers = std::vector<double>;

TEST_CASE("histogram: integers are counted, or their weights are added") {
    tensor const self = make({4}, dtype::u8, {1, 3, 1, 0}), weights = make({4}, dtype::f32, {0.5, 1, 2, 4});
    CHECK(elements(kernel::bincount("bincount", self, nullptr, 0)) == numbers{1, 2, 0, 1});
    CHECK(elements(kernel::bincount("bincount", self, nullptr, 6)).size() == 6);
    tensor const sums = kernel::bincount("bincount", self, &weights, 0);
    CHECK(sums.dtype() == dtype::f32);
    CHECK(elements(sums) == numbers{4, 2.5, 0, 1});
    CHECK_THROWS_WITH(static_cast<void>(kernel::bincount("bincount", make({1}, dtype::i64, {-2}), nullptr, 0)),
                      "graft: bincount: 'self' has the negative element -2");
}

TEST_CASE("histogram: every element between the ends is in one bin, the upper end in the last") {
    tensor bins = tensor::empty({4}, dtype::f32);
    kernel::histc("histc", make({5}, dtype::f32, {0, 0.9, 1, 4, 9}), 0, 4, bins);
    CHECK(elements(bins) == numbers{2, 1, 0, 1});
    kernel::histc("histc", make({3}, dtype::f32, {2, 2, 2}), 0, 0, bins);
    CHECK(elements(bins) == numbers{0, 0, 3, 0});
    reference::source random(3);
    tensor const many = random.uniform({500}, dtype::f64);
    kernel::histc("histc", many, 0, 0, bins);
    numbers const counts = elements(bins);
    CHECK(std::accumulate(counts.begin(), counts.end(), 0.0) == 500);
}

TEST_CASE("histogram: a range whose width the elements' precision does not have counts every element") {
    tensor bins = tensor::empty({4}, dtype::f32);
    kernel::histc("histc", make({2}, dtype::f32, {1e9, 1e9}), 1e9, 1e9 + 1, bins);
    numbers counts = elements(bins);
    CHECK(std::accumulate(counts.begin(), counts.end(), 0.0) == 2);
    kernel::histc("histc", make({2}, dtype::f64, {-1.5e308, 1.5e308}), 0, 0, bins);
    counts = elements(bins);
    CHECK(std::accumulate(counts.begin(), counts.end(), 0.0) == 2);
}

TEST_CASE("histogram: a range that is not finite or upside down is rejected") {
    tensor bins = tensor::empty({4}, dtype::f32);
    CHECK_THROWS_WITH(kernel::histc("histc", make({1}, dtype::f32, {1}), 3, 2, bins),
                      "graft: histc: 'min' is above 'max'");
    CHECK_THROWS_WITH(kernel::histc("histc", make({2}, dtype::f32, {1, NAN}), 0, 0, bins),
                      "graft: histc: the range of the bins is not finite");
}

using numbers = std::vector<double>;

TEST_CASE("combinations: in order, with and without taking an element again") {
    tensor const row = make({3}, dtype::i64, {5, 6, 7});
    tensor pairs = tensor::empty({3, 2}, dtype::i64), repeated = tensor::empty({6, 2}, dtype::i64);
    kernel::combinations(row, false, pairs);
    CHECK(elements(pairs) == numbers{5, 6, 5, 7, 6, 7});
    kernel::combinations(row, true, repeated);
    CHECK(elements(repeated) == numbers{5, 5, 5, 6, 5, 7, 6, 6, 6, 7, 7, 7});
}

TEST_CASE("combinations: each is there once") {
    tensor const row = make({7}, dtype::f32, {0, 1, 2, 3, 4, 5, 6});
    tensor all = tensor::empty({35, 4}, dtype::f32);
    kernel::combinations(row, false, all);
    numbers const flat = elements(all);
    std::set<numbers> seen;
    for (std::size_t i = 0; i < flat.size(); i += 4)
        seen.insert({flat[i], flat[i + 1], flat[i + 2], flat[i + 3]});
    CHECK(seen.size() == 35);
    for (numbers const& taken : seen)
        for (std::size_t i = 1; i < 4; ++i)
            CHECK(taken[i - 1] < taken[i]);
}
