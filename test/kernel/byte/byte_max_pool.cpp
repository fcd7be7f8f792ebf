#include <graft/kernel/byte/byte_max_pool.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

namespace {

using namespace graft;

struct pooling {
    std::int64_t height, width, kernel_height, kernel_width, stride, padding, dilation;
    bool ceil_mode;
};

template <class T>
bool is_right(pooling const& p) {
    std::mt19937 random(3);
    std::int64_t const planes = 36;
    auto const size = [&](std::int64_t in, std::int64_t kernel) {
        detail::window w{in, 1, kernel, p.stride, p.padding, p.dilation};
        w.slide("test", p.ceil_mode);
        return w.out;
    };
    dtype const d = std::is_signed_v<T> ? dtype::i8 : dtype::u8;
    tensor const in = tensor::empty({2, planes / 2, p.height, p.width}, d);
    tensor out = tensor::empty({2, planes / 2, size(p.height, p.kernel_height), size(p.width, p.kernel_width)}, d);
    std::generate_n(in.data<T>(), in.numel(), [&] { return static_cast<T>(random()); });
    std::int64_t const kernel[] = {p.kernel_height, p.kernel_width}, stride[] = {p.stride}, padding[] = {p.padding},
                       dilation[] = {p.dilation};
    detail::pool_geometry const g("test", in, out, {kernel, stride, padding, dilation, p.ceil_mode});
    detail::byte_max_pool<T> pool(g, 2, planes / 2);
    pool.run(in.data<T>(), out.data<T>());
    bool right = true;
    T const* got = out.data<T>();
    for (std::int64_t plane = 0; plane < planes; ++plane)
        for (std::int64_t oh = 0; oh < g.height().out; ++oh)
            for (std::int64_t ow = 0; ow < g.width().out; ++ow, ++got) {
                T largest = std::numeric_limits<T>::lowest();
                for (std::int64_t kh = 0; kh < p.kernel_height; ++kh)
                    for (std::int64_t kw = 0; kw < p.kernel_width; ++kw) {
                        std::int64_t const h = oh * p.stride + g.height().first(kh),
                                           w = ow * p.stride + g.width().first(kw);
                        if (h >= 0 && h < p.height && w >= 0 && w < p.width)
                            largest = std::max(largest, in.data<T>()[(plane * p.height + h) * p.width + w]);
                    }
                right = right && *got == largest;
            }
    return right;
}

TEST_CASE("byte_max_pool: the largest byte under each window, whatever lies outside") {
    pooling const all[] = {{8, 8, 2, 2, 2, 0, 1, false},  {9, 7, 3, 3, 2, 1, 1, false}, {9, 40, 3, 3, 1, 1, 1, false},
                           {10, 11, 3, 2, 3, 1, 2, true}, {5, 6, 2, 3, 2, 1, 1, true},  {4, 4, 4, 4, 4, 2, 1, false},
                           {7, 7, 2, 2, 2, 0, 1, true},   {6, 9, 2, 2, 4, 0, 3, true}};
    for (pooling const& p : all) {
        CAPTURE(&p - all);
        CHECK(is_right<std::int8_t>(p));
        CHECK(is_right<std::uint8_t>(p));
    }
}

} // namespace
