#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/view.hpp>
#include <graft/kernel/elementwise/complex.hpp>
#include <graft/meta/view.hpp>

#include <bit>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <utility>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// The Fourier transform of vectors of one size, in double; O(size log size) for every size.
///
/// Of a size that is no power of two it is a convolution with a chirp (Bluestein).
class fourier {
public:
    using number = std::complex<double>;

    explicit fourier(std::size_t size) : size_(size), padded_(std::bit_ceil(size)) {
        if (padded_ != size_)
            padded_ = std::bit_ceil(2 * size_ - 1);
        for (std::size_t i = 0; i < padded_ / 2; ++i)
            roots_.push_back(turn(i, padded_));
        if (padded_ == size_)
            return;
        scratch_vector<number> response(padded_);
        for (std::size_t i = 0; i < size_; ++i) {
            chirp_.push_back(turn(i * i % (2 * size_), 2 * size_));
            response[i] = response[(padded_ - i) % padded_] = std::conj(chirp_[i]);
        }
        radix_two(response);
        response_ = std::move(response);
    }

    /// Transforms in place, with the exponent's sign negative or, `backward`, positive.
    void operator()(graft::view<number> x, bool backward) const {
        if (backward)
            conjugate(x);
        padded_ == size_ ? radix_two(x) : convolve(x);
        if (backward)
            conjugate(x);
    }

private:
    /// e^(-2 pi i k / n)
    [[nodiscard]] static number turn(std::size_t k, std::size_t n) {
        double const angle = -2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n);
        return {std::cos(angle), std::sin(angle)};
    }
    static void conjugate(graft::view<number> x) {
        for (number& value : x)
            value = std::conj(value);
    }
    /// Without the checks for infinite numbers that the operator makes.
    [[nodiscard]] static number times(number a, number b) {
        return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
    }

    void radix_two(graft::view<number> x) const {
        std::size_t const n = x.size();
        for (std::size_t i = 1, j = 0; i < n; ++i) {
            std::size_t bit = n >> 1;
            for (; (j & bit) != 0; bit >>= 1)
                j ^= bit;
            j ^= bit;
            if (i < j)
                std::swap(x[i], x[j]);
        }
        for (std::size_t half = 1; half < n; half *= 2)
            for (std::size_t begin = 0; begin < n; begin += 2 * half)
                for (std::size_t i = 0; i < half; ++i) {
                    number const even = x[begin + i];
                    number const odd = times(x[begin + half + i], roots_[i * (n / (2 * half))]);
                    x[begin + i] = even + odd;
                    x[begin + half + i] = even - odd;
                }
    }

    void convolve(graft::view<number> x) const {
        scratch_vector<number> wide(padded_);
        for (std::size_t i = 0; i < size_; ++i)
            wide[i] = times(x[i], chirp_[i]);
        radix_two(wide);
        for (std::size_t i = 0; i < padded_; ++i)
            wide[i] = std::conj(times(wide[i], response_[i]));
        radix_two(wide);
        for (std::size_t i = 0; i < size_; ++i)
            x[i] = times(std::conj(wide[i]), chirp_[i]) / static_cast<double>(padded_);
    }

    std::size_t size_, padded_;
    scratch_vector<number> roots_, chirp_, response_;
};

/// Transforms contiguous complex numbers in place along a dimension.
inline void fourier_along(tensor& x, std::size_t d, bool backward) {
    std::int64_t const size = x.sizes()[d];
    if (x.numel() == 0)
        return;
    fourier const transform(static_cast<std::size_t>(size));
    std::int64_t inner = 1;
    for (std::size_t i = d + 1; i < x.dim(); ++i)
        inner *= x.sizes()[i];
    scratch_vector<std::complex<double>> line(static_cast<std::size_t>(size));
    for (std::int64_t outer = 0; outer < x.numel() / (size * inner); ++outer)
        for (std::int64_t i = 0; i < inner; ++i) {
            std::complex<double>* const at = x.data<std::complex<double>>() + outer * size * inner + i;
            for (std::int64_t k = 0; k < size; ++k)
                line[static_cast<std::size_t>(k)] = at[k * inner];
            transform(line, backward);
            for (std::int64_t k = 0; k < size; ++k)
                at[k * inner] = line[static_cast<std::size_t>(k)];
        }
}

/// Gives the first `count` numbers of the transform along a dimension of real numbers what only rounding takes from it:
/// where it mirrors itself it is real, elsewhere the second half is the conjugate of the first.
inline void mirror_along(tensor& x, std::size_t d, std::int64_t count) {
    std::int64_t const size = x.sizes()[d];
    std::int64_t inner = 1;
    for (std::size_t i = d + 1; i < x.dim(); ++i)
        inner *= x.sizes()[i];
    auto* const numbers = x.data<std::complex<double>>();
    for (std::int64_t outer = 0; outer < x.numel(); outer += size * inner)
        for (std::int64_t k = 0; k < count; ++k) {
            auto* const to = numbers + outer + k * inner;
            auto const* const from = numbers + outer + (size - k) * inner;
            bool const is_real = k == 0 || 2 * k == size;
            if (!is_real && 2 * k < size)
                continue;
            for (std::int64_t i = 0; i < inner; ++i)
                to[i] = is_real ? std::complex<double>{to[i].real(), 0} : std::conj(from[i]);
        }
}

/// What the numbers of a transform over so many are multiplied with: 1, 1 / sqrt(n) or 1 / n.
[[nodiscard]] inline double fourier_scale(std::int64_t normalization, std::int64_t n) {
    auto const count = static_cast<double>(n);
    return normalization == 1 ? 1 / std::sqrt(count) : normalization == 2 ? 1 / count : 1;
}

inline void scale_numbers(tensor& x, double scale) {
    if (scale == 1)
        return;
    auto* const at = x.data<std::complex<double>>();
    for (std::int64_t i = 0; i < x.numel(); ++i)
        at[i] *= scale;
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// The Fourier transform of real numbers over the dims; of the last of them as many as the result has.
inline void fft_r2c(tensor const& self, graft::view<std::int64_t const> dims, std::int64_t normalization, tensor& out) {
    tensor x = tensor::empty(self.sizes(), dtype::c128);
    copy(self, x);
    std::int64_t n = self.size(dims.back());
    detail::fourier_along(x, static_cast<std::size_t>(dims.back()), false);
    detail::mirror_along(x, static_cast<std::size_t>(dims.back()), out.size(dims.back()));
    for (std::int64_t const dim : dims.first(dims.size() - 1)) {
        detail::fourier_along(x, static_cast<std::size_t>(dim), false);
        n *= self.size(dim);
    }
    detail::scale_numbers(x, detail::fourier_scale(normalization, n));
    copy(slice(x, dims.back(), 0, out.size(dims.back())), out);
}

/// The Fourier transform of complex numbers over the dims, or, but for the scale, its inverse.
inline void fft_c2c(tensor const& self, graft::view<std::int64_t const> dims, std::int64_t normalization, bool forward,
                    tensor& out) {
    tensor x = tensor::empty(self.sizes(), dtype::c128);
    copy(self, x);
    std::int64_t n = 1;
    for (std::int64_t const dim : dims) {
        detail::fourier_along(x, static_cast<std::size_t>(dim), !forward);
        n *= self.size(dim);
    }
    detail::scale_numbers(x, detail::fourier_scale(normalization, n));
    copy(x, out);
}

/// The inverse of `fft_r2c`, but for the scale: the second half of the last dim is the conjugate of the first.
inline void fft_c2r(tensor const& self, graft::view<std::int64_t const> dims, std::int64_t normalization, tensor& out) {
    tensor half = tensor::empty(self.sizes(), dtype::c128);
    copy(self, half);
    std::int64_t const last = dims.back(), size = out.size(last);
    std::int64_t n = size;
    for (std::int64_t const dim : dims.first(dims.size() - 1)) {
        detail::fourier_along(half, static_cast<std::size_t>(dim), true);
        n *= self.size(dim);
    }
    tensor whole = tensor::empty(out.sizes(), dtype::c128);
    for (std::int64_t k = 0; k < size; ++k) {
        bool const mirrored = k > size / 2;
        tensor to = select(whole, last, k);
        tensor const from = select(half, last, mirrored ? size - k : k);
        mirrored ? conj(from, to) : copy(from, to);
    }
    detail::fourier_along(whole, static_cast<std::size_t>(last), true);
    detail::scale_numbers(whole, detail::fourier_scale(normalization, n));
    copy(whole, out);
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
