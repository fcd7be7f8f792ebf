#include <graft/runtime/kernels/selection.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>

#include "../tensors.hpp"

#include <cmath>

namespace {

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

tensor const rows = f32({2, 3}, {3, 1, 2, 4, 4, 9});

TEST_CASE("selection: values by their order, and where they are") {
    CHECK(show(aten::kthvalue(rows, 2)) == "f32[2]: 2 4\ni64[2]: 2 0\n");
    CHECK(show(aten::mode(rows)) == "f32[2]: 1 4\ni64[2]: 1 1\n");
    CHECK(show(aten::median(rows)) == "f32[]: 3");
    CHECK(show(aten::median.dim(rows, 0, true)) == "f32[1, 3]: 3 1 2\ni64[1, 3]: 0 0 0\n");
}

TEST_CASE("selection: a median of NaNs") {
    float const nan = std::nanf("");
    CHECK(std::isnan(aten::median(f32({3}, {1, nan, 2})).item().to<double>()));
    CHECK(show(aten::nanmedian(f32({3}, {1, nan, 2}))) == "f32[]: 1");
    CHECK(std::isnan(aten::median(f32({0}, {})).item().to<double>()));
}

TEST_CASE("selection: places in sorted rows") {
    tensor const sorted = f32({4}, {1, 2, 2, 5});
    CHECK(show(aten::searchsorted.Tensor(sorted, f32({2}, {2, 6}))) == "i64[2]: 1 4");
    CHECK(show(aten::searchsorted.Scalar(sorted, 2, "side"_a = "right")) == "i64[]: 3");
    CHECK(show(aten::bucketize.Tensor(f32({2}, {0, 2}), sorted, "out_int32"_a = true)) == "i32[2]: 0 1");
}

} // namespace
