#include <graft/dialect/aten/inplace.hpp>

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

TEST_CASE("inplace: the result is the argument") {
    graph g;
    value const x = tensor(g, {2, 3}, dtype::f16), i = tensor(g, {3}, dtype::i64);
    CHECK(ops_giving("f16[2, 3]", {aten::exp_(x), aten::sqrt_(x), aten::abs_(x), aten::neg_(x),
                                   aten::floor_(x), aten::square_(x), aten::erf_(x)}) ==
          "exp_ sqrt_ abs_ neg_ floor_ square_ erf_");
    CHECK(inferred(aten::neg_(i)) == "i64[3]");
    CHECK(raised([&] { inferred(aten::exp_(i)); }).find("aten::exp_") != std::string::npos);
}

static_assert(has(aten::exp_inplace_default::info().tags, op_tags::inplace));
static_assert(aten::exp_inplace_default::info().mutates());

} // namespace
