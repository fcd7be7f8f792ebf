#include <graft/runtime/random_tensor.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <cstring>
#include <set>

namespace {

using namespace graft;

TEST_CASE("random_tensor: the same seed gives the same elements, another gives others") {
    auto const make = [](std::uint64_t seed) {
        random_source random(seed);
        return random_tensor({4, 5}, dtype::f32, element_mix::special, random);
    };
    tensor const a = make(1), same = make(1), other = make(2);
    CHECK(std::memcmp(a.data(), same.data(), a.nbytes()) == 0);
    CHECK(std::memcmp(a.data(), other.data(), a.nbytes()) != 0);
}

TEST_CASE("random_tensor: special elements have zeros of both signs, infinities, nan, subnormals and the largest") {
    random_source random(1);
    tensor const t = random_tensor({2000}, dtype::f32, element_mix::special, random);
    bool negative_zero = false, zero = false, infinite = false, nan = false, subnormal = false, largest = false;
    for (std::int64_t i = 0; i < t.numel(); ++i) {
        float const v = t.data<float>()[i];
        negative_zero = negative_zero || (v == 0 && std::signbit(v));
        zero = zero || (v == 0 && !std::signbit(v));
        infinite = infinite || std::isinf(v);
        nan = nan || std::isnan(v);
        subnormal = subnormal || std::fpclassify(v) == FP_SUBNORMAL;
        largest = largest || v == std::numeric_limits<float>::max();
    }
    CHECK((negative_zero && zero && infinite && nan && subnormal && largest));
}

TEST_CASE("random_tensor: integers reach both ends of their dtype, ordinary ones stay small, bools are both") {
    random_source random(1);
    tensor const i8 = random_tensor({500}, dtype::i8, element_mix::special, random);
    std::set<int> const values(i8.data<std::int8_t>(), i8.data<std::int8_t>() + 500);
    CHECK((values.count(127) == 1 && values.count(-128) == 1));
    tensor const u8 = random_tensor({500}, dtype::u8, element_mix::ordinary, random);
    for (std::int64_t i = 0; i < 500; ++i)
        CHECK(u8.data<std::uint8_t>()[i] <= 9);
    tensor const b8 = random_tensor({100}, dtype::boolean, element_mix::special, random);
    CHECK(std::set<bool>(b8.data<bool>(), b8.data<bool>() + 100).size() == 2);
}

TEST_CASE("random_tensor: integers of a floating-point dtype are whole") {
    random_source random(3);
    tensor const t = random_tensor({100}, dtype::f64, element_mix::integers, random);
    for (std::int64_t i = 0; i < 100; ++i)
        CHECK(t.data<double>()[i] == std::trunc(t.data<double>()[i]));
}

TEST_CASE("random_tensor: both parts of complex numbers are such elements") {
    random_source random(3);
    tensor const whole = random_tensor({2, 50}, dtype::c128, element_mix::integers, random),
                 special = random_tensor({500}, dtype::c64, element_mix::special, random);
    CHECK(whole.sizes() == dim_vector{2, 50});
    for (std::int64_t i = 0; i < 100; ++i) {
        std::complex<double> const z = whole.data<std::complex<double>>()[i];
        CHECK((z.real() == std::trunc(z.real()) && z.imag() == std::trunc(z.imag())));
    }
    bool one_infinite = false;
    for (std::int64_t i = 0; i < 500; ++i) {
        std::complex<float> const z = special.data<std::complex<float>>()[i];
        one_infinite = one_infinite || (std::isfinite(z.real()) && std::isinf(z.imag()));
    }
    CHECK(one_infinite);
}

TEST_CASE("random_source: numbers stay in their range, and every one comes up") {
    random_source random(5);
    std::set<std::int64_t> seen;
    for (int i = 0; i < 200; ++i)
        seen.insert(random.between(-2, 2));
    CHECK((seen == std::set<std::int64_t>{-2, -1, 0, 1, 2}));
    CHECK(random.below(0) == 0);
    CHECK(random.below(1) == 0);
    double const u = random.unit();
    CHECK((u >= 0 && u < 1));
}

} // namespace
