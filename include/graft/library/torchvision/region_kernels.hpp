#pragma once

#include <graft/core/error.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/dispatch.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/parallel.hpp>
#include <graft/library/torchvision/stepwise.hpp>
#include <graft/meta/hana.hpp>
#include <graft/meta/vec.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// The dtypes that regions of images are of.
inline constexpr auto region_dtypes = values<dtype::f16, dtype::f32, dtype::f64>;

/// How regions of images become images of one size.
struct region_options {
    double scale = 1;         ///< coordinates of a region times this are those of the image
    std::int64_t height = 0;  ///< of a result
    std::int64_t width = 0;   ///< of a result
    std::int64_t samples = 0; ///< of each dimension of a part of a region; 0 or less: as many as it has elements
    /// Coordinates count from the middle of the first element, and a region may be less than 1 wide.
    bool centers = false;
    bool own_channels = false; ///< each part of a region has channels of its own
};

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// What lies around a place of a dimension, and how much of each is taken.
template <class N>
struct region_place {
    std::int64_t low = 0, high = 0;
    N of_low{}, of_high{};
    bool inside = false;

    region_place(N at, std::int64_t size) {
        auto const place = static_cast<double>(at);
        if (!(place >= -1 && place <= static_cast<double>(size)))
            return;
        inside = true;
        if (place <= 0)
            at = N(0);
        low = static_cast<std::int64_t>(at);
        high = low + 1;
        if (low >= size - 1) {
            high = low = size - 1;
            at = N(low);
        }
        of_high = at - N(low);
        of_low = N(1 - static_cast<double>(of_high));
    }
};

/// A region in elements of an image along one dimension: where it begins, how long it is, and how many samples each of
/// its parts has.
template <class N>
struct region_extent {
    N begin{}, part{};
    std::int64_t samples = 0;

    region_extent() = default;
    region_extent(N from, N to, std::int64_t parts, kernel::region_options const& o) {
        N const scale = N(o.scale), half = N(o.centers ? 0.5 : 0.0);
        begin = from * scale - half;
        N length = to * scale - half - begin;
        if (!o.centers)
            length = std::max(length, N(1));
        part = length / N(parts);
        samples = o.samples > 0 ? o.samples : truncated(std::ceil(static_cast<double>(part)));
    }

    [[nodiscard]] region_place<N> place(std::int64_t p, std::int64_t sample, std::int64_t size) const {
        N const within = N(static_cast<float>(sample) + 0.5F) * part / N(samples);
        return {begin + N(p) * part + within, size};
    }
};

/// Which of `count` images a region, whose first number says it, is of; any other is an error.
template <class N>
[[nodiscard]] std::int64_t image_of_region(std::string_view op, N number, std::int64_t region, std::int64_t count) {
    std::int64_t const image = truncated(static_cast<double>(number));
    if (image < 0 || image >= count)
        raise(errc::invalid_argument, op, ": region ", region, " is of image ", image, ", but there are ", count);
    return image;
}

/// The samples of a region, part by part: four elements of an image and their weights.
template <class N>
class region_samples {
public:
    region_samples(region_extent<N> const& y, region_extent<N> const& x, kernel::region_options const& o,
                   std::int64_t height, std::int64_t width) {
        for (std::int64_t p = 0; p < o.height; ++p)
            for (std::int64_t q = 0; q < o.width; ++q) {
                for (std::int64_t i = 0; i < y.samples; ++i)
                    for (std::int64_t j = 0; j < x.samples; ++j)
                        add(y.place(p, i, height), x.place(q, j, width), width);
                ends_.push_back(samples_.size());
            }
    }

    /// The sum of the samples of a part, from the elements of an image.
    template <class T>
    [[nodiscard]] N sum(std::size_t part, T const* from) const {
        N total = N(0);
        for (std::size_t i = part == 0 ? 0 : ends_[part - 1]; i < ends_[part]; ++i) {
            sample const& s = samples_[i];
            N one = s.weight[0] * N(from[s.at[0]]);
            for (std::size_t k = 1; k < 4; ++k)
                one = one + s.weight[k] * N(from[s.at[k]]);
            total = total + one;
        }
        return total;
    }

private:
    struct sample {
        std::array<std::int64_t, 4> at;
        std::array<N, 4> weight;
    };

    void add(region_place<N> const& y, region_place<N> const& x, std::int64_t width) {
        if (y.inside && x.inside)
            samples_.push_back(
                {{y.low * width + x.low, y.low * width + x.high, y.high * width + x.low, y.high * width + x.high},
                 {y.of_low * x.of_low, y.of_low * x.of_high, y.of_high * x.of_low, y.of_high * x.of_high}});
    }

    vec<sample> samples_;
    vec<std::size_t> ends_;
};

/// The elements that a part of a region has along a dimension.
struct region_span {
    std::int64_t begin = 0, end = 0;
};

/// Of part `p` of a region that begins at `first` and has at least one element; nothing goes beyond `limit`.
template <class N>
[[nodiscard]] region_span part_of_region(std::int64_t first, std::int64_t length, std::int64_t p, std::int64_t parts,
                                         std::int64_t limit) {
    N const part = N(std::max<std::int64_t>(length, 1)) / N(parts);
    auto const from = static_cast<std::int64_t>(std::floor(static_cast<double>(N(p) * part)));
    auto const to = static_cast<std::int64_t>(std::ceil(static_cast<double>(N(p + 1) * part)));
    limit = std::max<std::int64_t>(limit, 0);
    return {std::clamp<std::int64_t>(from + first, 0, limit), std::clamp<std::int64_t>(to + first, 0, limit)};
}

/// The element of an image that a coordinate of a region is.
template <class N>
[[nodiscard]] std::int64_t region_element(N coordinate, double scale) {
    return truncated(std::round(static_cast<double>(coordinate * N(scale))));
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// The mean of samples between the elements of each part of a region; `channels`, where there is one, receives the
/// channel that each element is of.
inline void align_regions(std::string_view op, tensor const& input, tensor const& regions, region_options const& o,
                          tensor& out, tensor* channels) {
    dispatch<region_dtypes>(input.dtype(), op, [&]<class T>() {
        using number = detail::stepwise<T>;
        if (out.numel() == 0)
            return;
        detail::dense_argument<T> const image(input), region(regions);
        detail::dense_result<T> to(out);
        std::int64_t const depth = input.size(1), height = input.size(2), width = input.size(3),
                           count = regions.size(0);
        std::int64_t const made = out.size(1), parts = o.height * o.width;
        struct place {
            std::int64_t image;
            detail::region_extent<number> y, x;
        };
        vec<place> places;
        for (std::int64_t n = 0; n < count; ++n) {
            T const* const r = region.data() + 5 * n;
            place p{detail::image_of_region(op, number(r[0]), n, input.size(0)),
                    {number(r[2]), number(r[4]), o.height, o},
                    {number(r[1]), number(r[3]), o.width, o}};
            constexpr double most = 1 << 26;
            if (std::max(static_cast<double>(p.y.samples), 0.0) * static_cast<double>(p.x.samples) *
                    static_cast<double>(parts) >
                most)
                raise(errc::invalid_argument, op, ": region ", n, " has ", p.y.samples, " by ", p.x.samples,
                      " samples in a part, which are too many");
            places.push_back(p);
        }
        detail::parallel_for(count, made * parts * 16, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t n = begin; n < end; ++n) {
                place const& p = places[static_cast<std::size_t>(n)];
                detail::region_samples<number> const samples(p.y, p.x, o, height, width);
                // Of 32 bits, as PyTorch has it.
                auto const taken = static_cast<std::int32_t>(p.y.samples * p.x.samples);
                auto const divisor = number(o.own_channels ? taken : std::max(taken, 1));
                for (std::int64_t i = 0; i < made * parts; ++i) {
                    std::int64_t const channel = o.own_channels ? i : i / parts;
                    T const* const from = image.data() + (p.image * depth + channel) * height * width;
                    to.data()[n * made * parts + i] =
                        T(samples.sum(static_cast<std::size_t>(i % parts), from) / divisor);
                }
            }
        });
        to.finish();
        if (channels != nullptr) {
            detail::dense_result<std::int32_t> of(*channels);
            for (std::int64_t i = 0; i < channels->numel(); ++i)
                of.data()[i] = static_cast<std::int32_t>(i % (made * parts));
            of.finish();
        }
    });
}

/// The largest element of each part of a region and where it is in the image, -1 where there is none; or, of channels
/// of their own, the mean of the elements and which channel it is.
inline void pool_regions(std::string_view op, tensor const& input, tensor const& regions, region_options const& o,
                         tensor& out, tensor& places) {
    dispatch<region_dtypes>(input.dtype(), op, [&]<class T>() {
        using number = detail::stepwise<T>;
        if (out.numel() == 0)
            return;
        detail::dense_argument<T> const image(input), region(regions);
        detail::dense_result<T> to(out);
        detail::dense_result<std::int32_t> found(places);
        std::int64_t const depth = input.size(1), height = input.size(2), width = input.size(3);
        std::int64_t const made = out.size(1), parts = o.height * o.width;
        // The last row and column are no part of a mean.
        std::int64_t const less = o.own_channels ? 1 : 0;
        for (std::int64_t n = 0; n < regions.size(0); ++n) {
            T const* const r = region.data() + 5 * n;
            std::int64_t const batch = detail::image_of_region(op, number(r[0]), n, input.size(0));
            std::array<std::int64_t, 4> at{};
            for (std::size_t k = 0; k < 4; ++k)
                at[k] = detail::region_element(number(r[k + 1]), o.scale);
            for (std::int64_t part = 0; part < parts; ++part) {
                detail::region_span const y = detail::part_of_region<number>(at[1], at[3] - at[1] + 1 - less,
                                                                             part / o.width, o.height, height - less);
                detail::region_span const x = detail::part_of_region<number>(at[0], at[2] - at[0] + 1 - less,
                                                                             part % o.width, o.width, width - less);
                bool const empty = y.end <= y.begin || x.end <= x.begin;
                for (std::int64_t c = 0; c < made; ++c) {
                    std::int64_t const channel = o.own_channels ? c * parts + part : c;
                    T const* const from = image.data() + (batch * depth + channel) * height * width;
                    auto value = number(o.own_channels || empty ? 0 : std::numeric_limits<float>::lowest());
                    std::int64_t place = o.own_channels ? channel : -1;
                    for (std::int64_t h = y.begin; h < y.end; ++h)
                        for (std::int64_t w = x.begin; w < x.end; ++w) {
                            auto const element = number(from[h * width + w]);
                            if (o.own_channels) {
                                value = value + element;
                            } else if (element > value) {
                                value = element;
                                place = h * width + w;
                            }
                        }
                    if (o.own_channels && !empty)
                        value = value / number((y.end - y.begin) * (x.end - x.begin));
                    std::int64_t const i = (n * made + c) * parts + part;
                    to.data()[i] = T(value);
                    found.data()[i] = static_cast<std::int32_t>(place);
                }
            }
        }
        to.finish();
        found.finish();
    });
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
