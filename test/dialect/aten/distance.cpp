#include <graft/dialect/aten/distance.hpp>

#include <doctest/doctest.h>

#include "../../io/raises.hpp"
#include "../inferred.hpp"

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
