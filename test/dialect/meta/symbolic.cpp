// Header-only: what holds in constants needs bodies.
#include <graft/dialect/meta/symbolic.hpp>

#include <graft/dialect/aten/symbolic.hpp>
#include <graft/dialect/executorch_prim.hpp>
#include <graft/schema/infer.hpp>

#include "specs.hpp"

#include <doctest/doctest.h>

namespace {

using namespace graft;
using namespace graft_test;

static_assert([] { return aten::sym_size.int_(f32({2, 3 * s0()}), -1) == value_spec::of_integer(3 * s0()); }());

} // namespace

TEST_CASE("symbolic: a size known as a number is one") {
    CHECK(aten::sym_size.int_(f32({2, s0()}), 0) == value_spec::of_integer(2));
}

TEST_CASE("symbolic: operations of ExecuTorch compute with symbols as FX does") {
    auto const of_s0_and_3 = [](op_info const& op) {
        call<tensor_spec> c(op);
        c.set("a", s0()).set("b", 3);
        return infer(c);
    };
    CHECK(of_s0_and_3(executorch_prim::add.Scalar.info()) == value_spec::of_integer(s0() + 3));
    CHECK(of_s0_and_3(executorch_prim::mul.Scalar.info()) == value_spec::of_integer(3 * s0()));
    CHECK(of_s0_and_3(executorch_prim::eq.Scalar.info()).k == value_spec::kind::sym_bool);
}

TEST_CASE("symbolic: an assertion returns nothing") {
    call<tensor_spec> c(aten::_assert_scalar_default::info());
    c.set("self", s0()).set("assert_msg", "positive");
    CHECK(infer(c).is_none());
}

TEST_CASE("symbolic: a dimension that is not there is rejected") {
    CHECK_THROWS_WITH(static_cast<void>(aten::sym_size.int_(f32({2, 3}), 2)),
                      "graft: aten::sym_size.int: 'dim' is 2, which is not in [-2, 1]");
    CHECK_THROWS_WITH(static_cast<void>(aten::sym_size.int_(f32({}), 0)),
                      "graft: aten::sym_size.int: 'self' has no dimensions");
}
