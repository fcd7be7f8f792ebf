#include <graft/dialect/aten/distance.hpp>

#include <graft/schema/infer.hpp>

#include "../../io/raises.hpp"
#include "../inferred.hpp"
#include "../meta/specs.hpp"

#include <doctest/doctest.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using graft_test::inferred;
using graft_test::raised;
using graft_test::tensor;

using ints = std::vector<int>;

TEST_CASE("distance: batches are broadcast") {
    graph g;
    value const a = tensor(g, {2, 1, 4, 3}), b = tensor(g, {5, 6, 3});
    std::optional<int> const none;
    CHECK(inferred(aten::_cdist_forward(a, b, 2.0, none)) == "f32[2, 5, 4, 6]");
    CHECK(inferred(aten::_pdist_forward(tensor(g, {5, 3}))) == "f32[10]");
    CHECK(raised([&] { inferred(aten::_cdist_forward(a, b, -1.0, none)); }).find("'p' cannot be negative") !=
          std::string::npos);
}

} // namespace

using namespace graft_test;

TEST_CASE("distance meta: narrow floats have none, but where there are no elements") {
    tensor_spec const x = make_spec(dtype::f16, {2, 0});
    CHECK(value_spec(aten::_cdist_forward(x, x, 2.0, nullptr)) == make_spec(dtype::f16, {2, 2}));
    tensor_spec const y = make_spec(dtype::f16, {2, 3});
    CHECK_THROWS_WITH(static_cast<void>(aten::_pdist_forward(y)),
                      "graft: aten::_pdist_forward: it is not defined for torch.float16");
    CHECK(aten::_pdist_forward(f32({1, 3})) == f32({0}));
}
