#include <graft/kernel/elementwise/activation_functions.hpp>

#include "../checks.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

using namespace graft;
using reference::check_binary;
using reference::check_unary;
using reference::result_of;
using reference::results_of;
using reference::sizes;

namespace {

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

template <class Kernel, std::size_t N>
auto with(Kernel const& kernel, std::array<scalar, N> const& numbers) {
    return [&kernel, numbers](tensor const& self, tensor& out) { kernel(self, numbers, out); };
}

} // namespace

TEST_CASE("activation functions: by their definitions") {
    auto const check = [](auto const& kernel, auto right) { check_unary(kernel, right, reference::floating, -5, 5); };
    check(kernel::silu, [](double x) { return x * sigmoid(x); });
    check(kernel::hardswish, [](double x) { return x * std::min(std::max(x + 3, 0.0), 6.0) / 6; });
    check(kernel::hardsigmoid, [](double x) { return std::min(std::max(x + 3, 0.0), 6.0) / 6; });
    check(kernel::gelu, [](double x) { return x / 2 * (1 + std::erf(x / std::sqrt(2.0))); });
    check(kernel::gelu_tanh, [](double x) {
        double const pi = 3.14159265358979323846;
        return x / 2 * (1 + std::tanh(std::sqrt(2 / pi) * (x + 0.044715 * x * x * x)));
    });
    check(kernel::mish, [](double x) { return x * std::tanh(std::log1p(std::exp(x))); });
    check(kernel::log_sigmoid, [](double x) { return std::log(sigmoid(x)); });
}

TEST_CASE("activation functions: gelu of infinity is infinite, as in torch's scalar code") {
    double const infinity = std::numeric_limits<double>::infinity();
    tensor const single = reference::make({2}, dtype::f32, {infinity, 1e30}),
                 wide = reference::make({2}, dtype::f64, {infinity, 1e30});
    tensor out = tensor::empty({2}, dtype::f32), wide_out = tensor::empty({2}, dtype::f64);
    kernel::gelu(single, out);
    kernel::gelu(wide, wide_out);
    CHECK(reference::elements(out)[0] == infinity);
    CHECK(reference::elements(out)[1] == doctest::Approx(1e30));
    CHECK(reference::elements(wide_out) == std::vector<double>{infinity, 1e30});
}

TEST_CASE("activation functions: with numbers") {
    auto const check = [](auto const& kernel, auto right) { check_unary(kernel, right, reference::floating, -5, 5); };
    check(with<kernel::leaky_relu_t, 1>(kernel::leaky_relu, {0.25}), [](double x) { return x > 0 ? x : x / 4; });
    check(with<kernel::elu_t, 3>(kernel::elu, {2, 3, 0.5}),
          [](double x) { return x > 0 ? 3 * x : 6 * std::expm1(x / 2); });
    check(with<kernel::softplus_t, 2>(kernel::softplus, {2, 4}),
          [](double x) { return 2 * x > 4 ? x : std::log1p(std::exp(2 * x)) / 2; });
    check(with<kernel::softshrink_t, 1>(kernel::softshrink, {1}), [](double x) {
        return x > 1 ? x - 1 : x < -1 ? x + 1 : 0;
    });
    check(with<kernel::hardshrink_t, 1>(kernel::hardshrink, {1}), [](double x) { return std::abs(x) <= 1 ? 0 : x; });
    check_unary(
        with<kernel::threshold_t, 2>(kernel::threshold, {1, 3}), [](double x) { return x > 1 ? x : 3; },
        reference::numeric, -5, 5);
}

TEST_CASE("activation functions: logit moves its argument into the interval") {
    auto const logit = with<kernel::logit_t, 2>(kernel::logit, {0.25, 0.75});
    CHECK(results_of(logit, {0.1})[0] == doctest::Approx(std::log(0.25 / 0.75)));
    CHECK(results_of(logit, {0.9})[0] == doctest::Approx(std::log(3.0)));
    CHECK(results_of(with<kernel::logit_t, 2>(kernel::logit, {0, 1}), {0})[0] ==
          -std::numeric_limits<double>::infinity());
}

TEST_CASE("activation functions: numbers for what is no number") {
    double const infinity = std::numeric_limits<double>::infinity();
    auto const replace = with<kernel::nan_to_num_t, 3>(kernel::nan_to_num, {1, 2, 3});
    CHECK(results_of(replace, {std::nan(""), infinity, -infinity, 7}) == std::vector<double>{1, 2, 3, 7});
}

// What torch gives: lambda is rounded to 16 bits.
TEST_CASE("activation_functions: what is cut off is as large as an element can be") {
    tensor const x = tensor::full({1}, dtype::bf16, 0.1f);
    tensor out = tensor::empty({1}, dtype::bf16);
    kernel::hardshrink(x, {0.1}, out);
    CHECK(reference::elements(out)[0] == 0);
    kernel::softshrink(tensor::full({1}, dtype::bf16, 0.5f), {0.3}, out);
    CHECK(reference::elements(out)[0] == 0.19921875);
}

TEST_CASE("row_activation: each is what its name says, for every element of a row") {
    auto const check = [](std::string_view name, auto right) {
        CAPTURE(name);
        auto const apply = detail::find_row_activation(name);
        REQUIRE((apply != nullptr));
        std::vector<float> row;
        for (int i = -100; i <= 100; ++i)
            row.push_back(static_cast<float>(i) / 16);
        std::vector<float> const before = row;
        apply(200, row.data());
        for (std::size_t i = 0; i < 200; ++i)
            CHECK(static_cast<double>(row[i]) == doctest::Approx(right(static_cast<double>(before[i]))).epsilon(1e-5));
        CHECK(row.back() == before.back());
    };
    auto const clamped = [](double x) { return std::fmin(std::fmax(x + 3, 0), 6) / 6; };
    auto const sigmoid = [](double x) { return 1 / (1 + std::exp(-x)); };
    check("gelu", [](double x) { return x / 2 * (1 + std::erf(x / std::sqrt(2.0))); });
    check("gelu_tanh", [](double x) {
        return x / 2 * (1 + std::tanh(std::sqrt(2 / std::acos(-1.0)) * (x + 0.044715 * x * x * x)));
    });
    check("hardsigmoid", clamped);
    check("hardswish", [&](double x) { return x * clamped(x); });
    check("sigmoid", sigmoid);
    check("silu", [&](double x) { return x * sigmoid(x); });
    check("tanh", [](double x) { return std::tanh(x); });
}

TEST_CASE("row_activation: nothing has another name") {
    CHECK((detail::find_row_activation("relu") == nullptr));
    CHECK((detail::find_row_activation("") == nullptr));
}
