#include <graft/kernel/reduce/norm.hpp>

#include <graft/kernel/reduce/layer_norm.hpp>

#include "../reference.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

using namespace graft;
using reference::sizes;

TEST_CASE("batch_norm: every floating dtype and layout, with and without weight and bias") {
    reference::source random(131);
    for (dtype d : reference::floating)
        for (int round = 0; round < 8; ++round) {
            sizes space = random.shape(2 + round % 3, 5);
            space[0] = round == 7 ? 0 : space[0];
            dtype const statistics = round % 2 == 0 ? d : dtype::f32;
            tensor const x = random.uniform(space, d), mean = random.uniform({space[1]}, statistics),
                         var = random.uniform({space[1]}, statistics, 0.5, 4),
                         w = random.uniform({space[1]}, statistics), b = random.uniform({space[1]}, statistics);
            tensor out = random.empty(space, d);
            bool const scaled = round < 4, shifted = round % 4 < 2;
            kernel::batch_norm(x, scaled ? &w : nullptr, shifted ? &b : nullptr, mean, var, 0.25, out);
            CHECK(reference::mismatch(
                      out,
                      [&](sizes const& i) {
                          sizes const c{i[1]};
                          double const normal =
                              (reference::at(x, i) - reference::at(mean, c)) / std::sqrt(reference::at(var, c) + 0.25);
                          return normal * (scaled ? reference::at(w, c) : 1) + (shifted ? reference::at(b, c) : 0);
                      },
                      10) == "");
        }
}

TEST_CASE("batch_norm: wrong sizes and dtypes are errors") {
    tensor const x = tensor::zeros({2, 3, 4}, dtype::f32), three = tensor::zeros({3}, dtype::f32),
                 two = tensor::zeros({2}, dtype::f32);
    tensor out = tensor::empty({2, 3, 4}, dtype::f32), whole = tensor::empty({2, 3, 4}, dtype::i32),
           less = tensor::empty({2, 3}, dtype::f32);
    kernel::batch_norm(x, nullptr, nullptr, three, three, 1e-5, out);
    CHECK_THROWS_AS(kernel::batch_norm(x, &two, nullptr, three, three, 1e-5, out), error);
    CHECK_THROWS_AS(kernel::batch_norm(x, nullptr, nullptr, three, two, 1e-5, out), error);
    CHECK_THROWS_AS(kernel::batch_norm(x, nullptr, nullptr, three, three, 1e-5, less), error);
    CHECK_THROWS_AS(kernel::batch_norm(x, nullptr, nullptr, three, three, 1e-5, whole), error);
    CHECK_THROWS_AS(kernel::batch_norm(two, nullptr, nullptr, three, three, 1e-5, out), error);
}

namespace {

using reference::elements, reference::make;

TEST_CASE("batch_statistics: mean and variance of channels, blended into running ones") {
    kernel::batch_statistics const s(make({2, 2, 1}, dtype::f32, {1, 10, 3, 10}));
    CHECK(s.count == 2);
    CHECK(elements(s.mean) == std::vector<double>{2, 10});
    CHECK(elements(s.variance) == std::vector<double>{1, 0});
    tensor const mean = make({2}, dtype::f32, {0, 0}), variance = make({2}, dtype::f32, {1, 1});
    s.update(0.5, mean, variance);
    CHECK(elements(mean) == std::vector<double>{1, 5});
    CHECK(elements(variance) == std::vector<double>{1.5, 0.5});
}

TEST_CASE(
    "batch_statistics: sums of channels side by side leave the range of single precision, those of others do not") {
    tensor const beside = make({2, 1}, dtype::f32, {3e38, 2e38}), apart = make({1, 1, 2}, dtype::f32, {3e38, 2e38});
    CHECK(std::isinf(elements(kernel::batch_statistics(beside).mean)[0]));
    CHECK(elements(kernel::batch_statistics(apart).mean)[0] == doctest::Approx(2.5e38));
    tensor const narrow = make({1, 1, 2}, dtype::bf16, {3e38, 2e38});
    CHECK(std::isinf(elements(kernel::batch_statistics(narrow).mean)[0]));
    tensor const fitting = make({2, 1}, dtype::f32, {1e18, 3e18});
    CHECK(elements(kernel::batch_statistics(fitting).mean)[0] == doctest::Approx(2e18));
}

double dot(tensor const& a, tensor const& b) {
    std::vector<double> const x = reference::elements(a), y = reference::elements(b);
    return std::inner_product(x.begin(), x.end(), y.begin(), 0.0);
}

TEST_CASE("norm_gradient: the loss changes as the gradients say") {
    reference::source random(91);
    tensor const dy = random.uniform({2, 4, 3}, dtype::f64, -1, 1), w = random.uniform({4}, dtype::f64, 1, 2),
                 b = random.uniform({4}, dtype::f64, -1, 1);
    tensor const x = random.uniform({2, 4, 3}, dtype::f64, -1, 1).contiguous();
    auto const loss = [&](tensor const& at, tensor* mean, tensor* rstd) {
        tensor y = tensor::empty({2, 4, 3}, dtype::f64);
        kernel::group_norm(at, 2, &w, &b, 1e-5, y, mean, rstd);
        return dot(y, dy);
    };
    tensor mean = tensor::empty({2, 2}, dtype::f64), rstd = tensor::empty({2, 2}, dtype::f64);
    double const before = loss(x, &mean, &rstd);
    tensor dx = tensor::empty({2, 4, 3}, dtype::f64), dw = tensor::empty({4}, dtype::f64),
           db = tensor::empty({4}, dtype::f64);
    kernel::norm_gradient({dy, x, mean, rstd, &w}, 6, 2, 3, &dx, &dw, &db);
    for (std::int64_t i = 0; i < 24; ++i) {
        tensor moved = x.clone();
        moved.data<double>()[i] += 1e-6;
        CHECK((loss(moved, nullptr, nullptr) - before) / 1e-6 == doctest::Approx(dx.data<double>()[i]).epsilon(1e-3));
    }
    // The result is linear in weight and bias.
    CHECK(dot(dw, w) + dot(db, b) == doctest::Approx(before));
    kernel::norm_gradient({dy, x, mean, rstd, nullptr}, 6, 2, 3, nullptr, &dw, nullptr);
    CHECK(dot(dw, w) + dot(db, b) == doctest::Approx(before));
}

} // namespace
