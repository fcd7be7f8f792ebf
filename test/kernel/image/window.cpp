#include <graft/kernel/image/window.hpp>

#include <doctest/doctest.h>

#include <array>
#include <vector>

using namespace graft;
using detail::window;

namespace {

std::int64_t slides(window w, bool round_up) {
    w.slide("test", round_up);
    return w.out;
}

} // namespace

TEST_CASE("window: begin and end bound exactly the outputs whose tap is inside") {
    for (std::int64_t in : {1, 2, 5, 8})
        for (std::int64_t size : {1, 2, 3})
            for (std::int64_t stride : {1, 2, 3})
                for (std::int64_t padding : {0, 1, 2})
                    for (std::int64_t dilation : {1, 2}) {
                        window w{in, 1, size, stride, padding, dilation};
                        if (in + 2 * padding < dilation * (size - 1) + 1)
                            continue;
                        w.slide("test", false);
                        bool right = true;
                        for (std::int64_t tap = 0; tap < size; ++tap)
                            for (std::int64_t i = 0; i < w.out; ++i) {
                                std::int64_t const at = i * stride + w.first(tap);
                                bool const inside = i >= w.begin(tap) && i < w.end(tap);
                                right = right && inside == (at >= 0 && at < in);
                            }
                        CHECK(right);
                    }
}

TEST_CASE("window: counts its places as PyTorch does") {
    CHECK(slides({.in = 8, .size = 3, .padding = 1}, false) == 8);
    CHECK(slides({.in = 8, .size = 3, .stride = 2}, false) == 3);
    CHECK(slides({.in = 8, .size = 3, .stride = 2}, true) == 4);
    CHECK(slides({.in = 7, .size = 3, .dilation = 3}, false) == 1);
    // The last window would start behind the input and its padding in front.
    CHECK(slides({.in = 4, .size = 1, .stride = 3}, true) == 2);
    CHECK(slides({.in = 3, .size = 2, .stride = 3, .padding = 1}, true) == 2);
    CHECK(slides({.in = 2, .size = 2, .stride = 3, .padding = 1}, true) == 1);
    // A window that is longer than the input by less than a stride.
    CHECK(slides({.in = 4, .size = 3, .stride = 2, .dilation = 2}, true) == 1);
    CHECK_THROWS(slides({.in = 4, .size = 3, .stride = 2, .dilation = 2}, false));
    CHECK_THROWS(slides({.in = 3, .size = 3, .stride = 2, .dilation = 2}, true));
}

TEST_CASE("window: one that does not fit is an error, also where its size overflows") {
    CHECK_THROWS_WITH_AS(slides({.in = 2, .size = 3}, false),
                         "graft: test: a window of 3 with dilation 1 does not fit into a padded input of 2", error);
    CHECK_THROWS_AS(slides({.in = 2, .size = 0}, false), error);
    CHECK_THROWS_AS(slides({.in = 2, .size = 3, .dilation = INT64_MAX / 2 + 1}, false), error);
    CHECK_THROWS_AS(slides({.in = 2, .size = 1, .padding = INT64_MAX}, false), error);
}

TEST_CASE("window: the largest stride does not overflow") {
    window w{.in = 3, .size = 1, .stride = INT64_MAX, .padding = 2};
    w.slide("test", false);
    CHECK(w.out == 1);
    CHECK(w.begin(0) >= w.end(0));
}

TEST_CASE("window_setting: one value counts for all dimensions") {
    std::vector<std::int64_t> const one{4}, two{5, 6};
    CHECK(detail::window_setting("test", "stride", one, 1, 2, 1) == 4);
    CHECK(detail::window_setting("test", "stride", two, 1, 2, 1) == 6);
    CHECK_THROWS_WITH_AS((void)detail::window_setting("test", "stride", two, 0, 3, 1),
                         "graft: test: stride needs one value or 3, not 2", error);
    CHECK_THROWS_WITH_AS((void)detail::window_setting("test", "stride", one, 0, 2, 5),
                         "graft: test: stride cannot be 4", error);
}

TEST_CASE("window: without the taps that see nothing but padding, the others see the same") {
    for (std::int64_t in : {1, 2, 5})
        for (std::int64_t size : {1, 2, 3, 9})
            for (std::int64_t stride : {1, 2, 9})
                for (std::int64_t padding : {0, 1, 4})
                    for (std::int64_t dilation : {1, 2, 3}) {
                        window w{in, 1, size, stride, padding, dilation};
                        if (in + 2 * padding < dilation * (size - 1) + 1 + 1 - stride)
                            continue;
                        w.slide("test", true);
                        window const few = w.seen();
                        auto const places = [](window const& all) {
                            std::vector<std::vector<std::int64_t>> inside(static_cast<std::size_t>(all.out));
                            for (std::int64_t i = 0; i < all.out; ++i)
                                for (std::int64_t tap = 0; tap < all.size; ++tap) {
                                    std::int64_t const at = i * all.stride + all.first(tap);
                                    if (at >= 0 && at < all.in)
                                        inside[static_cast<std::size_t>(i)].push_back(at);
                                }
                            return inside;
                        };
                        CHECK(places(few) == places(w));
                        CHECK(few.padding >= 0);
                        CHECK(few.size > 0);
                    }
    constexpr std::int64_t many = std::int64_t{1} << 40;
    window large{.in = 4, .size = many, .stride = many, .padding = 1 << 20};
    large.slide("test", true);
    CHECK(large.seen().size == 4);
}

TEST_CASE("window: a stride or dilation that moves nothing is 1, and a padding has a limit") {
    window w{.in = 3, .size = 1, .stride = 5, .dilation = INT64_MAX};
    w.slide("test", false);
    CHECK(w.stride == 1);
    CHECK(w.dilation == 1);
    CHECK_FALSE(w.is_pointwise()); // only the first element is seen
    CHECK_THROWS_WITH_AS(slides({.in = 3, .size = 1, .padding = std::int64_t{1} << 48}, false),
                         "graft: test: a padding of 281474976710656 is too large", error);
}
