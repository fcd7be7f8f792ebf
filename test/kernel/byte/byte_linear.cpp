#include <graft/kernel/byte/byte_linear.hpp>

#include <doctest/doctest.h>

#include "../byte_reference.hpp"

#include <algorithm>
#include <vector>

namespace {

using namespace graft::detail;
using namespace graft_test;

/// A product is a convolution of images of one pixel.
conv_geometry pixels(std::int64_t rows, std::int64_t depth, std::int64_t columns) {
    return convolution_sizes{rows, depth, 1, 1, columns, 1, 1, 1, 0, 1, 1}.geometry();
}

std::int64_t wrong(std::int64_t rows, std::int64_t depth, std::int64_t columns, byte_layer const& layer,
                   std::vector<std::uint8_t> const& in, std::vector<std::uint8_t> const& weight) {
    std::vector<std::uint8_t> out(static_cast<std::size_t>(rows * columns));
    byte_linear(rows, depth, columns, layer, weight.data()).run(in.data(), out.data());
    return wrong_bytes(pixels(rows, depth, columns), layer, in, weight, out);
}

TEST_CASE("byte_linear: equals the product of the integers for any number of rows, depth and columns") {
    std::mt19937 random(5);
    for (std::int64_t const rows : {1, 2, 3, 7, 8, 13})
        for (std::int64_t const depth : {1, 3, 4, 9, 64, 257})
            for (std::int64_t const columns : {1, 10, 16, 33, 64}) {
                byte_layer const layer = random_layer(columns, depth, random);
                CAPTURE(rows);
                CAPTURE(depth);
                CAPTURE(columns);
                CHECK(wrong(rows, depth, columns, layer, random_bytes(rows * depth, random),
                            random_bytes(columns * depth, random)) == 0);
            }
}

TEST_CASE("byte_linear: the longest sums of the largest numbers are exact") {
    std::int64_t const depth = byte_layer::most_products;
    for (bool const input_is_signed : {false, true})
        for (bool const weight_is_signed : {false, true})
            for (bool const low : {false, true}) {
                byte_layer layer;
                std::int64_t const most = input_is_signed ? 127 : 255, lowest = weight_is_signed ? -128 : 0;
                layer.input = {.scale = 1, .zero_point = most, .is_signed = input_is_signed};
                layer.input.least = input_is_signed ? -128 : 0;
                layer.input.most = most;
                layer.output.scale = 255.0 * 255 * static_cast<double>(depth) / 100;
                layer.weight_is_signed = weight_is_signed;
                layer.weight_scales = {1};
                layer.weight_zero_points = {low ? lowest : lowest + 255};
                REQUIRE(layer.is_sound(depth));
                auto const count = static_cast<std::size_t>(depth);
                std::vector<std::uint8_t> const in(count, static_cast<std::uint8_t>(input_is_signed ? 0x80 : 0)),
                    weight(count, static_cast<std::uint8_t>(low ? lowest + 255 : lowest));
                CHECK(wrong(1, depth, 1, layer, in, weight) == 0);
            }
}

} // namespace
