#include <graft/kernel/byte/byte_product.hpp>

#include "../byte_reference.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace {

using namespace graft::detail;

/// Whether a product of `parts` pieces of `piece` bytes equals its definition, and nothing else is written.
bool is_right(std::int64_t rows, std::int64_t parts, std::int64_t piece, std::int64_t columns) {
    std::mt19937 random(static_cast<unsigned>(rows * 31 + parts * 17 + piece * 7 + columns));
    std::int64_t const depth = parts * piece, stride = columns + 2;
    std::vector<std::uint8_t> left(static_cast<std::size_t>(rows * depth + 3));
    std::vector<std::int8_t> right(static_cast<std::size_t>(depth * columns));
    for (auto& v : left)
        v = static_cast<std::uint8_t>(random());
    for (auto& v : right)
        v = static_cast<std::int8_t>(random());
    auto const element = [&](std::int64_t part, std::int64_t row, std::int64_t column) {
        return right[static_cast<std::size_t>((part * piece + row) * columns + column)];
    };
    // A power of two: what is rounded is exact.
    auto const of_column = [](std::int64_t c) {
        return byte_column{static_cast<std::int32_t>(c * 5), static_cast<std::int32_t>(c % 3) - 1, 1.0f / 4096, 0,
                           0.25f};
    };
    packed_bytes const m(parts, piece, columns, element, of_column);
    std::vector<std::uint8_t> out(static_cast<std::size_t>(rows * stride), 42);
    std::vector<std::uint8_t const*> pieces(static_cast<std::size_t>(byte_tile_rows * parts));
    requantization const how({.zero_point = 1});
    multiply_bytes(rows, m, {out.data(), stride, how}, pieces.data(),
                   [&](std::int64_t first, std::int64_t count, std::uint8_t const** at) {
                       for (std::int64_t r = 0; r < count; ++r)
                           for (std::int64_t part = 0; part < parts; ++part)
                               at[part * count + r] = left.data() + (first + r) * depth + part * piece;
                   });
    bool right_bytes = true;
    for (std::int64_t r = 0; r < rows; ++r)
        for (std::int64_t c = 0; c < stride; ++c) {
            std::uint8_t expected = 42;
            if (c < columns) {
                byte_column const column = of_column(c);
                std::int32_t sum = column.start;
                for (std::int64_t k = 0; k < depth; ++k)
                    sum += left[static_cast<std::size_t>(r * depth + k)] *
                           (right[static_cast<std::size_t>(k * columns + c)] - column.zero_point);
                how.store(packed_ints{} + sum, floats{} + column.factor, floats{}, floats{} + column.addend, &expected,
                          1);
            }
            right_bytes = right_bytes && out[static_cast<std::size_t>(r * stride + c)] == expected;
        }
    return right_bytes;
}

TEST_CASE("byte_product: equals the product by its definition for any number of rows, pieces and columns") {
    for (std::int64_t const rows : {1, 2, 3, 4, 5, 8, 11, 17})
        for (std::int64_t const columns : {1, 5, 16, 17, 32, 40, 67})
            for (std::int64_t const parts : {1, 3})
                for (std::int64_t const piece : {1, 4, 7, 18, 35}) {
                    CAPTURE(rows);
                    CAPTURE(columns);
                    CAPTURE(parts);
                    CAPTURE(piece);
                    CHECK(is_right(rows, parts, piece, columns));
                }
}

TEST_CASE("byte_product: more panels than fit the cache are taken in turns") { CHECK(is_right(5, 1, 6000, 150)); }

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
