#include <graft/kernel/index/topk.hpp>

#include <doctest/doctest.h>

#include "../reference.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace graft;
using reference::elements;
using reference::make;

using numbers = std::vector<double>;

TEST_CASE("topk: the largest or the smallest, NaN being the largest") {
    tensor const self = make({5}, dtype::f32, {2, std::nan(""), 1, 7, 3});
    tensor values = tensor::empty({2}, dtype::f32), indices = tensor::empty({2}, dtype::i64);
    kernel::topk("topk", self, 0, true, true, values, indices);
    CHECK(elements(indices) == numbers{1, 3});
    kernel::topk("topk", self, 0, false, true, values, indices);
    CHECK(elements(indices) == numbers{2, 0});
    CHECK(elements(values) == numbers{1, 2});
}

TEST_CASE("topk: the values are the first of the sorted ones, and where the indices say, for any length") {
    reference::source random(31);
    for (int round = 0; round < 40; ++round) {
        std::int64_t const n = random.integer(1, 300), k = random.integer(0, n);
        tensor const self = random.uniform({n}, dtype::i8);
        tensor values = tensor::empty({k}, dtype::i8), indices = tensor::empty({k}, dtype::i64);
        kernel::topk("topk", self, 0, true, true, values, indices);
        numbers sorted = elements(self);
        std::sort(sorted.rbegin(), sorted.rend());
        sorted.resize(static_cast<std::size_t>(k));
        CHECK(elements(values) == sorted);
        for (std::size_t i = 0; i < sorted.size(); ++i)
            CHECK(elements(self)[static_cast<std::size_t>(elements(indices)[i])] == sorted[i]);
    }
}

TEST_CASE("topk: a few of many are those that std::partial_sort puts first, which of equal ones too") {
    reference::source random(32);
    for (int round = 0; round < 60; ++round) {
        std::int64_t const n = random.integer(64, 1500), k = random.integer(1, n / 64);
        dtype const d = round % 3 == 0 ? dtype::i16 : round % 3 == 1 ? dtype::f32 : dtype::bf16;
        bool const largest = random.integer(0, 1) == 0;
        tensor const self = random.uniform({n}, dtype::i32), given = tensor::empty({n}, d);
        for (std::int64_t i = 0; i < n; ++i)
            reference::put(given, {i},
                           d != dtype::i16 && random.integer(0, 400) == 0 ? std::nan("") : reference::at(self, {i}));
        tensor values = tensor::empty({k}, d), indices = tensor::empty({k}, dtype::i64);
        kernel::topk("topk", given, 0, largest, true, values, indices);
        numbers const all = elements(given);
        std::vector<detail::placed<double>> sorted;
        for (double x : all)
            sorted.push_back({x, std::ssize(sorted)});
        std::partial_sort(sorted.begin(), sorted.begin() + k, sorted.end(), [&](auto const& a, auto const& b) {
            return largest ? detail::is_beyond(a.value, b.value, true) : detail::is_beyond(b.value, a.value, true);
        });
        for (std::int64_t i = 0; i < k; ++i) {
            auto const& want = sorted[static_cast<std::size_t>(i)];
            CHECK(reference::at(indices, {i}) == static_cast<double>(want.place));
            CHECK(reference::close(reference::at(values, {i}), want.value, dtype::i64));
        }
    }
}
