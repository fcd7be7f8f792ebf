#include <graft/kernel/image/pool_channels_last.hpp>

#include <doctest/doctest.h>

#include <graft/kernel/base/view.hpp>
#include <graft/kernel/image/max_pool.hpp>

#include "../reference.hpp"

#include <array>
#include <limits>

namespace {

using namespace graft;
using reference::sizes;

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
