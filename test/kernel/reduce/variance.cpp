#include <graft/kernel/reduce/variance.hpp>

#include <doctest/doctest.h>

#include "../reference.hpp"

#include <cmath>
#include <limits>
#include <utility>
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

TEST_CASE("variance: of nothing there is none, and no mean") {
    for (dtype d : reference::floating) {
        tensor out = tensor::empty({2}, d), center = tensor::empty({2}, d);
        kernel::variance("var_mean", tensor::empty({2, 0}, d), sizes{1}, 0, false, out, &center);
        for (tensor const* const t : {&out, &center})
            CHECK((std::isnan(elements(*t)[0]) && std::isnan(elements(*t)[1])));
    }
}

TEST_CASE("variance: far from zero it keeps its digits") {
    tensor out = tensor::empty({}, dtype::f64);
    kernel::variance("var", make({3}, dtype::f64, {1e9, 1e9 + 1, 1e9 + 2}), {}, 1, false, out, nullptr);
    CHECK(elements(out)[0] == doctest::Approx(1));
}

TEST_CASE("variance: the mean of an infinity and what follows it is none, as in PyTorch") {
    double const infinity = std::numeric_limits<double>::infinity();
    for (dtype d : reference::floating) {
        tensor out = tensor::empty({2}, d), center = tensor::empty({2}, d);
        kernel::variance("var_mean", make({2, 2}, d, {1, infinity, infinity, 1}), sizes{1}, 1, false, out, &center);
        CHECK(elements(center)[0] == infinity); // torch.var_mean(x, 1)
        CHECK(std::isnan(elements(center)[1]));
        CHECK((std::isnan(elements(out)[0]) && std::isnan(elements(out)[1])));
    }
}

TEST_CASE("variance: sums leave the range where PyTorch adds them, which is for one result") {
    double const infinity = std::numeric_limits<double>::infinity();
    for (auto const& [d, big] : {std::pair{dtype::f32, 3e38}, {dtype::f64, 1e308}, {dtype::bf16, 3e38}}) {
        auto const var = [d = d](sizes const& space, numbers const& of, tensor* center) {
            tensor out = tensor::empty({space[0]}, d);
            kernel::variance("var", make(space, d, of), sizes{1}, 0, false, out, center);
            return elements(out)[0];
        };
        tensor center = tensor::empty({1}, d);
        CHECK(var({1, 2}, {big, big}, nullptr) == (d == dtype::bf16 ? 0 : infinity)); // torch.var(x, correction=0)
        CHECK(var({2, 2}, {big, big, big, big}, nullptr) == 0);                       // torch.var(x, 1, correction=0)
        CHECK(var({1, 2}, {big, big}, &center) == 0); // torch.var_mean(x, 1, correction=0)
        CHECK(elements(center)[0] == doctest::Approx(big).epsilon(0.01));
        CHECK(var({1, 2}, {big, 0}, &center) == infinity);
        CHECK(elements(center)[0] == doctest::Approx(big / 2).epsilon(0.01));
    }
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

TEST_CASE("variance: powers of a norm may leave the range of what they are computed in, but not of one element") {
    float const infinity = std::numeric_limits<float>::infinity();
    auto const norm = [](dtype d, std::vector<double> const& of, double p) {
        tensor out = tensor::empty({}, d);
        kernel::vector_norm("norm", make({static_cast<std::int64_t>(of.size())}, d, of), {}, p, out);
        return elements(out)[0];
    };
    for (dtype d : {dtype::f32, dtype::bf16}) {
        double const huge = d == dtype::f32 ? 1e20F : 0x1p66, tiny = 1 / huge / 1e6;
        for (double p : {2.0, 3.0}) {
            CHECK(norm(d, {huge, 1}, p) == infinity);
            CHECK(norm(d, {tiny, tiny, tiny}, p) == 0);
            CHECK(norm(d, {-huge}, p) == huge);
        }
        CHECK(norm(d, {tiny, tiny}, -2) == 0);
        CHECK(norm(d, {huge, huge}, 1) == doctest::Approx(2 * huge));
    }
    CHECK(norm(dtype::f64, {3e20, 4e20}, 2) == doctest::Approx(5e20));
}
