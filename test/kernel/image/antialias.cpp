#include <graft/kernel/image/antialias.hpp>

#include <doctest/doctest.h>

#include "../reference.hpp"

#include <numeric>
#include <vector>

namespace {

using namespace graft;

TEST_CASE("antialias: shares of neighbours that exist add up to 1") {
    for (std::int64_t in : {1, 3, 8})
        for (std::int64_t out : {1, 2, 5, 16})
            for (std::int64_t i = 0; i < out; ++i) {
                double const step = static_cast<double>(in) / static_cast<double>(out);
                for (auto const& n : {detail::neighbours::filtered(i, in, step, 1, detail::triangle_curve),
                                      detail::neighbours::filtered(i, in, step, 2, detail::cubic_curve)}) {
                    CHECK(n.first >= 0);
                    CHECK(n.first + std::ssize(n.weights) <= in);
                    CHECK(std::accumulate(n.weights.begin(), n.weights.end(), 0.0) == doctest::Approx(1));
                }
            }
}

TEST_CASE("antialias: an even part of the elements is their mean, weighed by a triangle") {
    tensor const line = reference::make({1, 4}, dtype::f32, {0, 4, 8, 12});
    tensor out = tensor::empty({1, 2}, dtype::f32), same = tensor::empty({1, 4}, dtype::f32);
    kernel::resize_antialiased(line, 1, false, std::nullopt, out);
    CHECK(reference::at(out, {0, 0}) == doctest::Approx((3 * 0 + 3 * 4 + 1 * 8) / 7.0));
    kernel::resize_antialiased(line, 1, false, std::nullopt, same);
    CHECK(reference::elements(same) == reference::elements(line));
}

TEST_CASE("antialias: a line stays a line under the cubic, away from its ends") {
    tensor const line = reference::make({1, 8}, dtype::f64, {0, 1, 2, 3, 4, 5, 6, 7});
    tensor out = tensor::empty({1, 16}, dtype::f64);
    kernel::resize_antialiased(line, 1, false, std::nullopt, out, true);
    for (std::int64_t i = 5; i < 11; ++i)
        CHECK(reference::at(out, {0, i}) == doctest::Approx((static_cast<double>(i) + 0.5) / 2 - 0.5));
}

TEST_CASE("antialias: bytes are rounded to the nearest") {
    tensor const bytes = reference::make({2, 2}, dtype::u8, {129, 60, 0, 255});
    tensor out = tensor::empty({2, 1}, dtype::u8), flat = tensor::empty({2, 1}, dtype::u8);
    kernel::resize_linear_bytes(bytes, 1, false, std::nullopt, out);
    CHECK(reference::elements(out) == std::vector<double>{95, 128});
    kernel::resize_antialiased(bytes, 1, false, std::nullopt, flat);
    CHECK(reference::elements(flat) == std::vector<double>{95, 128});
}

// What torch gives: shares below zero are rounded away from it.
TEST_CASE("antialias: cubic of bytes") {
    tensor const row = reference::make({1, 4}, dtype::u8, {135, 97, 168, 219});
    tensor out = tensor::empty({1, 7}, dtype::u8);
    kernel::resize_antialiased(row, 1, false, {}, out, true);
    CHECK(reference::elements(out) == std::vector<double>{138, 121, 97, 127, 172, 206, 223});
}

} // namespace
