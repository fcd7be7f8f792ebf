#include <graft/kernel/image/grid_sample.hpp>

#include <doctest/doctest.h>

#include "../reference.hpp"

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

TEST_CASE("grid_sample: the cubic weights add up to 1") {
    for (double t : {0.0, 0.25, 0.5, 0.9}) {
        std::array<double, 4> const w = detail::cubic_weights(t);
        CHECK(w[0] + w[1] + w[2] + w[3] == doctest::Approx(1));
    }
}

} // namespace
