#include <graft/kernel/reduce/complex_reduce.hpp>

#include "../complex_numbers.hpp"

#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <random>
#include <span>
#include <vector>

namespace {

using namespace graft;
using reference::complex;

// Of the rows and of the columns of 3 x 5 numbers.
template <class Kernel, class F>
void check_reduction(Kernel const& kernel, F right, bool real = false) {
    std::mt19937 random(3);
    for (dtype d : reference::complex_dtypes)
        for (std::int64_t const dim : {0, 1, -1}) {
            tensor const self = reference::random_complex(random, {3, 5}, d);
            std::vector<complex> const all = reference::complex_elements(self);
            std::int64_t const length = self.size(dim), count = 15 / length;
            tensor out = tensor::empty({count}, real ? real_part(d) : d);
            std::array<std::int64_t, 1> const dims{dim};
            kernel(self, std::span<std::int64_t const>(dims), out);
            std::vector<complex> expected;
            for (std::int64_t i = 0; i < count; ++i) {
                std::vector<complex> row;
                for (std::int64_t k = 0; k < length; ++k)
                    row.push_back(all[static_cast<std::size_t>(dim == 0 ? k * 5 + i : i * 5 + k)]);
                expected.push_back(right(row));
            }
            reference::check_close(out, expected);
        }
}

complex sum_of(std::vector<complex> const& row) { return std::accumulate(row.begin(), row.end(), complex()); }

TEST_CASE("complex_reduce: sums, means and products of rows") {
    check_reduction(kernel::complex_total, sum_of);
    check_reduction(kernel::complex_mean,
                    [](std::vector<complex> const& row) { return sum_of(row) / static_cast<double>(row.size()); });
    check_reduction(kernel::complex_prod, [](std::vector<complex> const& row) {
        return std::accumulate(row.begin(), row.end(), complex(1), std::multiplies<>());
    });
}

TEST_CASE("complex_reduce: the variance is the mean square of the distance from the mean") {
    auto const variance = [](std::vector<complex> const& row) {
        complex const mean = sum_of(row) / static_cast<double>(row.size());
        double total = 0;
        for (complex const& x : row)
            total += std::norm(x - mean);
        return total / (static_cast<double>(row.size()) - 1);
    };
    auto const with = [](bool root) {
        return [root](tensor const& self, std::span<std::int64_t const> dims, tensor& out) {
            kernel::complex_variance("var", self, dims, 1, root, out, nullptr);
        };
    };
    check_reduction(with(false), variance, true);
    check_reduction(
        with(true), [&](std::vector<complex> const& row) { return std::sqrt(variance(row)); }, true);
}

TEST_CASE("complex_reduce: a number is true unless both parts are zero") {
    std::vector<complex> const numbers{{0, 1}, {0, 0}};
    tensor const x = tensor::from<complex>({2}, std::span<complex const>(numbers));
    tensor out = tensor::empty({}, dtype::boolean);
    kernel::complex_any(x, {}, out);
    CHECK(*out.data<bool>());
    kernel::complex_all(x, {}, out);
    CHECK(!*out.data<bool>());
}

TEST_CASE("complex_reduce: the last of the running sums and products is the sum and the product") {
    std::mt19937 random(4);
    for (dtype d : reference::complex_dtypes) {
        tensor const self = reference::random_complex(random, {4, 6}, d);
        tensor out = tensor::empty({4, 6}, d), whole = tensor::empty({4}, d);
        std::array<std::int64_t, 1> const last{1};
        kernel::complex_cumsum(self, 1, out);
        kernel::complex_total(self, last, whole);
        reference::check_close(kernel::select(out, 1, 5), reference::complex_elements(whole));
        reference::check_close(kernel::select(out, 1, 0), reference::complex_elements(kernel::select(self, 1, 0)));
        kernel::complex_cumprod(self, 1, out);
        kernel::complex_prod(self, last, whole);
        reference::check_close(kernel::select(out, 1, 5), reference::complex_elements(whole));
    }
}

TEST_CASE("complex_reduce: products are computed part by part, infinite ones as well") {
    std::vector<complex> const numbers{{std::numeric_limits<double>::infinity(), 0}, {1, 1}};
    tensor const x = tensor::from<complex>({2}, std::span<complex const>(numbers));
    tensor out = tensor::empty({}, dtype::c128), running = tensor::empty({2}, dtype::c128);
    kernel::complex_prod(x, {}, out);
    kernel::complex_cumprod(x, 0, running);
    for (complex const& product : {*out.data<complex>(), running.data<complex>()[1]}) { // torch.prod(x)
        CHECK(std::isnan(product.real()));
        CHECK(std::isnan(product.imag()));
    }
}

TEST_CASE("complex_reduce: sums of real numbers that are to be complex") {
    tensor const ones = tensor::full({3}, dtype::f32, 1.0);
    tensor out = tensor::empty({}, dtype::c64);
    kernel::complex_total(ones, {}, out);
    CHECK(*out.data<std::complex<float>>() == std::complex<float>(3));
}

std::vector<complex> const rows{{1, 2}, {-0.5, 1}, {3, -4}, {0, 0.25}, {2, 0}, {-1, -1}};

void check_numbers(tensor const& t, std::vector<complex> const& expected) {
    std::vector<complex> const got = reference::complex_elements(t);
    REQUIRE(got.size() == expected.size());
    for (std::size_t i = 0; i < got.size(); ++i)
        CHECK(std::abs(got[i] - expected[i]) < 1e-5);
}

// What torch gives.
TEST_CASE("complex_reduce: logarithms of sums of powers of e") {
    for (dtype d : reference::complex_dtypes) {
        tensor self = tensor::empty({2, 3}, d), sums = tensor::empty({2}, d), out = tensor::empty({2, 3}, d);
        kernel::copy(tensor::from<complex>({2, 3}, std::span<complex const>(rows)), self);
        std::array<std::int64_t, 1> const last{1};
        kernel::complex_logsumexp("logsumexp", self, last, sums);
        check_numbers(sums, {{3.13144, 2.2246}, {2.14674, -0.00726385}});
        kernel::complex_logcumsumexp(self, 1, out);
        check_numbers(out, {{1, 2},
                            {1.12767, 1.83398},
                            {3.131443, -4.058583},
                            {0, 0.25},
                            {2.12365, 0.0295923},
                            {2.14674, -0.00726385}});
        kernel::complex_logcumsumexp(self, 0, out);
        check_numbers(out,
                      {{1, 2}, {-0.5, 1}, {3, -4}, {1.00209, 1.63041}, {2.04558, 0.0660427}, {2.981704, -3.997369}});
    }
    std::vector<complex> const large{{800, 1}, {800, 2}};
    tensor out = tensor::empty({}, dtype::c128);
    kernel::complex_logsumexp("logsumexp", tensor::from<complex>({2}, std::span<complex const>(large)), {}, out);
    check_numbers(out, {{800.562563, 1.5}});
}

// What torch gives.
TEST_CASE("complex_reduce: numbers over the root of the mean of their squares") {
    std::vector<complex> const factors{{1, 0}, {0, 2}, {3, 0}};
    tensor const weight = tensor::from<complex>({3}, std::span<complex const>(factors));
    for (dtype d : reference::complex_dtypes) {
        tensor self = tensor::empty({2, 3}, d), out = tensor::empty({2, 3}, d);
        kernel::copy(tensor::from<complex>({2, 3}, std::span<complex const>(rows)), self);
        kernel::complex_rms_norm(self, 3, nullptr, 1.1920929e-07, out);
        check_numbers(out, {{-0.422419, 0.676301},
                            {-0.397246, 0.0339225},
                            {1.77502, 0.168538},
                            {0.0479747, 0.200386},
                            {1.60309, -0.383797},
                            {-0.993443, -0.609645}});
        kernel::complex_rms_norm(self, 3, &weight, 0.1, out);
        check_numbers(out, {{-0.419767, 0.680647},
                            {-0.0725748, -0.796378},
                            {5.34318, 0.47666},
                            {0.0437495, 0.195194},
                            {0.699992, 3.12311},
                            {-2.86732, -1.81734}});
    }
}

} // namespace
