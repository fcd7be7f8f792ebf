#include <graft/kernel/elementwise/activation.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <vector>

using namespace graft;
using kernel::activation;

static_assert(activation{}.is_none() && !activation::relu().is_none());
static_assert(activation::relu().low == 0 && !(activation::relu() == activation::clamp(0, 6)));
static_assert(detail::clamp_bound<std::int64_t>(activation{}.high) == INT64_MAX);
static_assert(detail::clamp_bound<std::int64_t>(activation{}.low) == INT64_MIN);
static_assert(detail::clamp_bound<std::int64_t>(0x1p63) == INT64_MAX);
static_assert(detail::clamp_bound<std::int64_t>(6) == 6 && detail::clamp_bound<float>(6) == 6);

TEST_CASE("activation: clamps, keeps NaN, and does nothing by default") {
    std::vector<float> const from{-2, 0, 3, 9, NAN, INFINITY};
    std::vector<float> row = from;
    auto const run = [&](activation const& a) {
        row = from;
        detail::apply_activation(a, static_cast<std::int64_t>(row.size()) - 1, row.data());
        return row;
    };
    CHECK(run({})[0] == -2);
    CHECK(run(activation::relu())[0] == 0);
    CHECK(run(activation::relu())[3] == 9);
    CHECK(run(activation::clamp(0, 6))[3] == 6);
    CHECK(std::isnan(run(activation::clamp(0, 6))[4]));
    CHECK(std::isinf(row.back()));
    std::vector<std::int64_t> whole{-5, 7};
    detail::apply_activation(activation::relu(), 2, whole.data());
    CHECK(whole == std::vector<std::int64_t>{0, 7});
}
