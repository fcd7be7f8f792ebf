#include <graft/kernel/byte/quantize_bytes.hpp>

#include <doctest/doctest.h>

#include <graft/kernel/byte/quantize.hpp>

#include <cstring>
#include <limits>
#include <random>

namespace {

using namespace graft;

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
