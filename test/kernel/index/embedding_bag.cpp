#include <graft/kernel/index/embedding_bag.hpp>

#include <doctest/doctest.h>

#include "../reference.hpp"

#include <vector>

namespace {

using namespace graft;
using reference::elements, reference::make;

std::vector<std::vector<double>> bags(kernel::bag_mode mode, std::int64_t padding = -1,
                                      std::vector<double> const& starts = {0, 2, 2}) {
    tensor const weight = make({3, 2}, dtype::f32, {1, 2, 3, 4, 7, 1}), indices = make({4}, dtype::i64, {0, 2, 1, 1}),
                 offsets = make({3}, dtype::i32, starts);
    tensor out = tensor::empty({3, 2}, dtype::f32), bag = tensor::empty({4}, dtype::i64),
           counts = tensor::empty({3}, dtype::i64),
           maxima = tensor::empty(mode == kernel::bag_mode::largest ? std::vector<std::int64_t>{3, 2}
                                                                    : std::vector<std::int64_t>{3},
                                  dtype::i64);
    kernel::embedding_bag({weight, indices, offsets, nullptr, padding, 3, 4}, mode, out, bag, counts, maxima);
    return {elements(out), elements(bag), elements(counts), elements(maxima)};
}

TEST_CASE("embedding_bag: sums, means and maxima of rows; an empty bag is 0") {
    using rows = std::vector<std::vector<double>>;
    CHECK(bags(kernel::bag_mode::total) == rows{{8, 3, 0, 0, 6, 8}, {0, 0, 2, 2}, {0, 0, 0}, {0, 0, 0}});
    CHECK(bags(kernel::bag_mode::average) == rows{{4, 1.5, 0, 0, 3, 4}, {0, 0, 2, 2}, {2, 0, 2}, {2, 0, 2}});
    CHECK(bags(kernel::bag_mode::largest) == rows{{7, 2, 0, 0, 3, 4}, {0, 0, 2, 2}, {2, 0, 2}, {2, 0, 0, 0, 1, 1}});
    CHECK(bags(kernel::bag_mode::average, 2)[0] == std::vector<double>{1, 2, 0, 0, 3, 4});
}

TEST_CASE("embedding_bag: offsets rise from 0") {
    CHECK_THROWS_AS(bags(kernel::bag_mode::total, -1, {1, 2, 2}), error);
    CHECK_THROWS_AS(bags(kernel::bag_mode::total, -1, {0, 3, 2}), error);
    CHECK_THROWS_AS(bags(kernel::bag_mode::total, -1, {0, 2, 5}), error);
}

TEST_CASE("embedding_bag: the gradient of a row is the sum or mean of its places but for one row") {
    tensor const grad = make({4, 1}, dtype::f32, {1, 2, 4, 8}), indices = make({4}, dtype::i64, {0, 2, 0, 1});
    tensor out = tensor::empty({3, 1}, dtype::f32);
    kernel::embedding_gradient(grad, indices, -1, false, out);
    CHECK(elements(out) == std::vector<double>{5, 8, 2});
    kernel::embedding_gradient(grad, indices, 2, true, out);
    CHECK(elements(out) == std::vector<double>{2.5, 8, 0});
    tensor none = tensor::empty({std::int64_t{1} << 48, 0}, dtype::f32);
    kernel::embedding_gradient(tensor::empty({4, 0}, dtype::f32), indices, -1, false, none);
    CHECK(none.numel() == 0);
    tensor few = tensor::empty({1, 0}, dtype::f32); // an index may be any where nothing is picked
    kernel::embedding_gradient(tensor::empty({4, 0}, dtype::f32), indices, -1, false, few);
    CHECK_THROWS_AS(kernel::embedding_gradient(grad, indices, -1, false, few = tensor::empty({1, 1}, dtype::f32)),
                    error);
}

} // namespace
