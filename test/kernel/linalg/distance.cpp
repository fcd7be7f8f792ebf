#include <graft/kernel/linalg/distance.hpp>

#include <doctest/doctest.h>

#include "../reference.hpp"

#include <cmath>
#include <limits>
#include <vector>

namespace {

using namespace graft;
using reference::sizes;

TEST_CASE("distance: the norms of differences") {
    double const a[] = {1, 2, 3}, b[] = {1, 4, 0};
    CHECK(detail::row_distance(3, a, b, 0) == 2);
    CHECK(detail::row_distance(3, a, b, 1) == 5);
    CHECK(detail::row_distance(3, a, b, 2) == doctest::Approx(std::sqrt(13.0)));
    CHECK(detail::row_distance(3, a, b, 3) == doctest::Approx(std::cbrt(35.0)));
    CHECK(detail::row_distance(3, a, b, std::numeric_limits<double>::infinity()) == 3);
    CHECK(detail::row_distance(0, a, b, 2) == 0);
}

TEST_CASE(
    "distance: powers may leave the range of what they are computed in, and how many differ is not known of NaN") {
    float const huge[] = {1e20F, 0}, tiny[] = {1e-30F, 0}, none[] = {0, 0}, nan[] = {std::nanf(""), 1};
    for (double p : {2.0, 3.0}) {
        CHECK(detail::row_distance(2, huge, none, p) == std::numeric_limits<float>::infinity());
        CHECK(detail::row_distance(2, tiny, none, p) == 0);
    }
    CHECK(detail::row_distance(2, huge, none, 1) == 1e20F);
    CHECK(std::isnan(detail::row_distance(2, nan, none, 0)));
}

TEST_CASE("distance: batches are broadcast, and pairs of rows are rows against themselves") {
    reference::source random(61);
    tensor const x = random.uniform({2, 1, 4, 3}, dtype::f64, -1, 1), y = random.uniform({5, 2, 3}, dtype::f64, -1, 1);
    tensor out = tensor::empty({2, 5, 4, 2}, dtype::f64);
    kernel::cdist(x, y, 2, out);
    CHECK(reference::mismatch(out, [&](sizes const& i) {
              double total = 0;
              for (std::int64_t k = 0; k < 3; ++k)
                  total += std::pow(reference::at(x, {i[0], 0, i[2], k}) - reference::at(y, {i[1], i[3], k}), 2);
              return std::sqrt(total);
          }) == "");
    tensor const rows = random.uniform({4, 3}, dtype::f64, -1, 1);
    tensor all = tensor::empty({4, 4}, dtype::f64), pairs = tensor::empty({6}, dtype::f64);
    kernel::cdist(rows, rows, 1, all);
    kernel::pdist(rows, 1, pairs);
    std::int64_t at = 0;
    for (std::int64_t i = 0; i < 4; ++i)
        for (std::int64_t j = i + 1; j < 4; ++j)
            CHECK(reference::at(pairs, {at++}) == reference::at(all, {i, j}));
}

TEST_CASE("distance: the largest difference of two matrices is without those from NaN, that of rows of one is not") {
    double const nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
    tensor const rows = reference::make({2, 3}, dtype::f32, {nan, 1, 2, 0, 5, nan});
    tensor all = tensor::empty({2, 2}, dtype::f32), pair = tensor::empty({1}, dtype::f32);
    kernel::cdist(rows, rows, infinity, all);
    CHECK(reference::elements(all) == std::vector<double>{0, 4, 4, 0}); // torch.cdist(x, x, p=inf)
    kernel::pdist(rows, infinity, pair);
    CHECK(std::isnan(reference::elements(pair)[0])); // torch.pdist(x, p=inf)
}

TEST_CASE("distance: of integers, which are computed in double") {
    tensor out = tensor::empty({1}, dtype::i64);
    kernel::pdist(reference::make({2, 2}, dtype::i64, {0, 0, 3, 4}), 2, out);
    CHECK(reference::elements(out) == std::vector<double>{5});
}

} // namespace
