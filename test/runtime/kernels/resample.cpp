#include <graft/runtime/kernels/resample.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>

#include "../../io/raises.hpp"
#include "../tensors.hpp"

#include <array>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

tensor const image = iota({1, 1, 2, 2});

TEST_CASE("resample: by sizes and by factors") {
    CHECK(show(aten::upsample_nearest2d.vec(image, std::array{2, 4}, nullptr)) == "f32[1, 1, 2, 4]: 0 0 1 1 2 2 3 3");
    CHECK(show(aten::upsample_bilinear2d.vec(image, nullptr, false, std::array{1.0, 2.0})) ==
          "f32[1, 1, 2, 4]: 0 0.25 0.75 1 2 2.25 2.75 3");
    CHECK(show(aten::upsample_bilinear2d.vec(image, std::array{3, 2}, true, nullptr)) ==
          "f32[1, 1, 3, 2]: 0 1 1 2 2 3");
}

TEST_CASE("resample: padding by the op or by the mode that is named") {
    tensor const x = iota({1, 3});
    CHECK(show(aten::reflection_pad1d(x, std::array{1, 2})) == "f32[1, 6]: 1 0 1 2 1 0");
    CHECK(show(aten::replication_pad1d(x, std::array{0, 2})) == "f32[1, 5]: 0 1 2 2 2");
    CHECK(show(aten::pad(x, std::array{1, 0}, "circular")) == "f32[1, 4]: 2 0 1 2");
    CHECK(show(aten::pad(x, std::array{1, 0}, "constant", 9.0)) == "f32[1, 4]: 9 0 1 2");
    CHECK(raised([&] { aten::pad(x, std::array{1, 0}, "wrap"); }) == "graft: aten::pad: 'mode' cannot be 'wrap'");
}

TEST_CASE("resample: no images of a huge size are none") {
    tensor const none = tensor::empty({0, 1, 2, 2}, dtype::f32), bytes = tensor::empty({0, 1, 2, 2}, dtype::u8);
    std::array<std::int64_t, 2> const huge{std::int64_t{1} << 48, 1};
    CHECK(aten::upsample_nearest2d.vec(none, huge, nullptr).numel() == 0);
    CHECK(aten::upsample_bilinear2d.vec(none, huge, false, nullptr).numel() == 0);
    CHECK(aten::upsample_bilinear2d.vec(bytes, huge, false, nullptr).numel() == 0);
}

TEST_CASE("resample: the widest padding that cuts as much does not overflow") {
    CHECK(raised([] {
              aten::pad(iota({1}), std::array{INT64_MIN, INT64_MAX}, "constant");
          }) == "graft: integer overflow in 0 - -9223372036854775808");
}

} // namespace
