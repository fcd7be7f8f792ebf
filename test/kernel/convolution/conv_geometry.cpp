#include <graft/kernel/convolution/conv_geometry.hpp>

#include <doctest/doctest.h>

#include <vector>

using namespace graft;

namespace {

using sizes = graft::dim_vector;

tensor of(sizes const& space) { return tensor::zeros(space, dtype::f32); }

std::string refused(sizes const& in, sizes const& weight, sizes const& out, sizes const& stride = {1},
                    std::int64_t groups = 1, sizes const& bias = {}) {
    sizes const zero{0}, one{1};
    tensor const b = of(bias);
    try {
        detail::conv_geometry(of(in), of(weight), bias.empty() ? nullptr : &b, of(out),
                              {.stride = stride, .padding = zero, .dilation = one, .groups = groups});
    } catch (error const& e) {
        return e.sentence();
    }
    return "";
}

} // namespace

TEST_CASE("conv_geometry: one, two and three dimensions, the missing ones in front") {
    sizes const one{1}, two{2}, padding{1, 0};
    detail::conv_geometry const g(of({2, 6, 9, 8}), of({4, 3, 3, 2}), nullptr, of({2, 4, 5, 4}),
                                  {.stride = two, .padding = padding, .dilation = one, .groups = 2});
    CHECK(g.batch == 2);
    CHECK(g.in_channels == 3);
    CHECK(g.out_channels == 2);
    CHECK(g.windows[0].is_pointwise());
    CHECK(g.windows[1].out == 5);
    CHECK(g.windows[1].padding == 1);
    CHECK(g.windows[2].out == 4);
    CHECK(g.in_plane() == 72);
    CHECK(g.out_plane() == 20);
    CHECK(g.taps() == 6);
    CHECK_FALSE(g.is_pointwise());
    CHECK(refused({1, 2, 5}, {3, 2, 3}, {1, 3, 3}) == "");
    CHECK(refused({1, 2, 5, 5, 5}, {3, 2, 3, 3, 3}, {1, 3, 3, 3, 3}) == "");
}

TEST_CASE("conv_geometry: what does not fit is refused with its reason") {
    CHECK(refused({1, 3, 5}, {3, 2, 3}, {1, 3, 3}) ==
          "convolution: a weight of 3 x 2 channels in 1 groups does not fit an input of 3 "
          "channels");
    CHECK(refused({1, 4, 5}, {3, 2, 3}, {1, 3, 3}, {1}, 2) != "");
    CHECK(refused({1, 2, 5}, {3, 2, 3}, {1, 3, 3}, {1}, 0) != "");
    CHECK(refused({1, 2, 5}, {3, 2, 3}, {1, 3, 3}, {1}, 1, {2}) ==
          "convolution: the bias needs one element per output channel, 3");
    CHECK(refused({1, 2, 5}, {3, 2, 3}, {1, 3, 4}) ==
          "convolution: the result does not have the size that the arguments give");
    CHECK(refused({1, 2, 2}, {3, 2, 3}, {1, 3, 1}) ==
          "convolution: a window of 3 with dilation 1 does not fit into a padded input of 2");
    CHECK(refused({1, 2, 5}, {3, 2, 3}, {1, 3, 3}, {0}) == "convolution: stride cannot be 0");
    CHECK(refused({1, 2, 5}, {3, 2, 3}, {1, 3, 3}, {1, 1}) == "convolution: stride needs one value or 1, not 2");
}
