#include <graft/kernel/index/sort.hpp>

#include <graft/meta/view.hpp>

#include "../reference.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
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

TEST_CASE("sort: integers of 64 bits without sign, also those that an i64 does not hold") {
    tensor const self = make({4}, dtype::u64, {2, 0x1p63, 1, 0x1p63 - 1024});
    tensor values = tensor::empty({4}, dtype::u64), indices = tensor::empty({4}, dtype::i64);
    kernel::sort("sort", self, 0, false, &values, indices);
    CHECK(elements(indices) == numbers{2, 0, 3, 1});
    CHECK(elements(values) == numbers{1, 2, 0x1p63 - 1024, 0x1p63});
    kernel::sort("sort", make({2}, dtype::u64, {0x1p63 - 1024, 0x1p63}), 0, true, nullptr,
                 indices = tensor::empty({2}, dtype::i64));
    CHECK(elements(indices) == numbers{1, 0});
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

namespace {

/// The places of a row in the order of its elements, or nothing if they have no keys.
template <class T>
std::vector<std::size_t> sorted_places(std::vector<T> const& row, bool descending, bool is_narrow = true) {
    scratch_vector<std::uint64_t> keyed, spare;
    if (!detail::key_places(graft::view<T const>(row), is_narrow, descending, keyed))
        return {};
    detail::radix_sort(keyed, spare);
    std::vector<std::size_t> places;
    for (std::uint64_t const item : keyed)
        places.push_back(static_cast<std::uint32_t>(item));
    return places;
}

template <class T>
std::vector<std::size_t> stably_sorted(std::vector<T> const& row, bool descending) {
    std::vector<std::size_t> places(row.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    std::stable_sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
        T const x = row[descending ? b : a], y = row[descending ? a : b];
        return x < y || (y != y && x == x); // NaN is the largest
    });
    return places;
}

} // namespace

TEST_CASE_TEMPLATE("radix_sort: any row as std::stable_sort sorts it, both ways", T, float, double, std::int64_t) {
    std::mt19937 engine(3);
    for (std::size_t const size : {0u, 1u, 2u, 100u, 127u, 128u, 1000u, 70000u})
        for (int const spread : {1, 5, 1000, 1 << 30}) {
            std::vector<T> row(size);
            std::uniform_int_distribution<int> elements(-spread, spread);
            for (T& x : row) {
                int const number = elements(engine);
                x = static_cast<T>(static_cast<float>(number));
                if constexpr (!std::same_as<T, std::int64_t>) {
                    float const special[] = {NAN, -NAN, INFINITY, -INFINITY, 0.0f, -0.0f, 1e-40f, -1e-40f};
                    x = number % 7 == 0 ? static_cast<T>(special[static_cast<std::size_t>(engine()) % 8])
                                        : static_cast<T>(static_cast<float>(number) * 0.37f);
                }
            }
            for (bool const descending : {false, true})
                CHECK(sorted_places(row, descending) == stably_sorted(row, descending));
        }
}

TEST_CASE("radix_sort: elements that 32 bits do not hold have no keys") {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    CHECK(sorted_places<double>({2, 1}, false, false).empty());
    CHECK(sorted_places<std::int64_t>({0, most}, false).empty());
    CHECK(sorted_places<std::int64_t>({-most - 1, most}, false).empty());
    CHECK(sorted_places<std::int64_t>({most, most - 5, most - 2}, false) == std::vector<std::size_t>{1, 2, 0});
    CHECK(sorted_places<std::int64_t>({UINT32_MAX, 0}, false) == std::vector<std::size_t>{1, 0});
}
