#include <graft/kernel/image/cubic.hpp>

#include <doctest/doctest.h>

#include "../reference.hpp"

#include <cmath>
#include <vector>

using namespace graft;
using reference::elements;
using reference::make;

TEST_CASE("cubic: the shares of the neighbours sum to one, and an element is itself") {
    for (double const at : {-0.5, 0.0, 0.3, 1.75, 4.2}) {
        detail::cubic_sample const s(at, 5);
        CHECK(std::abs(s.weights[0] + s.weights[1] + s.weights[2] + s.weights[3] - 1) < 1e-12);
        for (std::int64_t const place : s.places)
            CHECK((place >= 0 && place < 5));
    }
    detail::cubic_sample const exact(2, 5);
    CHECK(exact.weights[1] == 1);
    CHECK(exact.places[1] == 2);
}

TEST_CASE("cubic: the same size gives the same elements, along any dimension and dtype") {
    for (dtype d : {dtype::f32, dtype::f64, dtype::f16}) {
        tensor const self = make({2, 3, 2}, d, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
        tensor out = tensor::empty({2, 3, 2}, d);
        for (bool const corners : {false, true}) {
            kernel::resize_cubic(self, 1, corners, {}, out);
            CHECK(elements(out) == elements(self));
        }
    }
}

TEST_CASE("cubic: corners stay where they are aligned") {
    tensor out = tensor::empty({7}, dtype::f64), one = tensor::empty({1}, dtype::f64);
    tensor const self = make({4}, dtype::f64, {1, 5, 2, 8});
    kernel::resize_cubic(self, 0, true, {}, out);
    CHECK(elements(out)[0] == 1);
    CHECK(elements(out)[2] == 5);
    CHECK(elements(out)[6] == 8);
    kernel::resize_cubic(self, 0, true, {}, one);
    CHECK(elements(one)[0] == 1);
}

// What torch gives.
TEST_CASE("cubic: bytes are weighed by integers, and the outermost go on") {
    tensor const row = make({1, 4}, dtype::u8, {197, 33, 119, 209});
    tensor out = tensor::empty({1, 7}, dtype::u8), ends = tensor::empty({1, 2}, dtype::u8);
    kernel::resize_cubic_bytes(row, 1, false, {}, out);
    CHECK(elements(out) == std::vector<double>{213, 136, 38, 52, 128, 184, 218});
    kernel::resize_cubic_bytes(row, 1, true, {}, ends);
    CHECK(elements(ends) == std::vector<double>{197, 209});
}
