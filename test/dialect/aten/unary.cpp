#include <graft/dialect/aten/unary.hpp>

#include <doctest/doctest.h>

#include "../../io/raises.hpp"
#include "../inferred.hpp"

namespace {

using namespace graft;
using namespace graft::literals;
using graft_test::inferred;
using graft_test::ops_giving;
using graft_test::tensor;

TEST_CASE("unary: functions of reals make integers real") {
    graph g;
    value const i = tensor(g, {2, 3}, dtype::i32);
    CHECK(ops_giving("f32[2, 3]", {aten::acos(i),  aten::acosh(i), aten::asin(i),    aten::asinh(i),      aten::atan(i),
                                   aten::atanh(i), aten::cos(i),   aten::cosh(i),    aten::erf(i),        aten::exp(i),
                                   aten::expm1(i), aten::log(i),   aten::log10(i),   aten::log1p(i),      aten::log2(i),
                                   aten::logit(i), aten::rsqrt(i), aten::sigmoid(i), aten::reciprocal(i), aten::sin(i),
                                   aten::sinh(i),  aten::sqrt(i),  aten::tan(i),     aten::tanh(i)}) ==
          "acos acosh asin asinh atan atanh cos cosh erf exp expm1 log log10 log1p log2 logit "
          "rsqrt sigmoid "
          "reciprocal sin sinh sqrt tan tanh");
}

TEST_CASE("unary: the others keep the dtype or give truths") {
    graph g;
    value const x = tensor(g, {2, 3}, dtype::f16), b = tensor(g, {2}, dtype::boolean);
    CHECK(ops_giving("f16[2, 3]", {aten::abs(x), aten::ceil(x), aten::floor(x), aten::neg(x), aten::round(x),
                                   aten::sign(x), aten::trunc(x), aten::exp(x)}) ==
          "abs ceil floor neg round sign trunc exp");
    CHECK(ops_giving("b8[2, 3]", {aten::isinf(x), aten::isnan(x)}) == "isinf isnan");
    CHECK(inferred(aten::abs(tensor(g, {2}, dtype::c64))) == "f32[2]");
    CHECK(graft_test::raised([&] { inferred(aten::neg(b)); }).find("aten::neg") != std::string::npos);
    CHECK(graft_test::raised([&] { inferred(aten::floor(b)); }).find("aten::floor") != std::string::npos);
}

static_assert(has(aten::exp_default::info().tags, op_tags::core));
static_assert(!has(aten::logit_default::info().tags, op_tags::core));

} // namespace
