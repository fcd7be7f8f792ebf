#include <graft/kernel/index/combinations.hpp>

#include <doctest/doctest.h>

#include "../reference.hpp"

#include <set>
#include <vector>

using namespace graft;
using reference::elements;
using reference::make;
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
