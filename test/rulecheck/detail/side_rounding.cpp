#include <graft/rulecheck/detail/side_rounding.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace {

using namespace graft;
using namespace graft::detail;

tensor of(std::vector<float> const& elements) {
    tensor t = tensor::empty({static_cast<std::int64_t>(elements.size())}, dtype::f32);
    for (std::size_t i = 0; i < elements.size(); ++i)
        t.data<float>()[i] = elements[i];
    return t;
}

TEST_CASE("side_rounding: numbers move by one unit in their last place, integers not at all") {
    random_source random(1);
    tensor const reals = random_tensor({3, 40}, dtype::f16, element_mix::ordinary, random);
    tensor const moved = rounded_differently(reals, random);
    int up = 0, down = 0;
    for (std::int64_t i = 0; i < reals.numel(); ++i) {
        std::int64_t const apart = ordinal(moved.data<half>()[i]) - ordinal(reals.data<half>()[i]);
        CHECK(std::abs(apart) <= 2);
        up += apart > 0;
        down += apart < 0;
    }
    CHECK(up > 20);
    CHECK(down > 20);
    tensor const integers = random_tensor({40}, dtype::i32, element_mix::special, random);
    CHECK(compare_sides(integers, rounded_differently(integers, random), exact).agrees());
}

TEST_CASE("side_rounding: a right side may be off by a few movements of the left side, element by element") {
    side_rounding rounding(of({1, 100}));
    CHECK_FALSE(rounding.allows(of({1, 100.5F}), {}));
    rounding.add(of({1, 100.1F}));
    rounding.add(of({1, 99.95F}));
    CHECK(rounding.allows(of({1, 100.5F}), {}));
    CHECK_FALSE(rounding.allows(of({1, 101}), {}));
    CHECK_FALSE(rounding.allows(of({1.001F, 100}), {}));
    CHECK(rounding.allows(of({1.001F, 100}), {.atol = 0.01}));
}

TEST_CASE("side_rounding: infinities and nan agree, or are not promised") {
    float const infinity = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
    side_rounding const rounding(of({infinity, nan, 0}));
    CHECK(rounding.allows(of({infinity, nan, 0}), {}));
    CHECK_FALSE(rounding.allows(of({-infinity, nan, 0}), {}));
    CHECK_FALSE(rounding.allows(of({infinity, nan, nan}), {.atol = 1}));
    CHECK(rounding.allows(of({1, nan, nan}), {.finite_only = true}));
}

TEST_CASE("side_rounding: what is infinite or nan anywhere is not finite throughout") {
    CHECK(is_finite_throughout(of({1, -0.0F})));
    CHECK_FALSE(is_finite_throughout(of({1, std::numeric_limits<float>::infinity()})));
    CHECK_FALSE(is_finite_throughout(of({std::numeric_limits<float>::quiet_NaN(), 1})));
    CHECK(is_finite_throughout(tensor::full({2}, dtype::i64, std::int64_t{1})));
}

} // namespace
