#include <graft/library/tensors/random_numbers.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>
#include <graft/runtime/kernels.hpp>

#include "../../io/raises.hpp"
#include "../../runtime/tensors.hpp"

#include <cmath>

namespace {

using namespace graft;
using namespace graft_test;

// The mean of what an op draws, and that all of it lies in [low, high].
double mean_of(tensor const& drawn, double low, double high) {
    tensor wide = tensor::empty(drawn.sizes(), dtype::f64);
    kernel::copy(drawn, wide);
    double sum = 0;
    for (std::int64_t i = 0; i < wide.numel(); ++i) {
        double const x = wide.data<double>()[i];
        CHECK(bool{x >= low && x <= high});
        sum += x;
    }
    return sum / static_cast<double>(wide.numel());
}

tensor many(dtype d = dtype::f32, double value = 0) { return tensor::full({4000}, d, value); }

TEST_CASE("random_numbers: distributions have their bounds and means") {
    double const infinity = INFINITY;
    auto const near = [](double mean) { return doctest::Approx(mean).epsilon(0.1); };
    CHECK(mean_of(aten::rand_like(many()), 0, 1) == near(0.5));
    CHECK(std::abs(mean_of(aten::randn_like(many()), -infinity, infinity)) < 0.1);
    CHECK(mean_of(aten::randint_like.low_dtype(many(), 2, 7), 2, 6) == near(4));
    CHECK(mean_of(aten::bernoulli(many(dtype::f32, 0.25)), 0, 1) == near(0.25));
    CHECK(mean_of(aten::bernoulli.p(many(dtype::i64), 0.75), 0, 1) == near(0.75));
    CHECK(mean_of(aten::uniform(many(), 2.0, 4.0), 2, 4) == near(3));
    CHECK(mean_of(aten::exponential(many(), 0.5), 0, infinity) == near(2));
    CHECK(mean_of(aten::geometric(many(), 0.5), 1, infinity) == near(2));
    CHECK(mean_of(aten::normal_functional(many(), 3.0, 0.5), -infinity, infinity) == near(3));
    CHECK(mean_of(aten::log_normal(many(), 0.0, 0.5), 0, infinity) == near(std::exp(0.125)));
    CHECK(mean_of(aten::normal.Tensor_float(many(dtype::f32, 2), 1.0), -infinity, infinity) == near(2));
    tensor x = many(dtype::i64);
    CHECK(mean_of(aten::random_.from(x, -1, 4), -1, 3) == near(1));
    CHECK(mean_of(x, -1, 3) == near(1));
}

TEST_CASE("random_numbers: what no distribution has is rejected") {
    CHECK(sentence([] { aten::bernoulli.p(many(), 1.5); }) == "aten::bernoulli.p: 'p' must be in [0, 1]");
    CHECK(sentence([] { aten::exponential(many(), 0.0); }) == "aten::exponential: 'lambd' must be positive");
    CHECK(sentence([] { aten::uniform(many(dtype::i64)); }) ==
          "aten::uniform: 'self' must be floating-point, not torch.int64");
    CHECK(sentence([] { aten::randint_like(many(), 0); }) ==
          "aten::randint_like: there is no integer from 0 to before 0");
}

} // namespace
