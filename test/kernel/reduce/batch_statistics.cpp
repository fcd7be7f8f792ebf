#include <graft/kernel/reduce/batch_statistics.hpp>

#include <doctest/doctest.h>

#include "../reference.hpp"

#include <vector>

namespace {

using namespace graft;
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

} // namespace
