#include <graft/dialect/aten/activation.hpp>

#include <doctest/doctest.h>

#include "../../io/raises.hpp"
#include "../inferred.hpp"

namespace {

using namespace graft;
using namespace graft::literals;
using graft_test::inferred;
using graft_test::ops_giving;
using graft_test::tensor;

TEST_CASE("activation: an activation has the sizes and dtype of its argument") {
    graph g;
    value const x = tensor(g, {2, 4});
    CHECK(ops_giving("f32[2, 4]", {aten::dropout(x, 0.5, true), aten::elu(x), aten::gelu(x), aten::hardtanh(x, -1, 1),
                                   aten::hardtanh_(x), aten::leaky_relu(x), aten::relu(x), aten::relu_(x),
                                   aten::silu(x)}) == "dropout elu gelu hardtanh hardtanh_ leaky_relu relu relu_ silu");
    CHECK(ops_giving("i32[3]", {aten::relu(tensor(g, {3}, dtype::i32))}) == "relu");
    CHECK(ops_giving("f32[2, 2]", {aten::glu(x)}) == "glu");
    CHECK(ops_giving("f32[1, 4]", {aten::glu(x, 0)}) == "glu");
}

TEST_CASE("activation: what torch refuses is refused") {
    graph g;
    value const i = tensor(g, {3}, dtype::i32);
    CHECK(graft_test::raised([&] { inferred(aten::gelu(i)); }).find("aten::gelu") != std::string::npos);
    CHECK(graft_test::raised([&] { inferred(aten::glu(i)); }).find("aten::glu") != std::string::npos);
}

static_assert(has(aten::dropout_default::info().tags, op_tags::random));
static_assert(has(aten::relu_.default_.info().tags, op_tags::inplace));
static_assert(!has(aten::silu_default::info().tags, op_tags::core));

} // namespace
