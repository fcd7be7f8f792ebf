#include <graft/kernel/elementwise/row_activation.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

using namespace graft;

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
