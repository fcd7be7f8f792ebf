#include <graft/kernel/reduce/scan.hpp>

#include <doctest/doctest.h>

#include "../reference.hpp"

#include <cmath>
#include <vector>

using namespace graft;
using reference::elements;
using reference::make;
using reference::sizes;

using numbers = std::vector<double>;

TEST_CASE("scan: sums and products up to each element") {
    for (dtype d : reference::numeric) {
        tensor out = tensor::empty({2, 3}, d);
        tensor const self = make({2, 3}, d, {1, 2, 3, 4, 5, 6});
        kernel::cumsum(self, 1, out);
        CHECK(elements(out) == numbers{1, 3, 6, 4, 9, 15});
        kernel::cumprod(self, 0, out);
        CHECK(elements(out) == numbers{1, 2, 3, 4, 10, 18});
    }
}

TEST_CASE("scan: products of 16 bits leave the range of single precision, and those of f32 do not") {
    for (dtype d : {dtype::bf16, dtype::f32}) {
        tensor out = tensor::empty({4}, d);
        kernel::cumprod(make({4}, d, {0x1p100, 0x1p100, 0x1p-100, 0}), 0, out);
        numbers const products = elements(out);
        CHECK(std::isinf(products[1]));
        CHECK(std::isinf(products[2]) == (d == dtype::bf16));
        CHECK(std::isnan(products[3]) == (d == dtype::bf16));
    }
}

TEST_CASE("scan: rows of any number, length, dtype and layout agree with sums one after the other") {
    reference::source random(41);
    for (dtype d : reference::numeric)
        for (int round = 0; round < 30; ++round) {
            sizes const space = random.shape(2, 11, 0);
            std::int64_t const dim = random.integer(0, 1);
            tensor const self = random.uniform(space, d);
            tensor out = random.empty(space, d);
            kernel::cumsum(self, dim, out);
            CHECK(reference::mismatch(
                      out,
                      [&](sizes i) {
                          double total = 0;
                          for (auto& at = i[static_cast<std::size_t>(dim)]; at >= 0; --at)
                              total += reference::at(self, i);
                          return total;
                      },
                      8) == "");
        }
}

TEST_CASE("scan: floats are added in double") {
    tensor out = tensor::empty({3}, dtype::f32);
    kernel::cumsum(make({3}, dtype::f32, {16777216, 1, 1}), 0, out);
    CHECK(elements(out) == numbers{16777216, 16777216, 16777218});
}

TEST_CASE("scan: logarithms of sums") {
    tensor out = tensor::empty({3}, dtype::f64);
    double const infinity = std::numeric_limits<double>::infinity();
    kernel::logcumsumexp(make({3}, dtype::f64, {-infinity, 1000, 1000}), 0, out);
    CHECK(elements(out)[0] == -infinity);
    CHECK(elements(out)[1] == 1000);
    CHECK(elements(out)[2] == doctest::Approx(1000 + std::log(2.0)));
    kernel::logcumsumexp(make({3}, dtype::f64, {1, std::nan(""), 1000}), 0, out);
    CHECK(std::isnan(elements(out)[1]));
    CHECK(std::isnan(elements(out)[2]));
}

TEST_CASE("scan: running extrema and where the last of them is") {
    tensor values = tensor::empty({4}, dtype::i32), indices = tensor::empty({4}, dtype::i64);
    kernel::cumulative_extremum("cummax", make({4}, dtype::i32, {1, 3, 3, 2}), 0, true, values, indices);
    CHECK(elements(values) == numbers{1, 3, 3, 3});
    CHECK(elements(indices) == numbers{0, 1, 2, 2});
}
