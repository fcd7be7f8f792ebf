#include <graft/kernel/image/padded.hpp>

#include <doctest/doctest.h>

#include <numeric>
#include <vector>

using namespace graft;
using detail::window;

TEST_CASE("padded_image: a line is what an output line sees under a tap") {
    for (std::int64_t stride : {1, 2, 3})
        for (std::int64_t padding : {0, 1, 2})
            for (std::int64_t dilation : {1, 2})
                for (std::int64_t size : {1, 2, 3}) {
                    std::array<window, 3> w{window{.in = 2}, window{.in = 5}, window{.in = 6}};
                    for (window& each : w) {
                        each.size = &each == &w[0] ? 1 : size;
                        each.stride = stride, each.padding = padding, each.dilation = dilation;
                        each.slide("test", stride == 3);
                    }
                    std::vector<int> image(2 * 5 * 6);
                    std::iota(image.begin(), image.end(), 0);
                    detail::padded_image<int> padded(w, -1);
                    padded.load(image.data());
                    padded.load(image.data());
                    auto const inside = [&](std::size_t k, std::int64_t out, std::int64_t tap) {
                        std::int64_t const at = out * stride + w[k].first(tap);
                        return at >= 0 && at < w[k].in ? at : -1;
                    };
                    bool right = true;
                    for (std::int64_t d = 0; d < w[0].out; ++d)
                        for (std::int64_t h = 0; h < w[1].out; ++h)
                            for (std::int64_t kh = 0; kh < size; ++kh)
                                for (std::int64_t kw = 0; kw < size; ++kw)
                                    for (std::int64_t i = 0; i < w[2].out; ++i) {
                                        std::int64_t const z = inside(0, d, 0), y = inside(1, h, kh),
                                                           x = inside(2, i, kw);
                                        std::int64_t const want = z < 0 || y < 0 || x < 0 ? -1 : (z * 5 + y) * 6 + x;
                                        right = right && padded.line(d, h, 0, kh, kw)[i] == want;
                                    }
                    CHECK(right);
                }
}

TEST_CASE("padded_image: a huge stride costs no memory, a huge padding is refused") {
    constexpr std::int64_t huge = std::int64_t{1} << 61;
    std::array<window, 3> w{window{}, window{}, window{.in = 3, .size = 2, .stride = huge}};
    w[2].slide("test", false);
    std::vector<int> const image{7, 8, 9};
    detail::padded_image<int> padded(w, 0);
    padded.load(image.data());
    CHECK(padded.line(0, 0, 0, 0, 1)[0] == 8);
    constexpr std::int64_t large = std::int64_t{1} << 31;
    w[2] = {.in = 3, .size = 2, .stride = large, .padding = large};
    w[2].slide("test", false);
    CHECK_THROWS_AS(detail::padded_image<int>(w, 0), error);
}

TEST_CASE("fold_lines: combines the lines in order, whatever their number") {
    for (std::size_t taps : {0u, 1u, 3u, 4u, 5u, 9u}) {
        std::vector<std::vector<double>> rows(taps, std::vector<double>(64));
        scratch_vector<double const*> lines;
        for (std::size_t t = 0; t < taps; ++t) {
            for (std::size_t i = 0; i < 64; ++i)
                rows[t][i] = static_cast<double>(t + i);
            lines.push_back(rows[t].data());
        }
        std::vector<double> out(34, -7);
        detail::fold_lines(33, out.data(), lines, 1.0, [](double total, double x, std::size_t tap) {
            return total * 2 + x * static_cast<double>(tap + 1);
        });
        for (std::size_t i : {0u, 32u}) {
            double want = 1;
            for (std::size_t t = 0; t < taps; ++t)
                want = want * 2 + static_cast<double>(t + i) * static_cast<double>(t + 1);
            CHECK(out[i] == want);
        }
        CHECK(out[33] == -7);
    }
}
