#include <graft/kernel/elementwise/predicate.hpp>

#include <doctest/doctest.h>

#include "../checks.hpp"

#include <cmath>
#include <vector>

using namespace graft;
using reference::check_binary;
using reference::check_unary;
using reference::result_of;
using reference::results_of;
using reference::sizes;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

template <class Kernel>
std::vector<double> truths_of(Kernel const& kernel) {
    tensor const self = reference::make({4}, dtype::f32, {1, no_number, infinity, -infinity});
    tensor out = tensor::empty({4}, dtype::boolean);
    kernel(self, out);
    return reference::elements(out);
}

} // namespace

TEST_CASE("predicate: NaN and infinities are told apart") {
    using truths = std::vector<double>;
    CHECK(truths_of(kernel::isnan) == truths{0, 1, 0, 0});
    CHECK(truths_of(kernel::isinf) == truths{0, 0, 1, 1});
    CHECK(truths_of(kernel::isfinite) == truths{1, 0, 0, 0});
    CHECK(truths_of(kernel::isposinf) == truths{0, 0, 1, 0});
    CHECK(truths_of(kernel::isneginf) == truths{0, 0, 0, 1});
}

TEST_CASE("predicate: floats of 8 bits are told apart, of which only one format has infinities") {
    for (dtype const d : {dtype::f8e4m3fn, dtype::f8e5m2, dtype::f8e8m0fnu}) {
        tensor const from = reference::make({3}, dtype::f32, {1, infinity, no_number});
        tensor x = tensor::empty({3}, d), out = tensor::empty({3}, dtype::boolean);
        kernel::copy(from, x);
        kernel::isnan(x, out);
        CHECK(reference::elements(out) == std::vector<double>{0, d == dtype::f8e8m0fnu ? 1.0 : 0.0, 1});
        kernel::isinf(x, out);
        CHECK(reference::elements(out) == std::vector<double>{0, d == dtype::f8e5m2 ? 1.0 : 0.0, 0});
        kernel::isfinite(x, out);
        CHECK(reference::elements(out) == std::vector<double>{1, d == dtype::f8e4m3fn ? 1.0 : 0.0, 0});
    }
}

TEST_CASE("predicate: an integer is finite") {
    check_unary(
        kernel::isfinite, [](double) { return true; }, reference::numeric, -3, 3, dtype::boolean);
}

TEST_CASE("predicate: a number is true unless it is zero") {
    check_unary(
        kernel::logical_not, [](double x) { return x == 0; }, reference::any_real, -2, 2, dtype::boolean);
    check_binary(
        kernel::logical_and, [](double x, double y) { return x != 0 && y != 0; }, reference::any_real, -1, 1,
        dtype::boolean);
    check_binary(
        kernel::logical_or, [](double x, double y) { return x != 0 || y != 0; }, reference::any_real, -1, 1,
        dtype::boolean);
    check_binary(
        kernel::logical_xor, [](double x, double y) { return (x != 0) != (y != 0); }, reference::any_real, -1, 1,
        dtype::boolean);
}
