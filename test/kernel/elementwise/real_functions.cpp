#include <graft/kernel/elementwise/real_functions.hpp>

#include <doctest/doctest.h>

#include "../checks.hpp"

#include <cmath>
#include <cstddef>
#include <iterator>
#include <vector>

using namespace graft;
using reference::check_binary;
using reference::check_unary;
using reference::result_of;
using reference::results_of;
using reference::sizes;

TEST_CASE("real functions: of every floating dtype") {
    auto const check = [](auto const& kernel, double (*right)(double), double low, double high) {
        check_unary(kernel, right, reference::floating, low, high);
    };
    check(kernel::sin, std::sin, -3, 3);
    check(kernel::cos, std::cos, -3, 3);
    check(kernel::tan, std::tan, -1, 1);
    check(kernel::asin, std::asin, -0.9, 0.9);
    check(kernel::acos, std::acos, -0.9, 0.9);
    check(kernel::atan, std::atan, -3, 3);
    check(kernel::sinh, std::sinh, -3, 3);
    check(kernel::cosh, std::cosh, -3, 3);
    check(kernel::asinh, std::asinh, -3, 3);
    check(kernel::acosh, std::acosh, 1.5, 5);
    check(kernel::atanh, std::atanh, -0.9, 0.9);
    check(kernel::log, std::log, 0.1, 9);
    check(kernel::log2, std::log2, 0.1, 9);
    check(kernel::log10, std::log10, 0.1, 9);
    check(kernel::log1p, std::log1p, -0.5, 9);
    check(kernel::expm1, std::expm1, -1, 3);
    check(kernel::exp2, std::exp2, -3, 3);
}

TEST_CASE("real functions: integers become floats") {
    check_unary(
        kernel::sin, [](double x) { return std::sin(x); }, reference::integral, -3, 3, dtype::f32);
}

TEST_CASE("real functions: angles") {
    CHECK(results_of(kernel::deg2rad, {180})[0] == doctest::Approx(3.14159265358979));
    CHECK(results_of(kernel::rad2deg, {3.14159265358979})[0] == doctest::Approx(180));
}

TEST_CASE("real functions: inverse sines and cosines of f32, up to their ends and beyond") {
    std::vector<float> x{0.0f, -0.0f, 1.0f, -1.0f, 1e-30f, -1e-45f, 0.5f, 1.5f, -1.0001f, std::nextafter(1.0f, 0.0f)};
    for (int i = -500; i <= 500; ++i)
        x.push_back(static_cast<float>(i) / 500);
    std::vector<float> sines(x.size()), cosines = x; // one of them in place
    kernel::asin_t::apply_row(std::ssize(x), sines.data(), x.data());
    kernel::acos_t::apply_row(std::ssize(x), cosines.data(), cosines.data());
    CHECK(std::signbit(sines[1]));
    for (std::size_t i = 0; i < x.size(); ++i) {
        CAPTURE(x[i]);
        CHECK(reference::close(sines[i], std::asin(double{x[i]}), dtype::f32, 0));
        CHECK(reference::close(cosines[i], std::acos(double{x[i]}), dtype::f32, 0));
    }
}
