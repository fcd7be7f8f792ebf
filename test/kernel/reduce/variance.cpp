#include <graft/kernel/reduce/variance.hpp>

#include <doctest/doctest.h>

#include "../reference.hpp"

#include <cmath>
#include <vector>

using namespace graft;
using reference::elements;
using reference::make;
using reference::sizes;

using numbers = std::vector<double>;

TEST_CASE("variance: with corrections, and its root") {
    for (dtype d : reference::floating) {
        tensor out = tensor::empty({2}, d), center = tensor::empty({2}, d);
        tensor const self = make({2, 4}, d, {1, 2, 3, 4, 5, 5, 5, 5});
        kernel::variance("var", self, sizes{1}, 0, false, out, &center);
        CHECK(elements(out) == numbers{1.25, 0});
        CHECK(elements(center) == numbers{2.5, 5});
        kernel::variance("std", self, sizes{1}, -1, true, out, nullptr);
        CHECK(elements(out) == numbers{1, 0});
    }
    tensor out = tensor::empty({}, dtype::f32);
    kernel::variance("var", make({1}, dtype::f32, {3}), {}, 1, false, out, nullptr);
    CHECK(std::isnan(elements(out)[0]));
}

TEST_CASE("variance: far from zero it keeps its digits") {
    tensor out = tensor::empty({}, dtype::f64);
    kernel::variance("var", make({3}, dtype::f64, {1e9, 1e9 + 1, 1e9 + 2}), {}, 1, false, out, nullptr);
    CHECK(elements(out)[0] == doctest::Approx(1));
}

TEST_CASE("variance: norms of every order") {
    tensor out = tensor::empty({}, dtype::f64);
    tensor const self = make({3}, dtype::f64, {3, -4, 0});
    auto const norm = [&](double p) {
        kernel::vector_norm("norm", self, {}, p, out);
        return elements(out)[0];
    };
    double const infinity = std::numeric_limits<double>::infinity();
    CHECK(norm(2) == 5);
    CHECK(norm(1) == 7);
    CHECK(norm(0) == 2);
    CHECK(norm(infinity) == 4);
    CHECK(norm(-infinity) == 0);
    CHECK(norm(3) == doctest::Approx(std::cbrt(91)));
}
