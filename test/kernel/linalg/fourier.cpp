#include <graft/kernel/linalg/fourier.hpp>

#include <doctest/doctest.h>

#include "../reference.hpp"

#include <complex>
#include <numbers>

namespace {

using namespace graft;
using reference::sizes;

std::complex<double> term(tensor const& x, std::int64_t k) {
    std::complex<double> total = 0;
    for (std::int64_t i = 0; i < x.numel(); ++i)
        total +=
            std::polar(reference::at(x, {i}), -2 * std::numbers::pi * double(i * k % x.numel()) / double(x.numel()));
    return total;
}

TEST_CASE("fourier: real numbers have a mirrored transform, whose mirrors are real") {
    for (std::int64_t n : {1, 5, 6, 7, 8}) {
        reference::source random(7);
        tensor const x = random.uniform({2, n}, dtype::f64, -1, 1);
        tensor out = tensor::empty({2, n}, dtype::c128);
        kernel::fft_r2c(x, sizes{1}, 0, out);
        for (std::int64_t k = 0; k < 2 * n; ++k) {
            std::complex<double> const* const row = out.data<std::complex<double>>() + k / n * n;
            CHECK(row[k % n] == std::conj(row[(n - k % n) % n]));
        }
    }
}

TEST_CASE("fourier: every size gives the sums that define the transform") {
    reference::source random(51);
    for (std::int64_t n : {1, 2, 3, 4, 5, 7, 8, 12, 30, 64, 97}) {
        tensor const x = random.uniform({n}, dtype::f64, -1, 1);
        tensor out = tensor::empty({n / 2 + 1}, dtype::c128);
        kernel::fft_r2c(x, sizes{0}, 0, out);
        for (std::int64_t k = 0; k <= n / 2; ++k)
            CHECK(std::abs(out.data<std::complex<double>>()[k] - term(x, k)) < 1e-12 * double(n));
    }
}

TEST_CASE("fourier: the way back gives the numbers again, over several dimensions") {
    reference::source random(52);
    for (sizes const& shape : {sizes{3, 8, 5}, sizes{2, 1, 6}, sizes{1, 4, 7}}) {
        tensor const x = random.uniform(shape, dtype::f32, -1, 1);
        tensor half = tensor::empty({shape[0], shape[1], shape[2] / 2 + 1}, dtype::c64);
        tensor back = tensor::empty(shape, dtype::f32);
        kernel::fft_r2c(x, sizes{1, 2}, 1, half);
        kernel::fft_c2r(half, sizes{1, 2}, 1, back);
        CHECK(reference::mismatch(
                  back, [&](sizes const& i) { return reference::at(x, i); }, 20) == "");
    }
}

TEST_CASE("fourier: the scale is that of the normalization") {
    CHECK(detail::fourier_scale(0, 4) == 1);
    CHECK(detail::fourier_scale(1, 4) == 0.5);
    CHECK(detail::fourier_scale(2, 4) == 0.25);
}

} // namespace
