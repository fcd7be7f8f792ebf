#include <graft/kernel/image/pool.hpp>

#include <graft/kernel/base/view.hpp>
#include <graft/kernel/image/max_pool.hpp>

#include <doctest/doctest.h>

#include "../reference.hpp"

#include <array>
#include <limits>
#include <vector>

using namespace graft;
using reference::sizes;

namespace {

detail::pool_geometry geometry(sizes const& in, sizes const& out, kernel::pool_options const& options) {
    return {"test", tensor::zeros(in, dtype::f32), tensor::zeros(out, dtype::f32), options};
}

std::string refused(sizes const& in, sizes const& out, kernel::pool_options const& options) {
    try {
        (void)geometry(in, out, options);
    } catch (error const& e) {
        return e.sentence();
    }
    return "";
}

/// The sum of what a line sees, to see it at all.
struct sum_line {
    template <class T>
    static constexpr T fill = T{100};

    template <class T>
    void operator()(detail::pool_geometry const& g, std::int64_t, std::int64_t h, scratch_vector<T const*> const& lines,
                    T* out) const {
        for (std::int64_t i = 0; i < g.width().out; ++i) {
            out[i] = static_cast<T>(1000 * h);
            for (T const* line : lines)
                out[i] += line[i];
        }
    }
};

} // namespace

TEST_CASE("pool_geometry: settings of one value or two, an empty stride is the kernel size") {
    sizes const three{3}, one{1}, pair{2, 1};
    detail::pool_geometry const g = geometry({2, 9, 8}, {2, 4, 3}, {three, {}, one, {}, true});
    CHECK(g.height().stride == 3);
    CHECK(g.width().padding == 1);
    CHECK(g.width().dilation == 1);
    CHECK(g.windows[0].is_pointwise());
    CHECK(geometry({1, 2, 9, 8}, {1, 2, 4, 6}, {three, pair}).width().stride == 1);
    CHECK(geometry({1, 9, 8}, {1, 2, 2}, {three, {}, {}, pair}).height().dilation == 2);
}

TEST_CASE("pool_geometry: what does not fit is refused with its reason") {
    sizes const two{2}, none{}, zero{0}, five{5};
    CHECK(refused({1, 4, 4}, {1, 2, 3}, {two}) == "test: the result does not have the size that the arguments give");
    CHECK(refused({2, 4, 4}, {1, 2, 2}, {two}) != "");
    CHECK(refused({1, 4, 4}, {1, 2, 2}, {none}) == "test: kernel_size needs one value or 2, not 0");
    CHECK(refused({1, 4, 4}, {1, 2, 2}, {two, zero}) == "test: stride cannot be 0");
    CHECK(refused({1, 4, 4}, {1, 2, 2}, {two, two, two}) ==
          "test: a padding of 2 is more than half of the kernel size 2");
    CHECK(refused({1, 4, 4}, {1, 2, 2}, {five}) ==
          "test: a window of 5 with dilation 1 does not fit into a padded input of 4");
    CHECK(refused({4}, {2}, {two}) == "test takes a tensor of 3 or 4 dimensions, not 1");
}

TEST_CASE("pool: gives each line of each plane what it sees, in the type products are computed in") {
    sizes const two{2}, one{1};
    tensor const t = reference::make({2, 2, 2}, dtype::i8, {1, 2, 3, 4, 5, 6, 7, 8});
    tensor out = tensor::empty({2, 2, 2}, dtype::f16);
    detail::pool_geometry const g("test", t, out, {two, two, one});
    detail::pool<kernel::numeric>("test", g, t, out, sum_line{});
    CHECK(reference::elements(out) == std::vector<double>{301, 302, 1303, 1304, 305, 306, 1307, 1308});
    tensor empty = tensor::empty({0, 2, 2}, dtype::f16);
    detail::pool<kernel::numeric>("test", g, tensor::empty({0, 2, 2}, dtype::i8), empty, sum_line{});
}

namespace {

TEST_CASE("pool_channels_last: equals max_pool2d of images with the channels first, NaN included") {
    reference::source random(5);
    std::array<std::int64_t, 4> const last{0, 2, 3, 1};
    for (bool const ceil_mode : {false, true}) {
        std::array<std::int64_t, 2> const size{3, 2}, stride{2, 1}, padding{1, 1}, dilation{1, 2};
        kernel::pool_options const options{size, stride, padding, dilation, ceil_mode};
        tensor const x = random.uniform({2, 70, 8, 6}, dtype::f32, -2, 2).contiguous();
        x.data<float>()[17] = std::numeric_limits<float>::quiet_NaN();
        tensor expected = tensor::empty({2, 70, ceil_mode ? 5 : 4, 6}, dtype::f32);
        kernel::max_pool2d(x, options, expected);
        detail::pool_geometry const g("max_pool2d", x, expected, options);
        tensor const in = kernel::permute(x, last).contiguous();
        tensor const out = tensor::empty(kernel::permute(expected, last).sizes(), dtype::f32);
        detail::max_pool_channels_last(g, 2, 70, in.data<float>(), out.data<float>());
        std::int64_t wrong = 0;
        reference::for_each_index(expected.sizes(), [&](sizes const& i) {
            double const a = reference::at(expected, i), b = reference::at(out, {i[0], i[2], i[3], i[1]});
            wrong += !(a == b || (a != a && b != b));
        });
        CHECK(wrong == 0);
    }
}

} // namespace
