#include <graft/kernel/elementwise/complex_functions.hpp>

#include "../complex_numbers.hpp"

#include <cmath>
#include <complex>
#include <limits>
#include <span>
#include <vector>

namespace {

using namespace graft;
using reference::complex;

template <class Kernel, class F>
void check_unary(Kernel const& kernel, F right) {
    std::mt19937 random(1);
    for (dtype d : reference::complex_dtypes)
        for (int round = 0; round < 4; ++round) {
            tensor const self = reference::random_complex(random, {3, round}, d);
            tensor out = tensor::empty({3, round}, d);
            kernel(self, out);
            std::vector<complex> expected;
            for (complex const& x : reference::complex_elements(self))
                expected.push_back(right(x));
            reference::check_close(out, expected);
        }
}

// Of operands that broadcast, the second of which is a real number at last.
template <class Kernel, class F>
void check_binary(Kernel const& kernel, F right) {
    std::mt19937 random(2);
    for (dtype d : reference::complex_dtypes)
        for (int round = 0; round < 4; ++round) {
            std::vector<std::int64_t> const sizes{2, 3, 4};
            tensor const self = reference::random_complex(random, sizes, d);
            tensor const other = reference::random_complex(random, {3, round % 2 == 0 ? 4 : 1}, d);
            tensor out = tensor::empty(sizes, d);
            kernel(self, round == 3 ? kernel::operand(0.5) : kernel::operand(other), out);
            std::vector<complex> const x = reference::complex_elements(self);
            std::vector<complex> const y = reference::complex_elements(other, sizes);
            std::vector<complex> expected;
            for (std::size_t i = 0; i < x.size(); ++i)
                expected.push_back(right(x[i], round == 3 ? complex(0.5) : y[i]));
            reference::check_close(out, expected);
        }
}

TEST_CASE("complex_functions: arithmetic is std::complex's") {
    check_binary([](auto const& x, auto const& y, tensor& out) { kernel::complex_add(x, y, 2, out); },
                 [](complex x, complex y) { return x + 2.0 * y; });
    check_binary([](auto const& x, auto const& y, tensor& out) { kernel::complex_sub(x, y, 0.5, out); },
                 [](complex x, complex y) { return x - 0.5 * y; });
    check_binary(kernel::complex_mul, [](complex x, complex y) { return x * y; });
    check_binary(kernel::complex_div, [](complex x, complex y) { return x / y; });
    check_binary(kernel::complex_pow, [](complex x, complex y) { return std::pow(x, y); });
}

TEST_CASE("complex_functions: what undoes a function gives the numbers back") {
    auto const same = [](complex x) { return x; };
    auto const both = [](auto const& first, auto const& second) {
        return [&](tensor const& self, tensor& out) {
            tensor between = tensor::empty(self.sizes(), dtype::c128);
            first(self, between);
            second(between, out);
        };
    };
    check_unary(both(kernel::complex_exp, kernel::complex_log), same);
    check_unary(both(kernel::complex_log, kernel::complex_exp), same);
    check_unary(both(kernel::complex_log1p, kernel::complex_expm1), same);
    check_unary(both(kernel::complex_sqrt, kernel::complex_square), same);
    check_unary(both(kernel::complex_reciprocal, kernel::complex_reciprocal), same);
    check_unary(both(kernel::complex_asin, kernel::complex_sin), same);
    check_unary(both(kernel::complex_acos, kernel::complex_cos), same);
    check_unary(both(kernel::complex_atan, kernel::complex_tan), same);
    check_unary(both(kernel::complex_asinh, kernel::complex_sinh), same);
    check_unary(both(kernel::complex_acosh, kernel::complex_cosh), same);
    check_unary(both(kernel::complex_atanh, kernel::complex_tanh), same);
}

TEST_CASE("complex_functions: the others by their definitions") {
    check_unary(kernel::complex_rsqrt, [](complex x) { return 1.0 / std::sqrt(x); });
    check_unary(kernel::complex_sgn, [](complex x) { return x / std::abs(x); });
    check_unary(kernel::complex_sigmoid, [](complex x) { return 1.0 / (1.0 + std::exp(-x)); });
    check_unary(kernel::complex_silu, [](complex x) { return x / (1.0 + std::exp(-x)); });
    check_unary(kernel::complex_exp2, [](complex x) { return std::pow(complex(2), x); });
    check_unary(kernel::complex_log10, [](complex x) { return std::log(x) / std::log(10.0); });
    check_unary(kernel::complex_log2, [](complex x) { return std::log(x) / std::log(2.0); });
    check_unary(kernel::complex_log1p, [](complex x) { return std::log(1.0 + x); });
}

TEST_CASE("complex_functions: the length is real") {
    std::vector<complex> const numbers{{3, -4}};
    tensor length = tensor::empty({1}, dtype::f32);
    kernel::complex_abs(tensor::from<complex>({1}, std::span<complex const>(numbers)), length);
    CHECK(*length.data<float>() == 5);
}

TEST_CASE("complex_functions: small numbers keep their digits") {
    tensor const small = tensor::full({1}, dtype::c128, 1e-20);
    tensor out = tensor::empty({1}, dtype::c128);
    kernel::complex_log1p(small, out);
    CHECK(*out.data<complex>() == complex(1e-20));
    kernel::complex_expm1(small, out);
    CHECK(*out.data<complex>() == complex(1e-20));
}

TEST_CASE("complex_functions: comparisons take both parts, in the common dtype") {
    std::vector<std::complex<float>> const numbers{{1, 2}, {1, -2}, {0.1f, 0}, {0, 0}};
    tensor const x = tensor::from<std::complex<float>>({4}, std::span<std::complex<float> const>(numbers));
    tensor out = tensor::empty({4}, dtype::boolean);
    auto const truths = [&] { return std::vector<bool>(out.data<bool>(), out.data<bool>() + 4); };
    kernel::complex_eq(x, x, out);
    CHECK(truths() == std::vector{true, true, true, true});
    kernel::complex_ne(x, kernel::select(x, 0, 0), out);
    CHECK(truths() == std::vector{false, true, true, true});
    kernel::complex_eq(x, 0.1, out);
    CHECK(truths() == std::vector{false, false, true, false});
    kernel::complex_logical_not(x, out);
    CHECK(truths() == std::vector{false, false, false, true});
    kernel::complex_isreal(x, out);
    CHECK(truths() == std::vector{false, false, true, true});
}

TEST_CASE("complex_functions: bfloat16 is compared with numbers whose parts become bfloat16") {
    std::vector<bfloat16> const numbers{bfloat16(0.1f), bfloat16(1.5f), bfloat16(300.0f)};
    tensor const x = tensor::from<bfloat16>({3}, std::span<bfloat16 const>(numbers));
    tensor const number = tensor::empty({}, dtype::c64);
    tensor out = tensor::empty({3}, dtype::boolean);
    auto const equal = [&](kernel::operand const& other) {
        kernel::complex_eq(x, other, out);
        return std::vector<bool>(out.data<bool>(), out.data<bool>() + 3);
    };
    CHECK(equal(scalar::complex(0.1, 0)) == std::vector{true, false, false}); // torch.eq(x, 0.1 + 0j)
    CHECK(equal(scalar::complex(1.5, 1e-9)) == std::vector{false, false, false});
    CHECK(equal(scalar::complex(1.5, 1e-50)) == std::vector{false, true, false});
    *number.data<std::complex<float>>() = {300.4f, 0};
    CHECK(equal(number) == std::vector{false, false, true});
    kernel::complex_ne(number, x, out);
    CHECK(std::vector<bool>(out.data<bool>(), out.data<bool>() + 3) == std::vector{true, true, false});
    tensor product = tensor::empty({3}, dtype::c64);
    CHECK_THROWS_AS(kernel::complex_mul(x, number, product), error);
}

TEST_CASE("complex_functions: infinities and NaN in one of the parts") {
    double const infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
    std::vector<complex> const numbers{{1, infinity}, {nan, 0}, {infinity, nan}, {1, 2}};
    tensor const x = tensor::from<complex>({4}, std::span<complex const>(numbers));
    tensor out = tensor::empty({4}, dtype::boolean);
    auto const truths = [&] { return std::vector<bool>(out.data<bool>(), out.data<bool>() + 4); };
    kernel::complex_isinf(x, out);
    CHECK(truths() == std::vector{true, false, true, false});
    kernel::complex_isnan(x, out);
    CHECK(truths() == std::vector{false, true, true, false});
    kernel::complex_isfinite(x, out);
    CHECK(truths() == std::vector{false, false, false, true});
}

TEST_CASE("complex_functions: a number is true unless both parts are zero") {
    std::vector<complex> const numbers{{0, 1}, {0, 0}}, others{{1, 0}, {1, 0}};
    tensor const x = tensor::from<complex>({2}, std::span<complex const>(numbers)),
                 y = tensor::from<complex>({2}, std::span<complex const>(others));
    tensor out = tensor::empty({2}, dtype::boolean);
    auto const truths = [&] { return std::vector<bool>(out.data<bool>(), out.data<bool>() + 2); };
    kernel::complex_logical_and(x, y, out);
    CHECK(truths() == std::vector{true, false});
    kernel::complex_logical_or(x, 0, out);
    CHECK(truths() == std::vector{true, false});
    kernel::complex_logical_xor(x, y, out);
    CHECK(truths() == std::vector{false, true});
}

// The kernels of three operands, made of those of two.
TEST_CASE("complex_functions: products and quotients are added, weights lie between two tensors") {
    std::mt19937 random(3);
    tensor const x = reference::random_complex(random, {2, 3}, dtype::c64);
    tensor const y = reference::random_complex(random, {3}, dtype::c64);
    tensor const z = reference::random_complex(random, {2, 1}, dtype::c64);
    std::vector<std::int64_t> const sizes{2, 3};
    std::vector<complex> const a = reference::complex_elements(x), b = reference::complex_elements(y, sizes),
                               c = reference::complex_elements(z, sizes);
    auto const each = [&](auto f) {
        std::vector<complex> expected;
        for (std::size_t i = 0; i < a.size(); ++i)
            expected.push_back(f(a[i], b[i], c[i]));
        return expected;
    };
    tensor out = tensor::empty(sizes, dtype::c64);
    kernel::complex_addcmul(x, y, z, 2, out);
    reference::check_close(out, each([](complex p, complex q, complex r) { return p + 2.0 * q * r; }));
    kernel::complex_addcdiv(x, y, z, 0.5, out);
    reference::check_close(out, each([](complex p, complex q, complex r) { return p + 0.5 * q / r; }));
    kernel::complex_lerp(x, y, z, out);
    reference::check_close(out, each([](complex p, complex q, complex r) { return p + r * (q - p); }));
    tensor const condition = tensor::full({3}, dtype::boolean, true);
    condition.data<bool>()[1] = false;
    kernel::complex_where(condition, x, 7, out);
    std::vector<complex> chosen = a;
    chosen[1] = chosen[4] = 7;
    reference::check_close(out, chosen);
}

TEST_CASE("complex_functions: 0 has no direction, and to the power of itself is no number") {
    tensor const zero = tensor::zeros({1}, dtype::c64);
    tensor out = tensor::empty({1}, dtype::c64);
    kernel::complex_pow(zero, 0, out);
    CHECK(std::isnan(out.data<std::complex<float>>()->real()));
    kernel::complex_sgn(zero, out);
    CHECK(*out.data<std::complex<float>>() == std::complex<float>(0));
}

TEST_CASE("complex_functions: products and quotients are computed part by part, infinite ones as well") {
    double const infinity = std::numeric_limits<double>::infinity();
    using detail::complex_product, detail::complex_quotient;
    CHECK(complex_product({1, 2}, {3, -4}) == complex(11, 2));
    CHECK(std::isnan(complex_product({0, 0.5}, {-infinity, infinity}).real()));
    CHECK(complex_quotient({11, 2}, {3, -4}) == complex(1, 2));
    CHECK(complex_quotient({2, -11}, {-4, -3}) == complex(1, 2));
    CHECK(complex_quotient({-2.5, 0.5}, {-0.0, 0}) == complex(-infinity, infinity));
    CHECK(std::isnan(complex_quotient({0, -0.0}, {-infinity, infinity}).real()));
    // torch.tensor(0 - 0j) - torch.tensor(0 - 0j), whose second operand is multiplied by -1 + 0j
    tensor const x = tensor::full({1}, dtype::c128, 0.0);
    *x.data<complex>() = {0, -0.0};
    tensor out = tensor::empty({1}, dtype::c128);
    kernel::complex_sub(x, x, 1, out);
    CHECK(!std::signbit(out.data<complex>()->imag()));
    tensor const far = tensor::full({1}, dtype::c128, infinity);
    kernel::complex_sub(x, far, 1, out);
    CHECK(std::isnan(out.data<complex>()->imag()));
}

// What torch gives.
TEST_CASE("complex_functions: sinc is 1 at 0") {
    std::vector<complex> const numbers{{0, 0}, {0.5, 0}, {0.25, 1}, {-1.5, -0.5}};
    tensor out = tensor::empty({4}, dtype::c128);
    kernel::complex_sinc(tensor::from<complex>({4}, std::span<complex const>(numbers)), out);
    complex const expected[] = {{1, 0}, {0.63662, 0}, {3.06038, -1.84401}, {-0.479218, 0.159739}};
    for (std::size_t i = 0; i < 4; ++i)
        CHECK(std::abs(out.data<complex>()[i] - expected[i]) < 1e-5);
}

// What torch gives.
TEST_CASE("complex_functions: sums of powers of e neither overflow nor lose the angle") {
    double const infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
    std::vector<complex> const left{{1, 2}, {800, 1}, {3, 100}, {0.5, -3}, {-infinity, 1}, {infinity, 1}, {nan, 1}},
        right{{2, -1}, {800, 2}, {3, -100}, {-infinity, 2}, {-infinity, 2}, {2, 3}, {1, 1}};
    tensor out = tensor::empty({7}, dtype::c128);
    kernel::complex_logaddexp(tensor::from<complex>({7}, std::span<complex const>(left)),
                              tensor::from<complex>({7}, std::span<complex const>(right)), out);
    complex const expected[] = {{1.55045, -0.918528}, {800.562563, 1.5}, {3.54502, 100.530965}, {0.5, -3}};
    for (std::size_t i = 0; i < 4; ++i)
        CHECK(std::abs(out.data<complex>()[i] - expected[i]) < 1e-5);
    CHECK(out.data<complex>()[4] == complex(-infinity, 2));
    CHECK(out.data<complex>()[5] == complex(infinity, 1));
    CHECK(std::isnan(out.data<complex>()[6].real()));
    CHECK(std::isnan(out.data<complex>()[6].imag()));
}

// What torch gives.
TEST_CASE("complex_functions: factors of other dtypes are multiplied in the dtype of the result") {
    tensor const x = tensor::full({1}, dtype::boolean, false), y = tensor::full({1}, dtype::i32, 2147483647),
                 z = tensor::full({1}, dtype::f32, 1);
    tensor out = tensor::empty({1}, dtype::c128);
    kernel::complex_addcmul(x, y, z, 1, out);
    CHECK(out.data<std::complex<double>>()[0] == std::complex<double>(2147483647, 0));
    kernel::complex_addcdiv(x, y, z, -1, out);
    CHECK(out.data<std::complex<double>>()[0] == std::complex<double>(-2147483647, 0));
}

} // namespace
