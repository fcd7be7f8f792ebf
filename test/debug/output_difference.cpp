#include <graft/debug/output_difference.hpp>

#include "../runtime/tensors.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace {

using namespace graft;

template <class T, std::size_t N>
tensor row(std::array<T, N> const& items) {
    return tensor::from<T>({static_cast<std::int64_t>(N)}, items);
}

} // namespace

TEST_CASE("measure: equal tensors are infinitely far above their noise") {
    tensor const t = row(std::array{1.f, -2.f, std::numeric_limits<float>::infinity()});
    CHECK(text(measure(t, t)) == "mse 0, max abs 0, 0 ulp, snr inf dB");
    CHECK(measure(t, t).values.agrees());
}

TEST_CASE("measure: a difference is told in every measure") {
    output_difference const d = measure(row(std::array{3.f, 4.f}), row(std::array{3.f, 4.5f}));
    CHECK(d.values.max_abs == 0.5);
    CHECK(d.values.mse == 0.125);
    CHECK(d.ulp == 1u << 20); // half of 4 is an eighth of the numbers between 4 and 8
    CHECK(d.signal_to_noise == doctest::Approx(20));
    CHECK_FALSE(d.values.agrees());
    CHECK(measure(row(std::array{3.f, 4.f}), row(std::array{3.f, 4.5f}), tolerance{0.5, 0}).values.agrees());
}

TEST_CASE("measure: neighbours are one unit apart, also across zero, and integers none") {
    float const least = std::numeric_limits<float>::denorm_min();
    CHECK(measure(row(std::array{1.f}), row(std::array{std::nextafter(1.f, 2.f)})).ulp == 1);
    CHECK(measure(row(std::array{-least}), row(std::array{least})).ulp == 2);
    using integers = std::array<std::int64_t, 2>;
    output_difference const d = measure(row(integers{10, 0}), row(integers{9, 0}));
    CHECK(d.ulp == 0);
    CHECK(d.signal_to_noise == doctest::Approx(20));
}
