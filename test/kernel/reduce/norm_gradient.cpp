#include <graft/kernel/reduce/norm_gradient.hpp>

#include <doctest/doctest.h>

#include <graft/kernel/reduce/layer_norm.hpp>

#include "../reference.hpp"

#include <vector>

namespace {

using namespace graft;

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
