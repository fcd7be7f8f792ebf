#include <graft/kernel/simd/math.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>

using namespace graft;

static_assert(detail::exp_of(0.0) == 1 && detail::tanh_of(0.0f) == 0);
static_assert(detail::sigmoid_of(0.0f) == 0.5f);

namespace {

/// The distance in units in the last place of the right value.
template <class T>
double error_in_units(T got, long double want) {
    T const right = static_cast<T>(want);
    if (got == right || (std::isnan(got) && std::isnan(right)))
        return 0;
    T const unit = std::nextafter(std::abs(right), std::numeric_limits<T>::infinity()) - std::abs(right);
    return std::abs(static_cast<double>((static_cast<long double>(got) - want) / unit));
}

template <class T, class F, class G>
double worst(F f, G right, double low, double high) {
    std::mt19937 engine(7);
    std::uniform_real_distribution<double> uniform(low, high), exponent(-20, 0);
    double result = 0;
    for (int i = 0; i < 20000; ++i) {
        T const x = static_cast<T>(i % 4 == 0 ? std::exp2(exponent(engine)) * (i % 8 ? 1 : -1) : uniform(engine));
        result = std::max(result, error_in_units(f(x), right(static_cast<long double>(x))));
    }
    return result;
}

} // namespace

TEST_CASE_TEMPLATE("exp_of: within one unit over the whole range, subnormal results included", T, float, double) {
    bool const wide = sizeof(T) == 8;
    auto const right = [](long double x) { return std::exp(x); };
    CHECK(worst<T>(detail::exp_of<T>, right, wide ? -746 : -104, wide ? 709.7 : 88.7) <= 1);
}

TEST_CASE_TEMPLATE("sigmoid_of and tanh_of: within three units", T, float, double) {
    CHECK(worst<T>(
              detail::sigmoid_of<T>, [](long double x) { return 1 / (1 + std::exp(-x)); }, -80, 80) <= 3);
    CHECK(worst<T>(
              detail::tanh_of<T>, [](long double x) { return std::tanh(x); }, -25, 25) <= 3);
}

TEST_CASE_TEMPLATE("elementary functions: the error function is off by three units at most", T, float, double) {
    CHECK(worst<T>([](T x) { return detail::erf_of(x); }, [](long double x) { return std::erf(x); }, -7, 7) <= 3);
}

TEST_CASE_TEMPLATE("elementary functions: NaN, infinities and the sign of zero are kept", T, float, double) {
    T const inf = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();
    CHECK(std::isnan(detail::exp_of(nan)));
    CHECK(detail::exp_of(inf) == inf);
    CHECK(detail::exp_of(-inf) == 0);
    CHECK(detail::exp_of(T(1e30)) == inf);
    CHECK(detail::exp_of(T(-1e30)) == 0);
    CHECK(std::isnan(detail::sigmoid_of(nan)));
    CHECK(detail::sigmoid_of(inf) == 1);
    CHECK(detail::sigmoid_of(-inf) == 0);
    CHECK(std::isnan(detail::tanh_of(nan)));
    CHECK(detail::tanh_of(inf) == 1);
    CHECK(detail::tanh_of(-inf) == -1);
    CHECK(std::isnan(detail::erf_of(nan)));
    CHECK(detail::erf_of(inf) == 1);
    CHECK(detail::erf_of(-inf) == -1);
    CHECK(std::signbit(detail::erf_of(T(-0.0))));
    CHECK(std::signbit(detail::tanh_of(T(-0.0))));
    CHECK(detail::tanh_of(T(1e-30)) == T(1e-30));
}
