#include <graft/kernel/index/sort.hpp>

#include <doctest/doctest.h>

#include "../reference.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace graft;
using reference::elements;
using reference::make;
using reference::sizes;

using numbers = std::vector<double>;

TEST_CASE("sort: equal elements stay in order, NaN is the largest") {
    tensor const self = make({4}, dtype::f32, {2, std::nan(""), 1, 2});
    tensor values = tensor::empty({4}, dtype::f32), indices = tensor::empty({4}, dtype::i64);
    kernel::sort("sort", self, 0, false, &values, indices);
    CHECK(elements(indices) == numbers{2, 0, 3, 1});
    kernel::sort("sort", self, 0, true, &values, indices);
    CHECK(elements(indices) == numbers{1, 0, 3, 2});
    CHECK(elements(values)[3] == 1);
}

TEST_CASE("sort: only the first if the results are shorter, along any dimension") {
    reference::source random(9);
    for (dtype d : reference::any_real)
        for (int round = 0; round < 5; ++round) {
            sizes const space = random.shape(3, 5);
            tensor const self = random.uniform(space, d);
            sizes part = space;
            part[1] = random.integer(0, space[1]);
            tensor values = random.empty(part, d), indices = random.empty(part, dtype::i64);
            kernel::sort("topk", self, 1, true, &values, indices);
            CHECK(reference::mismatch(values, [&](sizes const& i) {
                      sizes from = i;
                      from[1] = static_cast<std::int64_t>(reference::at(indices, i));
                      return reference::at(self, from);
                  }) == "");
            CHECK(reference::mismatch(values, [&](sizes const& i) {
                      numbers column;
                      for (sizes k = {i[0], 0, i[2]}; k[1] < space[1]; ++k[1])
                          column.push_back(reference::at(self, k));
                      std::sort(column.rbegin(), column.rend());
                      return column[static_cast<std::size_t>(i[1])];
                  }) == "");
        }
}
