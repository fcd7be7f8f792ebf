#include <graft/library/nn/resizing_gradients.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>
#include <graft/runtime/kernels.hpp>

#include "../../io/raises.hpp"
#include "../../runtime/tensors.hpp"

#include <array>

namespace {

using namespace graft;
using namespace graft_test;

// What torch gives.
TEST_CASE("resizing_gradients: of nearest elements") {
    tensor const line = f32({1, 1, 5}, {1, 2, 4, 8, 16});
    std::array const five{5};
    std::array const three{1, 1, 3};
    CHECK(show(aten::upsample_nearest1d_backward(line, five, three)) == "f32[1, 1, 3]: 3 12 16");
    CHECK(show(aten::upsample_nearest1d_backward(line, five, three, 2.0)) == "f32[1, 1, 3]: 3 12 16");
    CHECK(show(aten::_upsample_nearest_exact1d_backward(line, five, three)) == "f32[1, 1, 3]: 3 4 24");
    CHECK(show(aten::upsample_nearest1d_backward(f32({1, 1, 4}, {1, 2, 4, 8}), std::array{4}, std::array{1, 1, 2},
                                                 8.0)) == "f32[1, 1, 2]: 3 12");
    tensor const plane = f32({1, 1, 3, 2}, {1, 2, 4, 8, 16, 32});
    CHECK(show(aten::upsample_nearest2d_backward(plane, std::array{3, 2}, std::array{1, 1, 2, 1})) ==
          "f32[1, 1, 2, 1]: 15 48");
    CHECK(show(aten::_upsample_nearest_exact2d_backward(plane, std::array{3, 2}, std::array{1, 1, 2, 1})) ==
          "f32[1, 1, 2, 1]: 3 60");
    tensor const block = f32({1, 1, 1, 3, 2}, {1, 2, 4, 8, 16, 32});
    CHECK(show(aten::upsample_nearest3d_backward(block, std::array{1, 3, 2}, std::array{1, 1, 2, 2, 1})) ==
          "f32[1, 1, 2, 2, 1]: 15 48 0 0");
    CHECK(show(aten::_upsample_nearest_exact3d_backward(block, std::array{1, 3, 2}, std::array{1, 1, 2, 2, 1})) ==
          "f32[1, 1, 2, 2, 1]: 0 0 3 60");
}

TEST_CASE("resizing_gradients: of interpolations") {
    tensor const line = f32({1, 1, 4}, {1, 2, 4, 8});
    std::array const four{4};
    std::array const two{1, 1, 2};
    CHECK(show(aten::upsample_linear1d_backward(line, four, two, false)) == "f32[1, 1, 2]: 3.5 11.5");
    CHECK(show(aten::upsample_linear1d_backward(line, four, two, false, 4.0)) == "f32[1, 1, 2]: 11.5 3.5");
    CHECK(show(aten::upsample_linear1d_backward(line, four, std::array{1, 1, 4}, false, 4.0)) ==
          "f32[1, 1, 4]: 1 2 4 8");
    CHECK(show(aten::upsample_linear1d_backward(f32({1, 1, 3}, {1, 2, 4}), std::array{3}, two, true)) ==
          "f32[1, 1, 2]: 2 5");
    CHECK(show(aten::upsample_linear1d_backward(f32({1, 1, 1}, {3}), std::array{1}, two, true)) == "f32[1, 1, 2]: 3 0");
    tensor const plane = f32({1, 1, 1, 4}, {1, 2, 4, 8});
    CHECK(show(aten::upsample_bilinear2d_backward(plane, std::array{1, 4}, std::array{1, 1, 2, 2}, false)) ==
          "f32[1, 1, 2, 2]: 1.75 5.75 1.75 5.75");
    CHECK(show(aten::upsample_trilinear3d_backward(f32({1, 1, 1, 1, 4}, {1, 2, 4, 8}), std::array{1, 1, 4},
                                                   std::array{1, 1, 1, 2, 2}, true)) ==
          "f32[1, 1, 1, 2, 2]: 3.66667 11.3333 0 0");
    CHECK(show(aten::upsample_bicubic2d_backward(plane, std::array{1, 4}, std::array{1, 1, 1, 2}, false)) ==
          "f32[1, 1, 1, 2]: 2.71484 12.2852");
    CHECK(show(aten::upsample_bicubic2d_backward(plane, std::array{1, 4}, std::array{1, 1, 1, 4}, false, 1.0, 3.0)) ==
          "f32[1, 1, 1, 4]: 1 2 4 8");
}

TEST_CASE("resizing_gradients: of curves as wide as what an element stands for") {
    tensor const line = f32({1, 1, 1, 4}, {1, 2, 4, 8});
    std::array const given{1, 4};
    std::array const block{1, 1, 2, 2};
    std::array const wide{1, 1, 1, 7};
    std::array const high{1, 1, 3, 1};
    CHECK(show(aten::_upsample_bilinear2d_aa_backward(line, given, block, false)) ==
          "f32[1, 1, 2, 2]: 1.75 5.75 1.75 5.75");
    CHECK(show(aten::_upsample_bilinear2d_aa_backward(line, given, wide, false)) ==
          "f32[1, 1, 1, 7]: 0.52381 0.828571 1.08762 1.68 2.46095 4.22857 4.19048");
    CHECK(show(aten::_upsample_bilinear2d_aa_backward(line, given, std::array{1, 1, 1, 4}, false, 1.0, 3.0)) ==
          "f32[1, 1, 1, 4]: 8.33333 6.66667 0 0");
    CHECK(show(aten::_upsample_bilinear2d_aa_backward(line, given, wide, true, nullptr, 0.7)) ==
          "f32[1, 1, 1, 7]: 0.428571 0.678571 0.892857 1.25 1.75 3.5 6.5");
    CHECK(show(aten::_upsample_bicubic2d_aa_backward(line, given, block, true)) ==
          "f32[1, 1, 2, 2]: 9.34342 7.53158 -1.03816 -0.836842");
    CHECK(show(aten::_upsample_bicubic2d_aa_backward(line, given, wide, false, nullptr, 0.7)) ==
          "f32[1, 1, 1, 7]: 0.616643 1.04971 1.661 2.68816 5.12593 3.98324 -0.124692");
    CHECK(show(aten::_upsample_bicubic2d_aa_backward(line, given, high, true)) == "f32[1, 1, 3, 1]: 16.875 -1.875 0");
    CHECK(show(aten::_upsample_bicubic2d_aa_backward(line, given, high, false)) ==
          "f32[1, 1, 3, 1]: 4.56522 5.86957 4.56522");
}

TEST_CASE("resizing_gradients: sizes have to fit") {
    tensor const line = f32({1, 1, 4}, {1, 2, 4, 8});
    CHECK(sentence([&] {
              aten::upsample_nearest1d_backward(line, std::array{5}, std::array{1, 1, 2});
          }).find("'grad_output' is [1, 1, 4], not [1, 1, 5]") != std::string::npos);
    CHECK(sentence([&] {
              aten::upsample_linear1d_backward(line, std::array{4}, std::array{1, 2}, false);
          }).find("'input_size' has 2 entries, not 3") != std::string::npos);
    CHECK(sentence([&] {
              aten::upsample_nearest1d_backward(line, std::array{4, 4}, std::array{1, 1, 2});
          }).find("'output_size' has 2 entries, not 1") != std::string::npos);
}

} // namespace
