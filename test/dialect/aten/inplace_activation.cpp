#include <graft/dialect/aten/inplace_activation.hpp>

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

TEST_CASE("inplace activation: of reals") {
    graph g;
    value const x = tensor(g, {2, 3}), i = tensor(g, {3}, dtype::i64);
    CHECK(ops_giving("f32[2, 3]", {aten::silu_(x), aten::gelu_(x), aten::hardswish_(x),
                                   aten::elu_(x), aten::leaky_relu_(x),
                                   aten::threshold_(x, 0, 1), aten::dropout_(x, 0.5, false)}) ==
          "silu_ gelu_ hardswish_ elu_ leaky_relu_ threshold_ dropout_");
    CHECK(raised([&] { inferred(aten::silu_(i)); }).find("aten::silu_") != std::string::npos);
}

} // namespace
