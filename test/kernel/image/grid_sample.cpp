#include <graft/kernel/image/grid_sample.hpp>

#include <doctest/doctest.h>

#include "../reference.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace {

using namespace graft;
using kernel::interpolation, kernel::outside;
using reference::sizes;

tensor sampled(tensor const& image, std::vector<double> const& places, interpolation how, outside rule,
               bool align_corners = true) {
    auto const n = static_cast<std::int64_t>(places.size() / 2);
    tensor out = tensor::empty({1, image.size(1), 1, n}, image.dtype());
    kernel::grid_sample_2d(image, reference::make({1, 1, n, 2}, image.dtype(), places), how, rule, align_corners, out);
    return out;
}

TEST_CASE("grid_sample: the elements themselves lie where the grid says") {
    tensor const image = reference::make({1, 1, 2, 3}, dtype::f32, {0, 1, 2, 3, 4, 5});
    for (interpolation how : {interpolation::bilinear, interpolation::nearest, interpolation::bicubic}) {
        tensor const out = sampled(image, {-1, -1, 0, -1, 1, 1}, how, outside::border);
        CHECK(reference::elements(out) == std::vector<double>{0, 1, 5});
    }
    tensor const between = sampled(image, {-0.5, 0}, interpolation::bilinear, outside::zeros);
    CHECK(reference::elements(between) == std::vector<double>{2});
}

TEST_CASE("grid_sample: outside are zeros, the border, or the image again") {
    tensor const line = reference::make({1, 1, 1, 3}, dtype::f64, {1, 2, 4});
    std::vector<double> const far{2, 0};
    CHECK(reference::elements(sampled(line, far, interpolation::nearest, outside::zeros)) == std::vector<double>{0});
    CHECK(reference::elements(sampled(line, far, interpolation::nearest, outside::border)) == std::vector<double>{4});
    CHECK(reference::elements(sampled(line, far, interpolation::nearest, outside::reflection)) ==
          std::vector<double>{2});
    CHECK(reference::elements(sampled(line, {4.0 / 3, 0}, interpolation::nearest, outside::reflection, false)) ==
          std::vector<double>{4});
}

TEST_CASE("grid_sample: -0.0 stays so but for cubics, and in a volume for what is nearest, and outside is 0") {
    for (dtype d : {dtype::f32, dtype::f64, dtype::bf16, dtype::f16}) {
        tensor const image = reference::make({1, 1, 2, 2}, d, std::vector<double>(4, -0.0)),
                     volume = reference::make({1, 1, 2, 2, 2}, d, std::vector<double>(8, -0.0));
        for (interpolation how : {interpolation::bilinear, interpolation::nearest, interpolation::bicubic}) {
            std::vector<double> const got =
                reference::elements(sampled(image, {0, 0, 3, 3}, how, outside::zeros, false));
            CHECK(got == std::vector<double>{0, 0});
            CHECK(std::signbit(got[0]) == (how != interpolation::bicubic));
            CHECK(!std::signbit(got[1]));
            if (how == interpolation::bicubic)
                continue;
            tensor out = tensor::empty({1, 1, 1, 1, 2}, d);
            kernel::grid_sample_3d(volume, reference::make({1, 1, 1, 2, 3}, d, {0, 0, 0, 3, 3, 3}), how, outside::zeros,
                                   false, out);
            CHECK(std::signbit(reference::elements(out)[0]) == (how == interpolation::nearest));
            CHECK(!std::signbit(reference::elements(out)[1]));
        }
    }
}

TEST_CASE("grid_sample: places that are no numbers, or infinite") {
    double const nan = std::numeric_limits<double>::quiet_NaN(), far = std::numeric_limits<double>::infinity();
    tensor const image = reference::make({1, 1, 2, 3}, dtype::f32, {1, 2, 3, 4, 5, 6});
    std::vector<double> const places{nan, 0, 0, nan, far, 0, -far, 0, 0, far, 1e30, 0, nan, nan, far, far};
    auto const plane = [&](interpolation how, outside rule) {
        return reference::elements(sampled(image, places, how, rule));
    };
    for (interpolation how : {interpolation::bilinear, interpolation::bicubic}) {
        std::vector<double> const got = plane(how, outside::zeros);
        for (std::size_t i = 0; i < got.size(); ++i)
            CHECK((i == 5 ? got[i] == 0 : std::isnan(got[i])));
    }
    CHECK(plane(interpolation::nearest, outside::zeros) == std::vector<double>{0, 0, 0, 0, 0, 0, 0, 0});
    CHECK(plane(interpolation::bilinear, outside::border) == std::vector<double>{2.5, 2, 4.5, 2.5, 5, 4.5, 1, 6});
    CHECK(plane(interpolation::bilinear, outside::reflection) == std::vector<double>{2.5, 2, 2.5, 2.5, 2, 2.5, 1, 1});

    tensor const volume = reference::make({1, 1, 2, 2, 3}, dtype::f32, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
    tensor const spots =
        reference::make({1, 1, 1, 5, 3}, dtype::f32, {nan, 0, 0, 0, nan, 0, far, 0, 0, -far, 0, 0, nan, nan, nan});
    auto const space = [&](interpolation how, outside rule) {
        tensor out = tensor::empty({1, 1, 1, 1, 5}, dtype::f32);
        kernel::grid_sample_3d(volume, spots, how, rule, true, out);
        return reference::elements(out);
    };
    CHECK(space(interpolation::bilinear, outside::zeros) == std::vector<double>{0, 0, 0, 0, 0});
    CHECK(space(interpolation::bilinear, outside::border) == std::vector<double>{7.5, 8, 7.5, 5.5, 12});
    CHECK(space(interpolation::bilinear, outside::reflection) == std::vector<double>{7.5, 8, 7.5, 7.5, 12});
    CHECK(space(interpolation::nearest, outside::border) == std::vector<double>{3, 5, 3, 1, 12});
}

// PyTorch's results for these places, which differ from those of f32 by more than one rounding.
TEST_CASE("grid_sample: 16 bits are rounded in every step") {
    std::vector<double> row(33), space(40);
    std::iota(row.begin(), row.end(), 1.0);
    std::iota(space.begin(), space.end(), 1.0);
    std::vector<double> const places{-0.77, 0, -0.33, 0, 0.1, 0, 0.29, 0, 0.61, 0, 0.95, 0};
    auto const line = [&](dtype d, interpolation how) {
        tensor const image = reference::make({1, 1, 1, 33}, d, row);
        return reference::elements(sampled(image, places, how, outside::reflection, false));
    };
    CHECK(line(dtype::f16, interpolation::bilinear) ==
          std::vector<double>{4.296875, 11.5546875, 18.640625, 21.78125, 27.0625, 32.6875});
    CHECK(line(dtype::bf16, interpolation::bilinear) ==
          std::vector<double>{4.3125, 11.5625, 18.625, 21.75, 27.0, 32.75});
    CHECK(line(dtype::f16, interpolation::bicubic) ==
          std::vector<double>{4.31640625, 11.5234375, 18.59375, 21.75, 27.015625, 32.65625});
    CHECK(line(dtype::bf16, interpolation::bicubic) ==
          std::vector<double>{4.46875, 11.625, 19.0, 21.125, 27.0, 31.875});
    CHECK(line(dtype::bf16, interpolation::nearest) == std::vector<double>{4, 12, 19, 22, 27, 33});
    for (auto const& [d, expected] : {std::pair{dtype::f16, std::vector<double>{22.21875, 27.84375, 19.0}},
                                      std::pair{dtype::bf16, std::vector<double>{22.25, 28.0, 19.0}}}) {
        tensor const volume = reference::make({1, 1, 2, 4, 5}, d, space);
        tensor const spots = reference::make({1, 1, 1, 3, 3}, d, {-0.77, 0.3, 0.1, 0.61, -0.45, 0.95, 1.2, -1.3, 0.4});
        tensor out = tensor::empty({1, 1, 1, 1, 3}, d);
        kernel::grid_sample_3d(volume, spots, interpolation::bilinear, outside::border, true, out);
        CHECK(reference::elements(out) == expected);
    }
}

TEST_CASE("grid_sample: the cubic weights add up to 1") {
    for (double t : {0.0, 0.25, 0.5, 0.9}) {
        std::array<double, 4> const w = detail::cubic_weights(t);
        CHECK(w[0] + w[1] + w[2] + w[3] == doctest::Approx(1));
    }
}

} // namespace
