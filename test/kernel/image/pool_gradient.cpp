#include <graft/kernel/image/pool_gradient.hpp>

#include <doctest/doctest.h>

#include <graft/kernel/image/max_pool.hpp>

#include "../reference.hpp"

#include <vector>

namespace {

using namespace graft;
using reference::sizes;

double dot(tensor const& a, tensor const& b) {
    std::vector<double> const x = reference::elements(a), y = reference::elements(b);
    return std::inner_product(x.begin(), x.end(), y.begin(), 0.0);
}

TEST_CASE("pool_gradient: of a linear pooling it is the transpose") {
    reference::source random(71);
    sizes const window{3, 2}, stride{2}, padding{1};
    kernel::pool_options const options{window, stride, padding, {}, true};
    for (bool counted : {false, true}) {
        tensor const x = random.uniform({2, 7, 6}, dtype::f64, -1, 1);
        tensor const dy = random.uniform({2, 4, 4}, dtype::f64, -1, 1);
        tensor y = tensor::empty({2, 4, 4}, dtype::f64), dx = tensor::empty({2, 7, 6}, dtype::f64);
        kernel::avg_pool2d(x, options, counted, std::nullopt, y);
        kernel::avg_pool2d_gradient(dy, options, counted, std::nullopt, dx);
        CHECK(dot(y, dy) == doctest::Approx(dot(x, dx)));
        kernel::adaptive_avg_pool2d(x, y);
        kernel::adaptive_avg_pool2d_gradient(dy, dx);
        CHECK(dot(y, dy) == doctest::Approx(dot(x, dx)));
        tensor indices = tensor::empty({2, 4, 4}, dtype::i64);
        kernel::max_pool2d_with_indices(x, options, y, indices);
        kernel::max_pool2d_gradient(dy, indices, dx);
        CHECK(dot(y, dy) == doctest::Approx(dot(x, dx)));
    }
}

TEST_CASE("pool_gradient: an index outside of the plane is an error") {
    tensor dx = tensor::empty({1, 2, 2}, dtype::f32);
    CHECK_THROWS_AS(kernel::max_pool2d_gradient(tensor::zeros({1, 1, 1}, dtype::f32),
                                                reference::make({1, 1, 1}, dtype::i64, {4}), dx),
                    error);
}

TEST_CASE("pool_gradient: integers wrap, and windows of more places than there are integers are errors") {
    sizes const one{1}, many{std::int64_t{1} << 62}, padding{std::int64_t{1} << 31};
    tensor dy = tensor::empty({1, 1, 1}, dtype::i64), dx = tensor::empty({1, 1, 1}, dtype::i64);
    dy.data<std::int64_t>()[0] = INT64_MIN;
    kernel::avg_pool2d_gradient(dy, {one}, true, -1, dx);
    CHECK(dx.data<std::int64_t>()[0] == INT64_MIN);
    CHECK_THROWS_AS(kernel::avg_pool2d_gradient(dy, {many, many, padding, {}, true}, true, std::nullopt, dx), error);
}

} // namespace
