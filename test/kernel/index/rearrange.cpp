#include <graft/kernel/index/rearrange.hpp>

#include <doctest/doctest.h>

#include "../reference.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

using namespace graft;
using reference::elements;
using reference::make;
using reference::sizes;

using numbers = std::vector<double>;

namespace {

tensor iota(sizes space) {
    numbers values(static_cast<std::size_t>(numel(space)));
    std::iota(values.begin(), values.end(), 0.0);
    return make(std::move(space), dtype::f32, values);
}

} // namespace

TEST_CASE("rearrange: slices are taken in any order, also twice") {
    CHECK(elements(kernel::taken(iota({2, 3}), 1, std::vector<std::int64_t>{2, 0, 2})) == numbers{2, 0, 2, 5, 3, 5});
}

TEST_CASE("rearrange: stack, repeat, flip and roll") {
    tensor out = tensor::empty({2, 2}, dtype::f32);
    std::vector<tensor> const parts{iota({2}), make({2}, dtype::f32, {7, 8})};
    kernel::stack(parts, 1, out);
    CHECK(elements(out) == numbers{0, 7, 1, 8});
    out = tensor::empty({2, 4}, dtype::f32);
    kernel::repeat(iota({2}), out);
    CHECK(elements(out) == numbers{0, 1, 0, 1, 0, 1, 0, 1});
    out = tensor::empty({2, 3}, dtype::f32);
    kernel::flip(iota({2, 3}), sizes{0, -1}, out);
    CHECK(elements(out) == numbers{5, 4, 3, 2, 1, 0});
    kernel::roll(iota({2, 3}), sizes{1}, sizes{1}, out);
    CHECK(elements(out) == numbers{2, 0, 1, 5, 3, 4});
    kernel::roll(iota({2, 3}), sizes{-4}, sizes{1}, out);
    CHECK(elements(out) == numbers{1, 2, 0, 4, 5, 3});
    kernel::roll(iota({2, 3}), sizes{std::numeric_limits<std::int64_t>::min()}, sizes{1}, out);
    CHECK(elements(out) == numbers{2, 0, 1, 5, 3, 4});
}

TEST_CASE("rearrange: padding, also by negative widths") {
    tensor out = tensor::empty({3, 3}, dtype::f32);
    kernel::constant_pad(iota({2, 3}), sizes{1, -1, 0, 1}, 9, out);
    CHECK(elements(out) == numbers{9, 0, 1, 9, 3, 4, 9, 9, 9});
}

TEST_CASE("rearrange: triangles of matrices") {
    tensor out = tensor::empty({2, 3}, dtype::f32);
    kernel::triangle(make({2, 3}, dtype::f32, {1, 2, 3, 4, 5, 6}), 0, false, out);
    CHECK(elements(out) == numbers{1, 0, 0, 4, 5, 0});
    kernel::triangle(make({2, 3}, dtype::f32, {1, 2, 3, 4, 5, 6}), 1, true, out);
    CHECK(elements(out) == numbers{0, 2, 3, 0, 0, 6});
    kernel::triangle(make({2, 3}, dtype::f32, {1, 2, 3, 4, 5, 6}), -9, false, out);
    CHECK(elements(out) == numbers{0, 0, 0, 0, 0, 0});
}

TEST_CASE("rearrange: channels become blocks") {
    tensor out = tensor::empty({1, 2, 4}, dtype::f32);
    kernel::pixel_shuffle(iota({4, 1, 2}), 2, out);
    CHECK(elements(out) == numbers{0, 2, 1, 3, 4, 6, 5, 7});
}

TEST_CASE("rearrange: blocks become channels, and back") {
    tensor const image = iota({1, 4, 6});
    tensor channels = tensor::empty({4, 2, 3}, dtype::f32), back = tensor::empty({1, 4, 6}, dtype::f32);
    kernel::pixel_unshuffle(image, 2, channels);
    kernel::pixel_shuffle(channels, 2, back);
    CHECK(elements(channels)[0] == 0);
    CHECK(reference::at(channels, {1, 0, 0}) == 1);
    CHECK(elements(back) == elements(image));
}
