#include <graft/library/signal_windows.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>
#include <graft/runtime/evaluate.hpp>

#include "../ir/refusal.hpp"
#include "../runtime/tensors.hpp"

#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

// The window that an op makes of these arguments, in tens of thousandths.
template <class Op>
std::vector<int> window(std::vector<argument<tensor>> const& arguments) {
    call<tensor> c(Op::info());
    for (std::size_t i = 0; i < arguments.size(); ++i)
        c.set(i, arguments[i]);
    tensor const made = evaluate(c, &kernel_of<Op>::run).front();
    std::vector<int> rounded;
    for (std::int64_t i = 0; i < made.numel(); ++i)
        rounded.push_back(static_cast<int>(10000 * made.data<float>()[i] + 0.5F));
    return rounded;
}

// What torch gives for the same calls.
TEST_CASE("signal_windows: triangles and Bessel functions") {
    using numbers = std::vector<int>;
    CHECK(window<aten::bartlett_window_default>({5}) == numbers{0, 4000, 8000, 8000, 4000});
    CHECK(window<aten::bartlett_window_periodic>({4, false}) == numbers{0, 6667, 6667, 0});
    CHECK(window<aten::bartlett_window_default>({0}).empty());
    CHECK(window<aten::kaiser_window_default>({4}) == numbers{1, 2157, 10000, 2157});
    CHECK(window<aten::kaiser_window_beta>({3, false, 2.0}) == numbers{4387, 10000, 4387});
    CHECK(window<aten::kaiser_window_periodic>({1, false}) == numbers{10000});
}

TEST_CASE("signal_windows: no window has fewer than no elements") {
    CHECK(refusal([] { window<aten::kaiser_window_default>({-1}); }).find("'window_length' must not be negative") !=
          std::string::npos);
}

TEST_CASE("signal_windows: complex numbers of halves") { CHECK(aten::chalf(f32({2}, {1, 2})).dtype() == dtype::c32); }

} // namespace
