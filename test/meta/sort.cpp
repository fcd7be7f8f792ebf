#include <graft/meta/sort.hpp>

#include <graft/meta/vec.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <utility>
#include <vector>

using namespace graft;

static_assert([] {
    vec<int> list{3, 1, 2, 2};
    sort(list);
    return list == vec<int>{1, 2, 2, 3};
}());

TEST_CASE("sort: random lists become those of std::sort") {
    std::mt19937 random(1);
    for (std::size_t size = 0; size < 200; ++size) {
        std::vector<unsigned> list(size);
        for (unsigned& x : list)
            x = static_cast<unsigned>(random() % (size + 1));
        std::vector<unsigned> sorted = list, downwards = list;
        std::sort(sorted.begin(), sorted.end());
        sort(list);
        CHECK(list == sorted);
        std::reverse(sorted.begin(), sorted.end());
        sort(downwards, [](unsigned a, unsigned b) { return a > b; });
        CHECK(downwards == sorted);
    }
}

TEST_CASE("sort: elements are moved, none is lost") {
    vec<std::unique_ptr<int>> list;
    for (int i = 0; i < 50; ++i)
        list.push_back(std::make_unique<int>(i * 7 % 50));
    sort(list, [](auto const& a, auto const& b) { return *a < *b; });
    for (int i = 0; i < 50; ++i)
        CHECK(*list[static_cast<std::size_t>(i)] == i);
}
