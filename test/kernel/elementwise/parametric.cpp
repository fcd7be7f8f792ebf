#include <graft/kernel/elementwise/parametric.hpp>

#include <doctest/doctest.h>

#include "../checks.hpp"

#include <cmath>
#include <vector>

using namespace graft;
using reference::check_binary;
using reference::check_unary;
using reference::result_of;
using reference::results_of;
using reference::sizes;

namespace {

struct shifted_t : kernel::parametric<shifted_t, kernel::numeric, 2> {
    static constexpr std::string_view name = "shifted";
    static constexpr auto apply(auto x, auto factor, auto shift) {
        return static_cast<decltype(x)>(x * factor + shift);
    }
};

struct rounded_t : kernel::parametric<rounded_t, kernel::floating, 1> {
    using rounds_numbers = void;
    static constexpr std::string_view name = "rounded";
    static constexpr auto apply(auto x, auto number) { return static_cast<decltype(x)>(x - number); }
};

} // namespace

TEST_CASE("parametric: the numbers follow the operand and do not promote it") {
    for (dtype d : reference::numeric) {
        tensor out = tensor::empty({3}, d);
        shifted_t{}(reference::make({3}, d, {1, 2, 3}), {2, 1}, out);
        CHECK(reference::elements(out) == std::vector<double>{3, 5, 7});
    }
}

TEST_CASE("parametric: f16 is computed in float with numbers in full precision") {
    tensor out = tensor::empty({1}, dtype::f32);
    shifted_t{}(reference::make({1}, dtype::f16, {1}), {1.0, 0x1p-12}, out);
    CHECK(reference::elements(out)[0] == 1);
}

TEST_CASE("parametric: numbers are rounded as elements are where the function says so") {
    tensor out = tensor::empty({1}, dtype::f32);
    rounded_t{}(reference::make({1}, dtype::bf16, {0}), {0.1}, out);
    CHECK(reference::elements(out)[0] == -static_cast<double>(bfloat16(0.1f)));
}
