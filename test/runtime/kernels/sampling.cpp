#include <graft/runtime/kernels/sampling.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>

#include "../../io/raises.hpp"
#include "../tensors.hpp"

#include <array>

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("sampling: images between and beside their elements") {
    tensor const image = f32({1, 1, 2, 2}, {0, 1, 2, 3});
    CHECK(show(aten::grid_sampler_2d(image, f32({1, 1, 2, 2}, {0, 0, 1, 1}), 0, 0, true)) == "f32[1, 1, 1, 2]: 1.5 3");
    tensor const volume = iota({1, 1, 2, 2, 2}), middle = f32({1, 1, 1, 2, 3}, {0, 0, 0, 1, 1, 1});
    CHECK(show(aten::grid_sampler_3d(volume, middle, 0, 0, true)) == "f32[1, 1, 1, 1, 2]: 3.5 7");
    CHECK(show(aten::_upsample_bilinear2d_aa(image, std::array{1, 1}, false)) == "f32[1, 1, 1, 1]: 1.5");
    CHECK(show(aten::_upsample_bilinear2d_aa(image, std::array{3, 1}, false)) == "f32[1, 1, 3, 1]: 0.5 0.5 0.5");
    tensor const last = kernel::permute(f32({1, 2, 2, 2}, {0, 4, 1, 5, 2, 6, 3, 7}), dim_vector{0, 3, 1, 2});
    CHECK(show(aten::_upsample_bilinear2d_aa(last, std::array{3, 1}, false)) ==
          "f32[1, 2, 3, 1]: 0.5 1.5 2.5 4.5 5.5 6.5");
    tensor const one_channel = kernel::permute(f32({2, 3, 1, 1}, {0, 1, 2, 3, 4, 5}), dim_vector{0, 2, 1, 3});
    CHECK(show(aten::_upsample_bilinear2d_aa(one_channel, std::array{2, 1}, false)) ==
          "f32[2, 1, 2, 1]: 0.375 0.375 3.375 3.375");
    CHECK(show(aten::_upsample_bilinear2d_aa.vec(image, nullptr, false, std::array{0.5, 1.0})) ==
          "f32[1, 1, 1, 2]: 1 2");
}

TEST_CASE("sampling: columns become an image") {
    tensor const columns = f32({4, 2}, {1, 1, 1, 1, 1, 1, 1, 1});
    CHECK(show(aten::col2im(columns, std::array{2, 3}, std::array{2, 2}, std::array{1, 1}, std::array{0, 0},
                            std::array{1, 1})) == "f32[1, 2, 3]: 1 2 1 1 2 1");
}

TEST_CASE("sampling: distances between rows") {
    tensor const x = f32({2, 2}, {0, 0, 3, 4});
    CHECK(show(aten::_cdist_forward(x, x, 2.0, nullptr)) == "f32[2, 2]: 0 5 5 0");
    CHECK(show(aten::_pdist_forward(x, 1.0)) == "f32[1]: 7");
}

TEST_CASE("sampling: no images of a huge size are none") {
    tensor const none = tensor::empty({0, 1, 2, 2}, dtype::f32);
    std::array<std::int64_t, 2> const huge{std::int64_t{1} << 48, 1};
    CHECK(aten::_upsample_bilinear2d_aa(none, huge, false).numel() == 0);
}

} // namespace
