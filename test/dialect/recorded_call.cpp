#include <graft/dialect/recorded_call.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten/splitting.hpp>
#include <graft/ir/text/print_value.hpp>
#include <graft/symbolic/math.hpp>

#include "meta/specs.hpp"

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("recorded_call: what is recorded of a call tells it what symbols do not") {
    tensor_spec const x = f32({4, s0()});
    call<tensor_spec> c(aten::hsplit.int_.info());
    c.set(0, x);
    c.set(1, 2);
    value_spec const halves = value_spec::of_list({f32({4, floor_div(s0() + 1, 2)}), f32({4, floor_div(s0(), 2)})});
    CHECK(text(detail::infer_recorded(c, halves)) ==
          "(f32[4, ((s0 + 1)//2)][s0, 1], f32[4, (s0//2)][s0, 1] offset=((s0 + 1)//2))");
    CHECK_THROWS_WITH(static_cast<void>(detail::infer_recorded(c, {})),
                      "graft: aten::hsplit.int: a size is symbolic on which the composition depends");
}

} // namespace
