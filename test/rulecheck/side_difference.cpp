#include <graft/rulecheck/side_difference.hpp>

#include "../runtime/tensors.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

side_difference compare(std::initializer_list<float> left, std::initializer_list<float> right,
                        contract const& c = exact) {
    return compare_sides(f32({static_cast<std::int64_t>(left.size())}, left),
                         f32({static_cast<std::int64_t>(right.size())}, right), c);
}
std::string tightest(std::initializer_list<float> left, std::initializer_list<float> right) {
    auto const c = compare(left, right).tightest();
    return c ? text(*c) : "none";
}

TEST_CASE("compare_sides: equal elements and nan of any payload are exact") {
    side_difference const same = compare({1, nan, infinity, -0.0f}, {1, -nan, infinity, -0.0f});
    CHECK(same.agrees());
    CHECK(text(*same.tightest()) == "exact");
}

TEST_CASE("compare_sides: the tightest contract is told, and several together") {
    CHECK(tightest({0.0f}, {-0.0f}) == ".sign_of_zero()");
    CHECK(tightest({infinity, 1}, {nan, 1}) == ".finite_only()");
    CHECK(tightest({3e38f}, {infinity}) == ".finite_only()");
    CHECK(tightest({1, 2}, {std::nextafter(1.0f, 2.0f), 2}) == ".ulp(1)");
    CHECK(tightest({0.0f, 1}, {-0.0f, std::nextafter(1.0f, 0.0f)}) == ".sign_of_zero().ulp(1)");
    CHECK(tightest({1, 100}, {1.0001f, 100}).substr(0, 8) == ".approx(");
    CHECK(tightest({1}, {2}) == "none");
}

TEST_CASE("compare_sides: ulp crosses zero, and counts in the dtype of the tensors") {
    CHECK(compare({std::numeric_limits<float>::denorm_min()}, {-std::numeric_limits<float>::denorm_min()}).ulp == 2);
    tensor const one = tensor::full({1}, dtype::f16, scalar(1.0)),
                 next = tensor::full({1}, dtype::f16, scalar(1.0009765625));
    CHECK(compare_sides(one, next, exact).ulp == 1);
    double const high[] = {-std::numeric_limits<double>::max()}, low[] = {std::numeric_limits<double>::max()};
    CHECK(compare_sides(tensor::from<double>({1}, high), tensor::from<double>({1}, low), exact).ulp > (1ull << 62));
}

TEST_CASE("compare_sides: a promise allows what it says, and no more") {
    contract zero, finite, units, near;
    zero.ignores_sign_of_zero = true;
    finite.finite_only = true;
    units.ulp = 1;
    near.atol = 0.5;
    near.rtol = 0.1;
    CHECK(compare({0.0f}, {-0.0f}, zero).agrees());
    CHECK_FALSE(compare({1}, {std::nextafter(1.0f, 2.0f)}, zero).agrees());
    CHECK(compare({nan}, {1}, finite).agrees());
    CHECK_FALSE(compare({0.0f}, {-0.0f}, finite).agrees());
    CHECK(compare({1}, {std::nextafter(1.0f, 2.0f)}, units).agrees());
    side_difference const outside = compare({1, 1, 1}, {1, 1.1f, 1.2f}, units);
    CHECK(outside.outside == 2);
    CHECK(outside.first == 1);
    CHECK(compare({10, 0.0f}, {11.5f, -0.0f}, near).agrees());
    CHECK_FALSE(compare({10}, {11.6f}, near).agrees());
}

TEST_CASE("compare_sides: integers that differ keep no contract but a tolerance that is asked for") {
    side_difference const d = compare_sides(i64({2}, {1, 5}), i64({2}, {1, 6}), exact);
    CHECK(d.outside == 1);
    CHECK_FALSE(d.tightest().has_value());
    contract one;
    one.ulp = 1;
    CHECK(compare_sides(i64({2}, {1, 5}), i64({2}, {1, 6}), one).agrees());
    CHECK_FALSE(compare_sides(b8({1}, {true}), b8({1}, {false}), one).agrees());
}

TEST_CASE("compare_sides: complex numbers agree where both of their parts do, or one of each is nan") {
    using complex = std::complex<float>;
    auto const of = [](std::vector<complex> const& numbers) {
        return tensor::from<complex>({static_cast<std::int64_t>(numbers.size())}, numbers);
    };
    tensor const left = of({{1, 2}, {nan, 1}, {0, infinity}, {3, 4}}),
                 right = of({{1, 2}, {2, nan}, {nan, infinity}, {3, 5}});
    CHECK(compare_sides(left, left, exact).agrees());
    side_difference const d = compare_sides(left, right, exact);
    CHECK(d.outside == 2);
    CHECK(d.first == 2);
    CHECK(d.not_finite);
    CHECK(d.ulp == detail::ulp_distance(4.0f, 5.0f));
}

TEST_CASE("compare_sides: other dtypes or sizes cannot be compared") {
    CHECK_THROWS_AS(static_cast<void>(compare_sides(f32({1}, {1}), i64({1}, {1}), exact)), error);
    CHECK_THROWS_AS(static_cast<void>(compare_sides(f32({1}, {1}), f32({1, 1}, {1}), exact)), error);
}

TEST_CASE("compare_sides: what several comparisons show adds up") {
    side_difference all = compare({0.0f}, {-0.0f});
    all.add(compare({1}, {std::nextafter(1.0f, 2.0f)}));
    all.add(compare({1}, {nan}));
    CHECK(text(*all.tightest()) == ".sign_of_zero().finite_only().ulp(1)");
    CHECK(all.outside == 3);
}

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
    side_rounding const rounding(of({infinity, nan, 0}));
    CHECK(rounding.allows(of({infinity, nan, 0}), {}));
    CHECK_FALSE(rounding.allows(of({-infinity, nan, 0}), {}));
    CHECK_FALSE(rounding.allows(of({infinity, nan, nan}), {.atol = 1}));
    CHECK(rounding.allows(of({1, nan, nan}), {.finite_only = true}));
}

TEST_CASE("side_rounding: what is infinite or nan anywhere is not finite throughout") {
    CHECK(is_finite_throughout(of({1, -0.0F})));
    CHECK_FALSE(is_finite_throughout(of({1, infinity})));
    CHECK_FALSE(is_finite_throughout(of({nan, 1})));
    CHECK(is_finite_throughout(tensor::full({2}, dtype::i64, std::int64_t{1})));
}

} // namespace
