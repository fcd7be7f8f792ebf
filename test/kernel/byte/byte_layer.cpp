#include <graft/kernel/byte/byte_layer.hpp>

#include <doctest/doctest.h>

#include <limits>

namespace {

using namespace graft::detail;

byte_layer sound_layer() {
    byte_layer layer;
    layer.weight_scales = {0.5, 0.25};
    layer.weight_zero_points = {0, 3};
    layer.bias = {1, -1};
    return layer;
}

TEST_CASE("byte_layer: what would overflow, or is out of range, is not sound") {
    CHECK(sound_layer().is_sound(byte_layer::most_products));
    CHECK_FALSE(sound_layer().is_sound(byte_layer::most_products + 1));
    byte_layer layer = sound_layer();
    layer.weight_zero_points[1] = 128;
    CHECK_FALSE(layer.is_sound(1));
    layer = sound_layer();
    layer.bias[0] = std::numeric_limits<float>::infinity();
    CHECK_FALSE(layer.is_sound(1));
    layer = sound_layer();
    layer.weight_scales[0] = std::numeric_limits<double>::quiet_NaN();
    CHECK_FALSE(layer.is_sound(1));
    layer = sound_layer();
    layer.input.zero_point = -129;
    CHECK_FALSE(layer.is_sound(1));
}

TEST_CASE("byte_layer: the start of a column takes both zero points out of the products of bytes") {
    byte_layer layer = sound_layer();
    layer.input.zero_point = -5;
    std::uint8_t const x[] = {0x80, 0x7f, 0x01}; // -128, 127, 1
    std::int8_t const w[] = {-128, 127, 4};
    std::int32_t products = 0, sum = 0, row = 0, expected = 0;
    for (int i = 0; i < 3; ++i) {
        std::uint8_t const moved = static_cast<std::uint8_t>(x[i] ^ layer.input_flip());
        products += moved * w[i];
        row += moved;
        sum += w[i];
        expected += (static_cast<std::int8_t>(x[i]) + 5) * (w[i] - 3);
    }
    byte_column const column = layer.column(1, 3, sum);
    CHECK(products + column.start - column.zero_point * row == expected);
    CHECK(column.factor == 0.25f);
    CHECK(column.addend == -1);
}

TEST_CASE("byte_layer: unsigned weights are signed ones and a zero point that is as much less") {
    byte_layer layer = sound_layer();
    layer.weight_is_signed = false;
    for (int byte = 0; byte < 256; ++byte)
        CHECK(layer.weight(static_cast<std::uint8_t>(byte)) - layer.weight_zero(1) == byte - 3);
}

} // namespace
