#include <graft/kernel/elementwise/select.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <optional>
#include <vector>

#include "../reference.hpp"

using namespace graft;
using reference::sizes;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

} // namespace

TEST_CASE("where: takes each element from the side the condition says, in every dtype") {
    reference::source random(51);
    for (dtype d : reference::any_real)
        for (int round = 0; round < 6; ++round) {
            sizes const space = random.shape(round % 4, 5, round == 5 ? 0 : 1);
            tensor const c = random.uniform(random.broadcasting(space), dtype::boolean);
            tensor const a = random.uniform(random.broadcasting(space), d);
            tensor const b = random.uniform(random.broadcasting(space), d);
            tensor out = random.empty(space, d);
            kernel::where(c, a, b, out);
            CHECK(reference::mismatch(
                      out, [&](sizes const& i) { return reference::at(reference::at(c, i) != 0 ? a : b, i); }) == "");
        }
}

TEST_CASE("where: numbers and tensors promote; any byte but 0 is a true condition") {
    tensor const c = reference::make({3}, dtype::u8, {0, 1, 2});
    tensor out = tensor::empty({3}, dtype::f32);
    kernel::where(c, 1.5, reference::make({3}, dtype::i64, {7, 8, 9}), out);
    CHECK(reference::elements(out) == std::vector<double>{7, 1.5, 1.5});
    kernel::where(c, no_number, 0, out);
    CHECK(std::isnan(reference::elements(out)[1]));
    CHECK_THROWS_AS(kernel::where(out, 1, 2, out), error);
}

TEST_CASE("where: floats of 8 bits are chosen from") {
    tensor const c = reference::make({3}, dtype::boolean, {0, 1, 1});
    tensor const a = tensor::full({3}, dtype::f8e4m3fn, 1.125), b = tensor::full({3}, dtype::f8e4m3fn, -0.015625);
    tensor out = tensor::empty({3}, dtype::f8e4m3fn);
    kernel::where(c, a, b, out);
    CHECK(reference::elements(out) == std::vector<double>{-0.015625, 1.125, 1.125});
    kernel::where(c, 2.06, b, out);
    CHECK(reference::elements(out) == std::vector<double>{-0.015625, 2, 2});
}

TEST_CASE("clamp: bounds of every kind, in every dtype") {
    reference::source random(52);
    for (dtype d : reference::numeric) {
        tensor const x = random.uniform({4, 6}, d, -5, 5), low = random.uniform({6}, d, 0, 2),
                     high = random.uniform({4, 1}, d, 1, 3);
        tensor out = random.empty({4, 6}, d);
        kernel::clamp(x, low, high, out);
        CHECK(reference::mismatch(out, [&](sizes const& i) {
                  return std::min(std::max(reference::at(x, i), reference::at(low, i)), reference::at(high, i));
              }) == "");
        kernel::clamp(x, std::nullopt, 1, out);
        CHECK(reference::mismatch(out, [&](sizes const& i) { return std::min(reference::at(x, i), 1.0); }) == "");
        kernel::clamp(x, 1, std::nullopt, out);
        CHECK(reference::mismatch(out, [&](sizes const& i) { return std::max(reference::at(x, i), 1.0); }) == "");
        kernel::hardtanh(x, 0, 2, out);
        CHECK(reference::mismatch(out, [&](sizes const& i) { return std::clamp(reference::at(x, i), 0.0, 2.0); }) ==
              "");
    }
}

TEST_CASE("clamp: NaN anywhere gives NaN, the upper bound wins, no bound is an error") {
    tensor x = reference::make({4}, dtype::f32, {no_number, infinity, -infinity, 1});
    tensor out = tensor::empty({4}, dtype::f32);
    kernel::clamp(x, -1, 2, out);
    CHECK(std::isnan(reference::elements(out)[0]));
    out = reference::make({4}, dtype::f32, {0, 0, 0, 0});
    kernel::clamp(x, 3, 2, out);
    CHECK(reference::elements(out)[3] == 2);
    kernel::clamp(x, no_number, 2, out);
    CHECK(std::isnan(reference::elements(out)[3]));
    CHECK_THROWS_AS(kernel::clamp(x, std::nullopt, std::nullopt, out), error);
}

TEST_CASE("clamp: of two zeros the element stays, and a number is rounded to the dtype first") {
    tensor const zeros = reference::make({2}, dtype::f16, {0, -0.0});
    tensor out = tensor::empty({2}, dtype::f16);
    for (double const bound : {0.0, -0.0, 1e-45})
        for (bool const low : {false, true}) {
            kernel::clamp(zeros, low ? std::optional<kernel::operand>(bound) : std::nullopt,
                          low ? std::nullopt : std::optional<kernel::operand>(bound), out);
            CHECK(!std::signbit(reference::elements(out)[0]));
            CHECK(std::signbit(reference::elements(out)[1]));
        }
}

// What torch gives.
TEST_CASE("select: bounds of hardtanh that integers do not reach bound nothing") {
    CHECK(kernel::reachable_bound(-1.25, dtype::u8) == scalar(0));
    CHECK(kernel::reachable_bound(2.7, dtype::u8) == scalar(2));
    CHECK(kernel::reachable_bound(70001.5, dtype::i16) == scalar(32767));
    CHECK(kernel::reachable_bound(-1.25, dtype::f32) == scalar(-1.25));
}

TEST_CASE("where, clamp: integers without sign of more than 8 bits") {
    tensor const x = reference::make({3}, dtype::u32, {0x1p32 - 1, 5, 0});
    tensor out = tensor::empty({3}, dtype::u32);
    kernel::where(reference::make({3}, dtype::boolean, {1, 0, 1}), x, reference::make({3}, dtype::u32, {1, 0x1p31, 1}),
                  out);
    CHECK(reference::elements(out) == std::vector<double>{0x1p32 - 1, 0x1p31, 0});
    kernel::clamp(x, scalar(1), scalar(70000), out);
    CHECK(reference::elements(out) == std::vector<double>{70000, 5, 1});
    tensor const large = reference::make({3}, dtype::u64, {0x1p63, 5, 0});
    tensor wide = tensor::empty({3}, dtype::u64);
    kernel::clamp(large, scalar(1), scalar(70000), wide);
    CHECK(reference::elements(wide) == std::vector<double>{70000, 5, 1});
    kernel::clamp(large, reference::make({3}, dtype::u64, {0, 0x1p63 + 0x1p12, 0}), std::nullopt, wide);
    CHECK(reference::elements(wide) == std::vector<double>{0x1p63, 0x1p63 + 0x1p12, 0});
    kernel::hardtanh(large, 1, 6, wide);
    CHECK(reference::elements(wide) == std::vector<double>{6, 5, 1});
}
