#include <graft/kernel/elementwise/binary.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "../reference.hpp"

using namespace graft;
using reference::sizes;

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

/// Random operands of one dtype, broadcast, of any layout.
template <class Run, class F, std::size_t N>
void check(Run run, F right, dtype const (&dtypes)[N], double low = 0, double high = 4) {
    reference::source random(31);
    for (dtype d : dtypes)
        for (int round = 0; round < 8; ++round) {
            sizes const space = random.shape(round % 4, 5, round == 7 ? 0 : 1);
            tensor const a = random.uniform(random.broadcasting(space), d, low, high);
            tensor const b = random.uniform(random.broadcasting(space), d, low, high);
            tensor out = random.empty(space, d);
            run(a, b, out);
            CHECK(reference::mismatch(
                      out, [&](sizes const& i) { return right(reference::at(a, i), reference::at(b, i)); }) == "");
        }
}

double first(tensor const& t) { return reference::elements(t).at(0); }

tensor one(dtype d, double x) { return reference::make({1}, d, {x}); }

} // namespace

TEST_CASE("binary: sums, differences and products in every numeric dtype") {
    check([](auto& a, auto& b, auto& out) { kernel::add(a, b, 1, out); }, [](double x, double y) { return x + y; },
          reference::numeric);
    check([](auto& a, auto& b, auto& out) { kernel::add(a, b, 3, out); }, [](double x, double y) { return x + 3 * y; },
          reference::numeric);
    check([](auto& a, auto& b, auto& out) { kernel::sub(b, a, 1, out); }, [](double x, double y) { return y - x; },
          {dtype::i8, dtype::i16, dtype::i32, dtype::i64, dtype::f16, dtype::f32, dtype::f64}, -4, 4);
    check([](auto& a, auto& b, auto& out) { kernel::sub(a, b, -2, out); }, [](double x, double y) { return x + 2 * y; },
          {dtype::i8, dtype::i16, dtype::i32, dtype::i64, dtype::f16, dtype::f32, dtype::f64});
    check(
        kernel::mul, [](double x, double y) { return x * y; }, reference::numeric);
    check(
        kernel::div, [](double x, double y) { return x / y; }, reference::floating, 1, 4);
    check(
        kernel::maximum, [](double x, double y) { return std::max(x, y); }, reference::any_real, -4, 4);
    check(
        kernel::minimum, [](double x, double y) { return std::min(x, y); }, reference::any_real, -4, 4);
}

TEST_CASE("binary: floats of 8 bits are multiplied as floats, and have no other arithmetic") {
    tensor const a = reference::make({3}, dtype::f8e4m3fn, {1.125, -448, 0.015625});
    tensor const b = reference::make({3}, dtype::f8e4m3fn, {1.375, 2, 0.0625});
    tensor out = tensor::empty({3}, dtype::f8e4m3fn);
    kernel::mul(a, b, out);
    CHECK(reference::elements(out) == std::vector<double>{1.5, -448, 0}); // of 1.546875, -896 and half the least number
    CHECK_THROWS_WITH_AS(kernel::add(a, b, 1, out), "graft: add does not take the dtype f8e4m3fn", error);
    CHECK_THROWS_AS(kernel::div(a, b, out), error);
}

TEST_CASE("binary: integers divide to floats") {
    tensor out = tensor::empty({1}, dtype::f32);
    kernel::div(one(dtype::i64, 7), one(dtype::i64, 2), out);
    CHECK(first(out) == 3.5);
    kernel::div(one(dtype::i32, 1), 0, out);
    CHECK(std::isinf(first(out)));
}

TEST_CASE("binary: booleans add as or, multiply as and, and do not subtract") {
    tensor out = tensor::empty({1}, dtype::boolean);
    tensor const yes = one(dtype::boolean, 1), no = one(dtype::boolean, 0);
    kernel::add(yes, yes, 1, out);
    CHECK(first(out) == 1);
    kernel::mul(yes, no, out);
    CHECK(first(out) == 0);
    CHECK_THROWS_AS(kernel::sub(yes, no, 1, out), error);
}

TEST_CASE("binary: integers wrap") {
    tensor out = tensor::empty({1}, dtype::i8);
    kernel::add(one(dtype::i8, 127), 1, 1, out);
    CHECK(first(out) == -128);
    kernel::mul(one(dtype::i8, 64), 4, out);
    CHECK(first(out) == 0);
    tensor large = tensor::full({1}, dtype::i64, std::numeric_limits<std::int64_t>::max());
    kernel::add(large, large, 1, large);
    CHECK(large.item() == scalar(-2));
}

TEST_CASE("binary: NaN wins over every number in maximum and minimum") {
    for (dtype d : reference::floating) {
        tensor out = tensor::empty({1}, d);
        for (double x : {-1.0, 1.0}) {
            kernel::maximum(one(d, no_number), one(d, x), out);
            CHECK(std::isnan(first(out)));
            kernel::maximum(one(d, x), one(d, no_number), out);
            CHECK(std::isnan(first(out)));
            kernel::minimum(one(d, no_number), one(d, x), out);
            CHECK(std::isnan(first(out)));
            kernel::minimum(one(d, x), one(d, no_number), out);
            CHECK(std::isnan(first(out)));
        }
    }
}

TEST_CASE("binary: a number adopts the tensor's dtype unless it is of a higher kind") {
    tensor out = tensor::empty({1}, dtype::f32);
    kernel::add(one(dtype::i32, 2), 0.5, 1, out);
    CHECK(first(out) == 2.5);
    kernel::mul(3, one(dtype::f32, 0.5), out);
    CHECK(first(out) == 1.5);
    CHECK_THROWS_WITH_AS(kernel::add(one(dtype::i32, 2), 1, 0.5, out),
                         "graft: add: alpha must not be a real number for i32 operands", error);
}

TEST_CASE("binary: identities hold in every numeric dtype") {
    reference::source random(32);
    for (dtype d : reference::numeric) {
        tensor const a = random.uniform({5, 4}, d), b = random.uniform({4}, d);
        tensor ab = tensor::empty({5, 4}, d), ba = ab.clone(), least = ab.clone(), most = ab.clone();
        kernel::add(a, b, 1, ab);
        kernel::add(b, a, 1, ba);
        CHECK(reference::elements(ab) == reference::elements(ba));
        kernel::maximum(a, b, most);
        kernel::minimum(a, b, least);
        kernel::add(most, least, 1, ba);
        CHECK(reference::mismatch(ba, [&](sizes const& i) { return reference::at(ab, i); }) == "");
    }
}

TEST_CASE("binary: the product with alpha is rounded before the sum, in every build") {
    struct limit {
        dtype d;
        double most;
    };
    for (limit const l : {limit{dtype::f16, 65504}, limit{dtype::bf16, 0x1.fep127},
                          limit{dtype::f32, std::numeric_limits<float>::max()},
                          limit{dtype::f64, std::numeric_limits<double>::max()}}) {
        tensor const x = reference::make({1}, l.d, {std::numeric_limits<double>::infinity()}),
                     y = reference::make({1}, l.d, {-l.most});
        tensor out = tensor::empty({1}, l.d);
        kernel::add(x, y, 3, out);
        CHECK(std::isnan(reference::elements(out)[0])); // torch.add(x, y, alpha=3)
        kernel::sub(y, y, 0.5, out);
        CHECK(reference::elements(out)[0] == -l.most / 2);
    }
}

TEST_CASE("binary: alpha multiplies in the dtype that is computed in, not in that of its operand") {
    tensor out = tensor::empty({1}, dtype::f32);
    kernel::sub(one(dtype::f32, 2), one(dtype::u8, 2), -1, out);
    CHECK(first(out) == 4); // torch.sub(x, y, alpha=-1)
    kernel::add(one(dtype::i8, 100), one(dtype::f32, 1), -3, out);
    CHECK(first(out) == 97);
    tensor wide = tensor::empty({1}, dtype::f64);
    kernel::add(one(dtype::f64, 0), one(dtype::f32, 1), 0.1, wide);
    CHECK(first(wide) == 0.1);
    kernel::add(one(dtype::f64, 0), one(dtype::i32, 3), 0.1, wide);
    CHECK(first(wide) == 3 * 0.1);
}

TEST_CASE("binary: alpha is one of the 16-bit floats that are computed with") {
    tensor narrow = tensor::empty({1}, dtype::bf16), out = tensor::empty({1}, dtype::f16);
    kernel::sub(one(dtype::bf16, 0.1), one(dtype::i16, 3), 70001.5, narrow);
    CHECK(first(narrow) == -210944); // torch.sub(x, y, alpha=70001.5)
    kernel::add(one(dtype::bf16, 0), one(dtype::bf16, 1), 257, narrow);
    CHECK(first(narrow) == 256);
    kernel::add(one(dtype::f16, 0.1), one(dtype::i16, 3), 1.1, out);
    CHECK(first(out) == 3.3984375);
}

TEST_CASE(
    "binary: integers without sign of more than 8 bits have the low bits of a product, and the order of their values") {
    tensor const a = reference::make({2}, dtype::u16, {65535, 40000}), b = reference::make({2}, dtype::u16, {2, 50000});
    tensor out = tensor::empty({2}, dtype::u16);
    kernel::mul(a, b, out);
    CHECK(reference::elements(out) == std::vector<double>{65534, 2000000000 % 65536});
    kernel::maximum(a, b, out);
    CHECK(reference::elements(out) == std::vector<double>{65535, 50000});
    kernel::minimum(a, b, out);
    CHECK(reference::elements(out) == std::vector<double>{2, 40000});
    tensor const large = reference::make({1}, dtype::u64, {0x1p63}), two = reference::make({1}, dtype::u64, {2});
    tensor wide = tensor::empty({1}, dtype::u64);
    kernel::maximum(large, two, wide);
    CHECK(reference::elements(wide) == std::vector<double>{0x1p63});
    kernel::minimum(large, two, wide);
    CHECK(reference::elements(wide) == std::vector<double>{2});
    kernel::mul(large, two, wide);
    CHECK(reference::elements(wide) == std::vector<double>{0});
}
