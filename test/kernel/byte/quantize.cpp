#include <graft/kernel/byte/quantize.hpp>

#include <doctest/doctest.h>

#include "../reference.hpp"

#include <cmath>
#include <vector>

using namespace graft;
using reference::elements;
using reference::make;
using reference::sizes;

using numbers = std::vector<double>;

TEST_CASE("quantize: the even one of two, moved into the range") {
    tensor out = tensor::empty({5}, dtype::i8);
    kernel::quantize(make({5}, dtype::f32, {0.25, 0.75, 1, 100, -100}), 2.0, 3, -128, 127, out);
    CHECK(elements(out) == numbers{3, 5, 5, 127, -128});
}

TEST_CASE("quantize: there and back") {
    reference::source random(2);
    for (int round = 0; round < 5; ++round) {
        tensor const self = random.uniform({3, 4}, dtype::f32, -3, 3);
        tensor const scale = make({3, 1}, dtype::f32, {0.25, 0.5, 0.125});
        tensor q = random.empty({3, 4}, dtype::i16), back = random.empty({3, 4}, dtype::f32);
        kernel::quantize(self, detail::inverse(scale), 5, -1000, 1000, q);
        kernel::dequantize(q, scale, 5, back);
        reference::for_each_index(self.sizes(), [&](sizes const& i) {
            CHECK(std::abs(reference::at(back, i) - reference::at(self, i)) <= reference::at(scale, i) / 2);
        });
    }
}

TEST_CASE("quantize: a vector lies along its axis") {
    CHECK(detail::along(make({3}, dtype::f32, {1, 2, 3}), -2, 3).sizes() == sizes{1, 3, 1});
}
