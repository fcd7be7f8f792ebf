#include <graft/dialect/meta/counting.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten/counting.hpp>
#include <graft/ir/text/print_value.hpp>

#include "specs.hpp"

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("counting: as many rows as there are combinations") {
    CHECK(text(aten::combinations(f32({5}))) == "f32[10, 2]");
    CHECK(text(aten::combinations(f32({5}), 2, true)) == "f32[15, 2]");
    CHECK(text(aten::combinations(f32({2}), 3)) == "f32[0, 3]");
    CHECK(text(aten::combinations(f32({0}), 1, true)) == "f32[0, 1]");
    CHECK(text(aten::combinations(f32({60}), 58)) == "f32[1770, 58]");
    CHECK_THROWS_AS(static_cast<void>(aten::combinations(f32({3}), INT64_MAX, true)), error);
    CHECK_THROWS_WITH(static_cast<void>(aten::combinations(f32({3}), -1)), "graft: aten::combinations: 'r' is -1");
}

TEST_CASE("counting: a histogram has a number for each bin") {
    CHECK(text(aten::histc(f32({2, 3}), 7)) == "f32[7]");
    CHECK_THROWS_WITH(static_cast<void>(aten::histc(f32({2}), 0)), "graft: aten::histc: 'bins' must be positive");
}

TEST_CASE("counting: of coordinates only the number of dimensions is known") {
    CHECK(aten::nonzero_numpy(f32({2, 3})).items.size() == 2);
}

} // namespace
