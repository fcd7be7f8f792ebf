#include <graft/kernel/reduce/softmax.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "../reference.hpp"

using namespace graft;
using reference::sizes;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Softmax at an index by its definition.
double softmax_at(tensor const& t, sizes i, std::size_t d) {
    if (t.dim() == 0)
        return 1;
    double const x = reference::at(t, i);
    double sum = 0;
    for (i[d] = 0; i[d] < t.sizes()[d]; ++i[d])
        sum += std::exp(reference::at(t, i) - x);
    return 1 / sum;
}

} // namespace

TEST_CASE("softmax: along every dimension, in every floating dtype and layout") {
    reference::source random(91);
    for (dtype d : reference::floating)
        for (int round = 0; round < 16; ++round) {
            sizes const space = random.shape(round % 4, round % 5 == 4 ? 70 : 6, round == 15 ? 0 : 1);
            std::int64_t const dim = space.empty() ? 0 : random.integer(-std::ssize(space), std::ssize(space) - 1);
            tensor const t = random.uniform(space, d, -5, 5);
            tensor out = random.empty(space, d);
            kernel::softmax(t, dim, out);
            std::size_t const axis = wrap_dim(dim, space.size());
            CHECK(reference::mismatch(out, [&](sizes const& i) { return softmax_at(t, i, axis); }) == "");
            kernel::log_softmax(t, dim, out);
            CHECK(reference::mismatch(
                      out, [&](sizes const& i) { return std::log(softmax_at(t, i, axis)); }, 5) == "");
        }
}

TEST_CASE("softmax: rows longer than the lanes sum to 1 and do not overflow") {
    reference::source random(92);
    tensor const t = random.uniform({3, 1001}, dtype::f32, 1000, 1080);
    tensor out = tensor::empty({3, 1001}, dtype::f32);
    kernel::softmax(t, 1, out);
    for (std::int64_t row = 0; row < 3; ++row) {
        double sum = 0;
        for (std::int64_t i = 0; i < 1001; ++i)
            sum += reference::at(out, {row, i});
        CHECK(sum == doctest::Approx(1).epsilon(1e-5));
    }
}

TEST_CASE("softmax: infinities and NaN as in PyTorch") {
    tensor out = tensor::empty({3}, dtype::f32);
    kernel::softmax(reference::make({3}, dtype::f32, {-infinity, 0, 0}), 0, out);
    CHECK(reference::elements(out) == std::vector<double>{0, 0.5, 0.5});
    kernel::log_softmax(reference::make({3}, dtype::f32, {-infinity, 0, 0}), 0, out);
    CHECK(reference::elements(out)[0] == -infinity);
    kernel::softmax(reference::make({3}, dtype::f32, {-infinity, -infinity, -infinity}), 0, out);
    CHECK(std::isnan(reference::elements(out)[0]));
    kernel::softmax(reference::make({3}, dtype::f32, {NAN, 0, 0}), 0, out);
    CHECK(std::isnan(reference::elements(out)[2]));
}

TEST_CASE("softmax: the result decides the precision; wrong arguments are errors") {
    tensor const t = reference::make({2}, dtype::f16, {0, 1});
    tensor out = tensor::empty({2}, dtype::f32);
    kernel::softmax(t, 0, out);
    CHECK(reference::elements(out)[0] == doctest::Approx(1 / (1 + std::exp(1))).epsilon(1e-6));
    CHECK_THROWS_AS(kernel::softmax(t, 1, out), error);
    tensor wrong = tensor::empty({3}, dtype::f32), whole = tensor::empty({2}, dtype::i32);
    CHECK_THROWS_AS(kernel::softmax(t, 0, wrong), error);
    CHECK_THROWS_AS(kernel::softmax(t, 0, whole), error);
}

TEST_CASE("softmax: the logarithm of sums, without overflow") {
    tensor out = tensor::empty({2}, dtype::f32);
    kernel::logsumexp("logsumexp", reference::make({2, 2}, dtype::f32, {1000, 1000, -infinity, -infinity}), sizes{1},
                      out);
    CHECK(reference::elements(out)[0] == doctest::Approx(1000 + std::log(2.0)));
    CHECK(reference::elements(out)[1] == -infinity);
    // No rows of a huge length.
    tensor none = tensor::empty({0}, dtype::f32);
    kernel::logsumexp("logsumexp", tensor::empty({0, std::int64_t{1} << 62}, dtype::f32), sizes{1}, none);
}
