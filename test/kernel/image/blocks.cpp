#include <graft/kernel/image/blocks.hpp>

#include <doctest/doctest.h>

#include "../reference.hpp"

#include <vector>

namespace {

using namespace graft;

TEST_CASE("blocks: overlapping ones are added up, what lies in the padding is dropped") {
    std::array<detail::window, 2> windows{detail::window{3, 0, 2, 1, 0, 1}, detail::window{1, 0, 1, 1, 0, 1}};
    for (detail::window& w : windows)
        w.slide("test", false);
    tensor const columns = reference::make({2, 2}, dtype::f32, {1, 2, 10, 20});
    tensor out = tensor::empty({1, 3, 1}, dtype::f32);
    kernel::col2im(columns, windows, out);
    CHECK(reference::elements(out) == std::vector<double>{1, 12, 20});
    windows = {detail::window{1, 0, 2, 1, 1, 1}, detail::window{1, 0, 1, 1, 0, 1}};
    for (detail::window& w : windows)
        w.slide("test", false);
    tensor one = tensor::empty({1, 1, 1}, dtype::f16);
    kernel::col2im(columns, windows, one);
    CHECK(reference::elements(one) == std::vector<double>{2 + 10});
}

} // namespace
