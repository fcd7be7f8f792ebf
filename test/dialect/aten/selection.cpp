#include <graft/dialect/aten/selection.hpp>

#include <doctest/doctest.h>

#include <graft/ir/text/print_value.hpp>

#include "../meta/specs.hpp"

#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

TEST_CASE("selection: values and places") {
    CHECK(text(aten::kthvalue(f32({2, 3}), 2)) == "(f32[2], i64[2])");
    CHECK(text(aten::mode(i64({2, 3}), 0, true)) == "(i64[1, 3], i64[1, 3])");
    CHECK(text(aten::median(f32({2, 3}))) == "f32[]");
    CHECK(text(aten::searchsorted.Tensor(f32({5}), f32({2, 3}), "out_int32"_a = true)) == "i32[2, 3]");
    CHECK(text(aten::bucketize.Scalar(1.5, f32({5}))) == "i64[]");
    CHECK(text(aten::isin.Tensor_Scalar(i64({4}), 2)) == "b8[4]");
    CHECK(text(aten::one_hot(i64({s0()}), 5)) == "i64[s0, 5]");
}

TEST_CASE("selection: what cannot be found is rejected") {
    CHECK_THROWS_WITH(static_cast<void>(aten::kthvalue(f32({2, 3}), 4)),
                      "graft: aten::kthvalue: 'k' must be between 1 and the size of the dimension");
    CHECK_THROWS_WITH(static_cast<void>(aten::one_hot(i64({2}))),
                      "graft: aten::one_hot: the result depends on the elements of an argument");
}

} // namespace
