#include <graft/dialect/meta/distance.hpp>

#include <graft/dialect/aten/distance.hpp>
#include <graft/schema/infer.hpp>

#include "specs.hpp"

#include <doctest/doctest.h>

#include <array>
#include <vector>

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

TEST_CASE("distance meta: narrow floats have none, but where there are no elements") {
    tensor_spec const x = make_spec(dtype::f16, {2, 0});
    CHECK(value_spec(aten::_cdist_forward(x, x, 2.0, nullptr)) == make_spec(dtype::f16, {2, 2}));
    tensor_spec const y = make_spec(dtype::f16, {2, 3});
    CHECK_THROWS_WITH(static_cast<void>(aten::_pdist_forward(y)),
                      "graft: aten::_pdist_forward: it is not defined for torch.float16");
    CHECK(aten::_pdist_forward(f32({1, 3})) == f32({0}));
}
