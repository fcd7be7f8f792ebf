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
    for (std::int64_t n : {1, 2, 3, 4, 5, 7, 8, 12, 30, 64, 97, 121, 210, 441}) {
        tensor const x = random.uniform({n}, dtype::f64, -1, 1);
        tensor out = tensor::empty({n / 2 + 1}, dtype::c128);
        kernel::fft_r2c(x, sizes{0}, 0, out);
        for (std::int64_t k = 0; k <= n / 2; ++k)
            CHECK(std::abs(out.data<std::complex<double>>()[k] - term(x, k)) < 1e-13 * double(n));
    }
}

TEST_CASE("fourier: many vectors, side by side or one behind another, give what each gives alone") {
    reference::source random(53);
    for (std::int64_t n : {6, 11, 16})
        for (std::int64_t lines : {7, 8, 19}) {
            tensor const behind = random.uniform({lines, n}, dtype::f64, -1, 1),
                         beside = kernel::transpose(behind, 0, 1);
            tensor out = tensor::empty({lines, n}, dtype::c128), out_beside = tensor::empty({n, lines}, dtype::c128);
            kernel::fft_c2c(behind, sizes{1}, 0, true, out);
            kernel::fft_c2c(beside, sizes{0}, 0, true, out_beside);
            for (std::int64_t line = 0; line < lines; ++line) {
                tensor alone = tensor::empty({n}, dtype::c128);
                kernel::fft_c2c(kernel::select(behind, 0, line), sizes{0}, 0, true, alone);
                for (std::int64_t k = 0; k < n; ++k) {
                    std::complex<double> const expected = alone.data<std::complex<double>>()[k];
                    CHECK(std::abs(out.data<std::complex<double>>()[line * n + k] - expected) < 1e-14);
                    CHECK(std::abs(out_beside.data<std::complex<double>>()[k * lines + line] - expected) < 1e-14);
                }
            }
        }
}

TEST_CASE("fourier: what is 0 in exact arithmetic is 0 where sizes are products of 2 and 3") {
    for (std::int64_t n : {6, 8, 9, 12, 48, 144}) {
        tensor one = tensor::zeros({n}, dtype::f64), out = tensor::empty({n}, dtype::c128);
        one.data<double>()[0] = 0.3;
        kernel::fft_c2c(one, sizes{0}, 0, true, out);
        for (std::int64_t k = 0; k < n; ++k)
            CHECK(out.data<std::complex<double>>()[k] == 0.3);
        kernel::fft_c2c(tensor::full({n}, dtype::f64, 1), sizes{0}, 0, false, out);
        for (std::int64_t k = 0; k < n; ++k)
            CHECK(out.data<std::complex<double>>()[k] == double(k == 0 ? n : 0));
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
