#include <graft/kernel/byte/quantize.hpp>

#include "../reference.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
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

namespace {

/// Numbers of all sizes, ties, and what is no number.
tensor numbers(std::int64_t count) {
    std::mt19937 random(1);
    tensor const t = tensor::empty({count}, dtype::f32);
    float const special[] = {std::numeric_limits<float>::infinity(),
                             -std::numeric_limits<float>::infinity(),
                             std::numeric_limits<float>::quiet_NaN(),
                             1e30f,
                             -1e30f,
                             0.0f,
                             -0.0f,
                             3e9f};
    for (std::int64_t i = 0; i < count; ++i)
        t.data<float>()[i] = random() % 9 == 0   ? special[random() % 8]
                             : random() % 3 == 0 ? static_cast<float>(static_cast<int>(random() % 400) - 200) / 2
                                                 : static_cast<float>(random() % 100000) / 300 - 160;
    return t;
}

bool same(tensor const& a, tensor const& b) {
    return std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.numel()) * element_size(a.dtype())) == 0;
}

TEST_CASE("quantize_bytes: gives what quantize gives, there and back, whatever the numbers are") {
    tensor const x = numbers(1000);
    for (dtype const d : {dtype::i8, dtype::u8})
        for (double const inverse : {1.0, 0.3, 20.0})
            for (std::int64_t const zero : {-128, 0, 127, 255, 100000})
                for (std::int64_t const low : {0, 3}) {
                    tensor got = tensor::empty({1000}, d), expected = got.clone();
                    REQUIRE(kernel::quantize_bytes(x, inverse, zero, low, 120, got));
                    kernel::quantize(x, inverse, zero, low, 120, expected);
                    CHECK(same(got, expected));
                    tensor back = tensor::empty({1000}, dtype::f32), wanted = back.clone();
                    REQUIRE(kernel::dequantize_bytes(got, 1 / inverse, zero, back));
                    kernel::dequantize(got, 1 / inverse, zero, wanted);
                    CHECK(same(back, wanted));
                }
}

TEST_CASE("quantize_bytes: what is no dense row of bytes is not touched") {
    tensor const x = numbers(12);
    tensor wide = tensor::full({12}, dtype::i16, 7), bytes = tensor::full({12}, dtype::i8, 7);
    CHECK_FALSE(kernel::quantize_bytes(x, 1, 0, -128, 127, wide));
    CHECK_FALSE(kernel::quantize_bytes(x, 1, 0, -128, 128, bytes));
    CHECK_FALSE(kernel::quantize_bytes(x, 1, std::int64_t{1} << 40, -128, 127, bytes));
    tensor turned = tensor::full({4, 3}, dtype::i8, 7).as_strided({3, 4}, {1, 3}, 0);
    CHECK_FALSE(kernel::quantize_bytes(x.as_strided({3, 4}, {4, 1}, 0), 1, 0, -128, 127, turned));
    CHECK(same(wide, tensor::full({12}, dtype::i16, 7)));
    CHECK(same(bytes, tensor::full({12}, dtype::i8, 7)));
    tensor half = tensor::full({12}, dtype::f16, 7);
    CHECK_FALSE(kernel::dequantize_bytes(bytes, 1, 0, half));
}

} // namespace
