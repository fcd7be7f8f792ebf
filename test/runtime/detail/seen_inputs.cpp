#include <graft/runtime/detail/seen_inputs.hpp>

#include <doctest/doctest.h>

#include "../tensors.hpp"

using namespace graft;
using namespace graft_test;

TEST_CASE("seen_inputs: what was added repeats, or not, number by number and size by size") {
    detail::seen_inputs seen;
    auto const given = [&seen](auto const&... inputs) {
        seen.begin();
        (seen.add(inputs), ...);
        return seen.repeat();
    };
    CHECK_FALSE(given());
    CHECK(given());
    CHECK_FALSE(given(scalar(1)));
    CHECK(given(scalar(1)));
    CHECK_FALSE(given(scalar(1.0)));
    CHECK_FALSE(given(scalar(true)));
    CHECK_FALSE(given(scalar(1), scalar(2)));
    CHECK_FALSE(given(scalar(1)));
    CHECK_FALSE(given(f32({2, 3}, {0, 1, 2, 3, 4, 5})));
    CHECK(given(f32({2, 3}, {9, 1, 2, 3, 4, 5})));
    CHECK_FALSE(given(f32({3, 2}, {0, 1, 2, 3, 4, 5})));
    CHECK_FALSE(given(i64({3, 2}, {0, 1, 2, 3, 4, 5})));
    CHECK_FALSE(given(f32({6}, {0, 1, 2, 3, 4, 5})));
    CHECK_FALSE(given(tensor{}));
    CHECK(given(tensor{}));
}
