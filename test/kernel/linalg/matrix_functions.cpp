#include <graft/kernel/linalg/matrix_functions.hpp>

#include <doctest/doctest.h>

#include "../reference.hpp"

#include <cmath>
#include <vector>

using namespace graft;
using reference::elements;
using reference::make;
using numbers = std::vector<double>;

namespace {

/// How far the product of two square matrices is from the identity.
double distance_from_one(numbers const& a, numbers const& b, std::size_t n) {
    double most = 0;
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) {
            double sum = i == j ? -1 : 0;
            for (std::size_t k = 0; k < n; ++k)
                sum += a[i * n + k] * b[k * n + j];
            most = std::max(most, std::abs(sum));
        }
    return most;
}

} // namespace

TEST_CASE("matrix functions: a matrix times its inverse or its pseudo-inverse is one") {
    reference::source random(5);
    for (std::int64_t n = 1; n < 9; ++n) {
        tensor const m = random.uniform({n, n}, dtype::f64);
        tensor inverted = tensor::empty({n, n}, dtype::f64), pseudo = tensor::empty({n, n}, dtype::f64);
        kernel::inverse("inverse", m, inverted);
        kernel::pinverse(m, 1e-15, pseudo);
        CHECK(distance_from_one(elements(m), elements(inverted), static_cast<std::size_t>(n)) < 1e-8);
        CHECK(distance_from_one(elements(m), elements(pseudo), static_cast<std::size_t>(n)) < 1e-8);
    }
}

TEST_CASE("matrix functions: the pseudo-inverse solves what has more rows than columns, and the other way round") {
    for (auto const& [rows, columns] : {std::pair<std::int64_t, std::int64_t>{2, 1}, {1, 2}}) {
        tensor out = tensor::empty({columns, rows}, dtype::f64);
        kernel::pinverse(make({rows, columns}, dtype::f64, {3, 4}), 1e-15, out);
        CHECK(elements(out)[0] == doctest::Approx(0.12));
        CHECK(elements(out)[1] == doctest::Approx(0.16));
    }
    tensor none = tensor::empty({2, 2}, dtype::f64);
    kernel::pinverse(make({2, 2}, dtype::f64, {0, 0, 0, 0}), 1e-15, none);
    CHECK(elements(none) == numbers{0, 0, 0, 0});
}

TEST_CASE("matrix functions: determinants, their signs and logarithms") {
    tensor const m = make({3, 2, 2}, dtype::f64, {1, 2, 3, 4, 0, 1, 1, 0, 1, 1, 1, 1});
    tensor value = tensor::empty({3}, dtype::f64), sign = value.contiguous(), log = tensor::empty({3}, dtype::f64);
    sign = tensor::empty({3}, dtype::f64);
    kernel::determinant(m, &value, &sign, &log);
    CHECK(elements(value)[0] == doctest::Approx(-2));
    CHECK(elements(value)[1] == -1);
    CHECK(elements(sign) == numbers{-1, -1, 0});
    CHECK(elements(log)[0] == doctest::Approx(std::log(2)));
    CHECK(std::isinf(elements(log)[2]));
    tensor empty = tensor::empty({}, dtype::f64);
    kernel::determinant(tensor::empty({0, 0}, dtype::f64), &empty, nullptr, nullptr);
    CHECK(elements(empty) == numbers{1});
}

TEST_CASE("matrix functions: a singular matrix has no inverse, and pivots name rows") {
    tensor out = tensor::empty({2, 2}, dtype::f32);
    CHECK_THROWS_WITH(kernel::inverse("inverse", make({2, 2}, dtype::f32, {1, 1, 1, 1}), out),
                      "graft: inverse: matrix 0 of 'self' is singular");
    tensor column = tensor::empty({2, 1}, dtype::f32);
    CHECK_THROWS_WITH(kernel::solve("lu_solve", column, make({2, 2}, dtype::f32, {1, 0, 0, 1}),
                                    make({2}, dtype::i32, {3, 2}), column),
                      "graft: lu_solve: 'LU_pivots' names row 3 of 2");
}

TEST_CASE("matrix functions: equations are solved from factors and exchanged rows") {
    // [[1, 2], [3, 4]]: rows exchanged, then L = [[1, 0], [1/3, 1]], U = [[3, 4], [0, 2/3]].
    tensor const factors = make({2, 2}, dtype::f64, {3, 4, 1.0 / 3, 2.0 / 3}), rows = make({2}, dtype::i32, {2, 2});
    tensor out = tensor::empty({3, 2, 1}, dtype::f64);
    kernel::solve("lu_solve", make({3, 2, 1}, dtype::f64, {5, 11, 1, 3, 2, 4}), factors, rows, out);
    numbers const wanted{1, 2, 1, 0, 0, 1};
    for (std::size_t i = 0; i < wanted.size(); ++i)
        CHECK(elements(out)[i] == doctest::Approx(wanted[i]));
}

TEST_CASE("matrix functions: e to the power of a turn is a rotation") {
    for (double const angle : {0.1, 1.0, 40.0}) {
        tensor out = tensor::empty({2, 2}, dtype::f64);
        kernel::matrix_exp(make({2, 2}, dtype::f64, {0, -angle, angle, 0}), out);
        CHECK(elements(out)[0] == doctest::Approx(std::cos(angle)));
        CHECK(elements(out)[2] == doctest::Approx(std::sin(angle)));
    }
    tensor out = tensor::empty({1, 1}, dtype::f64);
    kernel::matrix_exp(make({1, 1}, dtype::f64, {INFINITY}), out);
    CHECK(std::isnan(elements(out)[0]));
}
