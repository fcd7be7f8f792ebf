#include <graft/dialect/aten/inplace_binary.hpp>

#include <doctest/doctest.h>

#include "../../io/raises.hpp"
#include "../inferred.hpp"

#include <array>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using graft_test::inferred;
using graft_test::ops_giving;
using graft_test::raised;
using graft_test::tensor;

TEST_CASE("inplace binary: the result must fit into the argument") {
    graph g;
    value const x = tensor(g, {2, 3}), y = tensor(g, {3}), i = tensor(g, {2, 3}, dtype::i64);
    CHECK(ops_giving("f32[2, 3]", {aten::fmod_.Tensor(x, y), aten::remainder_.Scalar(x, 2),
                                   aten::pow_.Scalar(x, 2), aten::addcmul_(x, y, y),
                                   aten::lerp_.Scalar(x, x, 0.5), aten::atan2_(x, y),
                                   aten::clamp_min_(x, 0)}) ==
          "fmod_.Tensor remainder_.Scalar pow_.Scalar addcmul_ lerp_.Scalar atan2_ clamp_min_");
    CHECK(raised([&] { inferred(aten::fmod_.Tensor(i, x)); }).find("cannot hold") !=
          std::string::npos);
    CHECK(raised([&] { inferred(aten::fmod_.Tensor(y, x)); }).find("sizes") !=
          std::string::npos);
}

} // namespace
