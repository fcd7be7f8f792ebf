#include <graft/kernel/image/pad.hpp>

#include <doctest/doctest.h>

#include "../reference.hpp"

#include <cmath>
#include <vector>

using namespace graft;
using reference::elements;
using reference::make;
using reference::sizes;

using numbers = std::vector<double>;

namespace {

numbers padded(kernel::pad_mode mode, sizes const& widths) {
    tensor const self = make({4}, dtype::f32, {1, 2, 3, 4});
    tensor out = tensor::empty({4 + widths[0] + widths[1]}, dtype::f32);
    kernel::pad("pad", self, widths, mode, out);
    return elements(out);
}

} // namespace

TEST_CASE("pad: every mode, negative widths cut") {
    using enum kernel::pad_mode;
    CHECK(padded(reflect, {2, 1}) == numbers{3, 2, 1, 2, 3, 4, 3});
    CHECK(padded(replicate, {2, 1}) == numbers{1, 1, 1, 2, 3, 4, 4});
    CHECK(padded(circular, {2, 1}) == numbers{3, 4, 1, 2, 3, 4, 1});
    CHECK(padded(replicate, {-1, -2}) == numbers{2});
    CHECK(padded(circular, {-1, 2}) == numbers{2, 3, 4, 2, 3});
    CHECK(padded(circular, {1, -2}) == numbers{2, 1, 2});
    CHECK_THROWS_AS(padded(reflect, {4, 0}), error);
    CHECK_THROWS_AS(padded(circular, {0, 5}), error);
    CHECK_THROWS_AS(padded(circular, {-4, 2}), error);
}

TEST_CASE("pad: the last dimension first") {
    tensor out = tensor::empty({2, 3}, dtype::i64);
    kernel::pad("pad", make({1, 2}, dtype::i64, {5, 6}), sizes{1, 0, 0, 1}, kernel::pad_mode::replicate, out);
    CHECK(elements(out) == numbers{5, 5, 6, 5, 5, 6});
}

TEST_CASE("pad: a tensor that is cut and padded is never larger on the way") {
    // Padded first, it would hold 2^40 elements.
    tensor out = tensor::empty({1, 1 << 20}, dtype::boolean), self = tensor::empty({1 << 20, 1}, dtype::boolean);
    kernel::fill(self, true);
    kernel::pad("pad", self, sizes{(1 << 20) - 1, 0, 0, 1 - (1 << 20)}, kernel::pad_mode::replicate, out);
    CHECK(elements(out) == numbers(1 << 20, 1.0));
}

TEST_CASE("pad: a result without elements lists no places") {
    constexpr std::int64_t many = std::int64_t{1} << 60;
    for (auto const mode : {kernel::pad_mode::replicate, kernel::pad_mode::circular}) {
        std::int64_t const size = mode == kernel::pad_mode::circular ? many : 1;
        tensor out = tensor::empty({0, size + many}, dtype::f32);
        kernel::pad("pad", tensor::empty({0, size}, dtype::f32), sizes{0, many}, mode, out);
        CHECK(out.numel() == 0);
    }
    // The widths are checked all the same.
    tensor out = tensor::empty({0, 8}, dtype::f32);
    CHECK_THROWS_WITH_AS(
        kernel::pad("pad", tensor::empty({0, 4}, dtype::f32), sizes{0, 4}, kernel::pad_mode::reflect, out),
        "graft: pad: a dimension of size 4 cannot be padded by 0 and 4", error);
}
