#include <graft/kernel/image/resample.hpp>

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

TEST_CASE("resample: the nearest element, along any dimension") {
    tensor out = tensor::empty({5, 2}, dtype::f32);
    kernel::resize_nearest(make({2, 2}, dtype::f32, {1, 2, 3, 4}), 0, {}, out);
    CHECK(elements(out) == numbers{1, 2, 1, 2, 1, 2, 3, 4, 3, 4});
}

TEST_CASE("resample: linear, with the corners aligned or not") {
    for (dtype d : reference::floating) {
        tensor const self = make({1, 2}, d, {0, 4});
        tensor out = tensor::empty({1, 4}, d);
        kernel::resize_linear(self, 1, false, {}, out);
        CHECK(elements(out) == numbers{0, 1, 3, 4});
        tensor aligned = tensor::empty({1, 5}, d);
        kernel::resize_linear(self, 1, true, {}, aligned);
        CHECK(elements(aligned) == numbers{0, 1, 2, 3, 4});
    }
}

TEST_CASE("resample: as many elements as there are stay what they are, whatever the factor") {
    tensor const self = make({3}, dtype::f32, {3, 1, 2});
    tensor out = tensor::empty({3}, dtype::f32);
    kernel::resize_linear(self, 0, false, 1.25, out);
    CHECK(elements(out) == elements(self));
}

TEST_CASE("resample: a factor decides the step, not the sizes") {
    tensor out = tensor::empty({3}, dtype::f32);
    kernel::resize_linear(make({2}, dtype::f32, {0, 4}), 0, false, 1.6, out);
    numbers const got = elements(out);
    for (int i = 0; i < 3; ++i)
        CHECK(got[static_cast<std::size_t>(i)] ==
              doctest::Approx(4 * std::min(1.0, std::max(0.0, (i + 0.5) / 1.6 - 0.5))));
}
