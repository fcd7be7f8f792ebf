#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/view.hpp>
#include <graft/kernel/elementwise/complex.hpp>
#include <graft/meta/view.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <numbers>
#include <utility>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// A number of each of eight vectors that lie side by side.
using fourier_lanes [[gnu::vector_size(64)]] = double;

/// How many vectors are transformed at once.
template <class N>
inline constexpr std::int64_t lines_at_once = sizeof(N) / sizeof(double);

/// The Fourier transform of vectors of one size, in double; O(size log size) for every size.
///
/// It goes in steps of 4, 2, 3, 5 and 7, whose order of the numbers between them (Stockham's) leaves the last in place.
/// Of a size of other factors it is a convolution with a chirp (Bluestein).
class fourier {
public:
    using number = std::complex<double>;

    explicit fourier(std::size_t size) : size_(size), length_(size) {
        if (!divide()) {
            length_ = std::bit_ceil(2 * size_ - 1);
            divide();
        }
        roots_.reserve(length_);
        for (std::size_t i = 0; i < length_; ++i)
            roots_.push_back(turn<double>(i, length_));
        if (length_ == size_)
            return;
        chirp_.reserve(size_);
        for (std::size_t i = 0; i < size_; ++i)
            chirp_.push_back(turn<double>(i * i % (2 * size_), 2 * size_));
        scratch_vector<double> room(4 * length_);
        double *const re = room.data(), *const im = re + length_;
        for (std::size_t i = 0; i < size_; ++i) {
            re[i] = re[(length_ - i) % length_] = chirp_[i].real();
            im[i] = im[(length_ - i) % length_] = -chirp_[i].imag();
        }
        steps(re, im, im + length_);
        response_.reserve(length_);
        for (std::size_t i = 0; i < length_; ++i)
            response_.push_back(number{re[i], im[i]} / static_cast<double>(length_));
    }

    /// How many numbers a transform needs beside those it is of.
    [[nodiscard]] std::size_t room() const { return length_ == size_ ? 2 * length_ : 4 * length_; }

    /// Transforms real and imaginary parts in place, with the exponent's sign negative; positive, if they are exchanged.
    /// `N` is `double`, or `fourier_lanes` for as many vectors.
    template <class N>
    void operator()(N* re, N* im, N* room) const {
        if (length_ == size_)
            return steps(re, im, room);
        N *const wide_re = room, *const wide_im = room + length_;
        std::fill_n(room, 2 * length_, N{});
        for (std::size_t i = 0; i < size_; ++i)
            times(re[i], im[i], chirp_[i], wide_re[i], wide_im[i]);
        steps(wide_re, wide_im, wide_im + length_);
        for (std::size_t i = 0; i < length_; ++i)
            times(wide_re[i], wide_im[i], response_[i], wide_re[i], wide_im[i]);
        steps(wide_im, wide_re, wide_im + length_);
        for (std::size_t i = 0; i < size_; ++i)
            times(wide_re[i], wide_im[i], chirp_[i], re[i], im[i]);
    }

private:
    /// e^(-2 pi i k / n), of the part of a circle's eighth, so that what should be 0 or as large as another is.
    template <class T>
    [[nodiscard]] static number turn(std::size_t k, std::size_t n) {
        std::size_t const quarter = 4 * k / n, rest = 4 * k % n;
        bool const mirrored = 2 * rest > n;
        T const angle = std::numbers::pi_v<T> / 2 * static_cast<T>(mirrored ? n - rest : rest) / static_cast<T>(n);
        auto c = static_cast<double>(std::cos(angle)), s = static_cast<double>(std::sin(angle));
        if (mirrored)
            std::swap(c, s);
        switch (quarter % 4) {
        case 0: return {c, -s};
        case 1: return {-s, -c};
        case 2: return {-c, s};
        default: return {s, c};
        }
    }

    /// The parts of a circle, as close to them as doubles come; made once.
    template <std::size_t R>
    [[nodiscard]] static std::array<number, R> const& units() {
        static std::array<number, R> const made = [] {
            std::array<number, R> turns;
            for (std::size_t k = 0; k < R; ++k)
                turns[k] = turn<long double>(k, R);
            return turns;
        }();
        return made;
    }

    /// Without the checks for infinite numbers that the operator makes.
    template <class N>
    static void times(N const& re, N const& im, number by, N& to_re, N& to_im) {
        N const real = re * by.real() - im * by.imag();
        to_im = re * by.imag() + im * by.real();
        to_re = real;
    }

    /// Finds the factors of the length; false if there are others.
    bool divide() {
        std::size_t rest = length_;
        factors_.clear();
        factors_.reserve(std::bit_width(rest));
        for (std::size_t const factor : std::initializer_list<std::size_t>{4, 2, 3, 5, 7})
            for (; rest % factor == 0; rest /= factor)
                factors_.push_back(factor);
        return rest == 1;
    }

    template <class N>
    void steps(N* re, N* im, N* room) const {
        parts<N> from{re, im}, to{room, room + length_};
        std::size_t done = 1; // the product of the factors before
        for (std::size_t const factor : factors_) {
            switch (factor) {
            case 2: step<2>(from, to, done); break;
            case 3: step<3>(from, to, done); break;
            case 4: step<4>(from, to, done); break;
            case 5: step<5>(from, to, done); break;
            default: step<7>(from, to, done);
            }
            std::swap(from, to);
            done *= factor;
        }
        if (from.re != re) {
            std::copy_n(from.re, length_, re);
            std::copy_n(from.im, length_, im);
        }
    }

    template <class N>
    struct parts {
        N *re, *im;
    };

    /// Transforms every `R` numbers that lie as far apart as possible, and turns what they become.
    template <std::size_t R, class N>
    void step(parts<N> from, parts<N> to, std::size_t done) const {
        std::size_t const far = length_ / R, blocks = far / done;
        std::array<number, R> const& unit = units<R>();
        std::array<number, R> by{};
        for (std::size_t block = 0; block < blocks; ++block) {
            for (std::size_t k = 0; k < R; ++k)
                by[k] = roots_[block * k * done];
            for (std::size_t i = 0; i < done; ++i) {
                std::array<N, R> re, im;
                for (std::size_t j = 0; j < R; ++j) {
                    re[j] = from.re[block * done + i + j * far];
                    im[j] = from.im[block * done + i + j * far];
                }
                transform(re, im, unit);
                std::size_t const at = block * R * done + i;
                to.re[at] = re[0];
                to.im[at] = im[0];
                for (std::size_t k = 1; k < R; ++k)
                    times(re[k], im[k], by[k], to.re[at + k * done], to.im[at + k * done]);
            }
        }
    }

    /// The transform of so few numbers, from the sums and differences of those that mirror one another.
    template <std::size_t R, class N>
    static void transform(std::array<N, R>& re, std::array<N, R>& im, std::array<number, R> const& unit) {
        if constexpr (R % 2 == 0)
            for (std::size_t j = 0; j < R / 2; ++j) {
                add_and_subtract(re[j], re[j + R / 2]);
                add_and_subtract(im[j], im[j + R / 2]);
            }
        if constexpr (R == 4) {
            N const a_re = re[2], a_im = im[2], b_re = re[3], b_im = im[3];
            add_and_subtract(re[0], re[1]);
            add_and_subtract(im[0], im[1]);
            re[2] = re[1], im[2] = im[1];
            re[1] = a_re + b_im, im[1] = a_im - b_re; // a - i b
            re[3] = a_re - b_im, im[3] = a_im + b_re;
        }
        if constexpr (R % 2 == 1) {
            constexpr std::size_t half = R / 2;
            for (std::size_t j = 1; j <= half; ++j) {
                add_and_subtract(re[j], re[R - j]);
                add_and_subtract(im[j], im[R - j]);
            }
            std::array<N, R> const x = re, y = im;
            for (std::size_t j = 1; j <= half; ++j) {
                re[0] += x[j];
                im[0] += y[j];
            }
            for (std::size_t k = 1; k <= half; ++k) {
                N real = x[0], imag = y[0], real_turned = N{}, imag_turned = N{};
                for (std::size_t j = 1; j <= half; ++j) {
                    number const u = unit[j * k % R];
                    real += x[j] * u.real();
                    imag += y[j] * u.real();
                    real_turned -= y[R - j] * u.imag();
                    imag_turned += x[R - j] * u.imag();
                }
                re[k] = real + real_turned;
                im[k] = imag + imag_turned;
                re[R - k] = real - real_turned;
                im[R - k] = imag - imag_turned;
            }
        }
    }

    template <class N>
    static void add_and_subtract(N& a, N& b) {
        N const difference = a - b;
        a += b;
        b = difference;
    }

    std::size_t size_, length_;
    scratch_vector<std::size_t> factors_;
    scratch_vector<number> roots_, chirp_, response_;
};

/// Transforms lines of contiguous complex numbers, whose elements lie `inner` apart, as many at once as `N` holds.
template <class N>
void fourier_lines(fourier const& transform, std::complex<double>* x, std::int64_t size, std::int64_t inner,
                   std::int64_t first, std::int64_t last, bool backward) {
    if (first == last)
        return;
    constexpr std::int64_t width = lines_at_once<N>;
    auto const count = static_cast<std::size_t>(size);
    scratch_vector<N> room(2 * count + transform.room());
    N *const re = room.data(), *const im = re + count;
    auto const put = [](double value, N& to, [[maybe_unused]] std::int64_t lane) {
        if constexpr (width == 1)
            to = value;
        else
            to[lane] = value;
    };
    auto const get = [](N const& from, [[maybe_unused]] std::int64_t lane) {
        if constexpr (width == 1)
            return from;
        else
            return from[lane];
    };
    for (std::int64_t line = first; line < last; line += width) {
        for (std::int64_t lane = 0; lane < width; ++lane) {
            auto const* const from = x + (line + lane) / inner * size * inner + (line + lane) % inner;
            for (std::int64_t k = 0; k < size; ++k) {
                put(from[k * inner].real(), re[k], lane);
                put(from[k * inner].imag(), im[k], lane);
            }
        }
        backward ? transform(im, re, im + count) : transform(re, im, im + count);
        for (std::int64_t lane = 0; lane < width; ++lane) {
            auto* const to = x + (line + lane) / inner * size * inner + (line + lane) % inner;
            for (std::int64_t k = 0; k < size; ++k)
                to[k * inner] = {get(re[k], lane), get(im[k], lane)};
        }
    }
}

/// Transforms contiguous complex numbers in place along a dimension.
inline void fourier_along(tensor& x, std::size_t d, bool backward) {
    std::int64_t const size = x.sizes()[d];
    if (x.numel() == 0)
        return;
    fourier const transform(static_cast<std::size_t>(size));
    std::int64_t inner = 1;
    for (std::size_t i = d + 1; i < x.dim(); ++i)
        inner *= x.sizes()[i];
    auto* const numbers = x.data<std::complex<double>>();
    std::int64_t const lines = x.numel() / size, rest = lines % lines_at_once<fourier_lanes>;
    fourier_lines<fourier_lanes>(transform, numbers, size, inner, 0, lines - rest, backward);
    fourier_lines<double>(transform, numbers, size, inner, lines - rest, lines, backward);
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
