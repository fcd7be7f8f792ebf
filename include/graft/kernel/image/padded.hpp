#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/core/checked.hpp>
#include <graft/core/error.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/image/window.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// A copy of an image with its padding, laid out so that what an output line sees under a tap
/// of a window is dense, whatever the stride and dilation.
///
/// Each line of the image is stored as `stride` lines: every stride-th element, from each of
/// the first ones on.
template <class T>
class padded_image {
public:
    /// So many elements behind a line may be read; their values mean nothing.
    static constexpr std::int64_t lanes = 32;

    /// Windows over depth, height and width; `fill` is what the padding holds.
    padded_image(std::array<window, 3> const& windows, T fill)
        : windows_(windows), height_(extent(windows[1])), phases_(std::min(windows[2].stride, extent(windows[2]))),
          phase_((extent(windows[2]) - 1) / windows[2].stride + 1), line_(phases_ * phase_), elements_(size(), fill) {}

    /// Copies a dense image in; the padding stays.
    void load(T const* image) {
        auto const& [depth, height, width] = windows_;
        std::int64_t const lines = std::min(height.in, height_ - height.padding);
        std::int64_t const planes = std::min(depth.in, extent(depth) - depth.padding);
        for (std::int64_t d = 0; d < planes; ++d)
            for (std::int64_t h = 0; h < lines; ++h) {
                T const* from = image + (d * height.in + h) * width.in;
                T* to = at(d + depth.padding, h + height.padding);
                for (std::int64_t phase = 0; phase < phases_; ++phase, to += phase_) {
                    // Element k of the phase is element k * stride + phase of the padded line.
                    std::int64_t const before = width.padding - phase;
                    std::int64_t const k = before <= 0 ? 0 : (before - 1) / width.stride + 1;
                    if (k >= phase_)
                        continue;
                    std::int64_t const first = k * width.stride - before;
                    if (first >= width.in)
                        continue;
                    std::int64_t const there = (width.in - 1 - first) / width.stride + 1;
                    copy_every(width.stride, std::min(phase_ - k, there), from + first, to + k);
                }
            }
    }

    /// What output line `oh` of plane `od` sees under a tap.
    [[nodiscard]] T const* line(std::int64_t od, std::int64_t oh, std::int64_t kd, std::int64_t kh,
                                std::int64_t kw) const {
        auto const& [depth, height, width] = windows_;
        std::int64_t const w = kw * width.dilation;
        return at(od * depth.stride + kd * depth.dilation, oh * height.stride + kh * height.dilation) +
               w % width.stride * phase_ + w / width.stride;
    }

    /// The lines under every tap of an output line, in the order of the taps.
    void lines(std::int64_t od, std::int64_t oh, scratch_vector<T const*>& to) const {
        to.clear();
        for (std::int64_t kd = 0; kd < windows_[0].size; ++kd)
            for (std::int64_t kh = 0; kh < windows_[1].size; ++kh)
                for (std::int64_t kw = 0; kw < windows_[2].size; ++kw)
                    to.push_back(line(od, oh, kd, kh, kw));
    }

private:
    /// How many elements the windows reach over.
    [[nodiscard]] static std::int64_t extent(window const& w) {
        return (w.out - 1) * w.stride + (w.size - 1) * w.dilation + 1;
    }

    /// As a padding may be far larger than the image, not every size is worth its memory.
    [[nodiscard]] std::size_t size() const {
        std::int64_t const n = checked_mul(extent(windows_[0]), checked_mul(height_, line_));
        if (n > std::int64_t{1} << 32)
            raise(errc::unsupported, "a padded image of ", n, " elements is too large");
        return static_cast<std::size_t>(n + lanes);
    }

    static void copy_every(std::int64_t stride, std::int64_t count, T const* __restrict from, T* __restrict to) {
        if (stride == 1)
            std::copy_n(from, count, to);
        else if (stride == 2) // the usual one, and a constant
            for (std::int64_t i = 0; i < count; ++i)
                to[i] = from[i * 2];
        else
            for (std::int64_t i = 0; i < count; ++i)
                to[i] = from[i * stride];
    }

    [[nodiscard]] T* at(std::int64_t d, std::int64_t h) { return elements_.data() + (d * height_ + h) * line_; }
    [[nodiscard]] T const* at(std::int64_t d, std::int64_t h) const {
        return elements_.data() + (d * height_ + h) * line_;
    }

    std::array<window, 3> windows_;
    std::int64_t height_;
    std::int64_t phases_, phase_; // how many a line has, and elements in each
    std::int64_t line_;
    scratch_vector<T> elements_;
};

/// `out[i]` is `initial` combined with element `i` of every line, by `step(total, x, line
/// number)`; `lanes` elements behind the lines are readable.
template <class T, class F>
void fold_lines(std::int64_t n, T* out, scratch_vector<T const*> const& lines, T initial, F step) {
    constexpr std::int64_t lanes = padded_image<T>::lanes;
    for (std::int64_t i = 0; i < n; i += lanes) {
        std::array<T, lanes> total;
        total.fill(initial);
        std::size_t t = 0;
        for (; t + 4 <= lines.size(); t += 4) { // so that the totals are stored once for four lines
            T const *a = lines[t] + i, *b = lines[t + 1] + i, *c = lines[t + 2] + i, *d = lines[t + 3] + i;
            for (std::size_t j = 0; j < lanes; ++j)
                total[j] = step(step(step(step(total[j], a[j], t), b[j], t + 1), c[j], t + 2), d[j], t + 3);
        }
        for (; t < lines.size(); ++t) {
            T const* a = lines[t] + i;
            for (std::size_t j = 0; j < lanes; ++j)
                total[j] = step(total[j], a[j], t);
        }
        std::copy_n(total.begin(), std::min(lanes, n - i), out + i);
    }
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
