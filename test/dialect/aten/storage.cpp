#include <graft/dialect/aten/storage.hpp>

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

TEST_CASE("storage: other sizes of a tensor, and whether its elements are in order") {
    graph g;
    value const x = tensor(g, {2, 3});
    CHECK(inferred(aten::resize_(x, ints{3, 2})) == "f32[3, 2]");
    CHECK(inferred(aten::sym_is_contiguous(x)) == "SymBool(1)");
    CHECK(raised([&] { inferred(aten::resize_(x, ints{-1})); }).find("a size is negative") != std::string::npos);
}

static_assert(has(aten::empty_strided_default::info().tags, op_tags::core));

} // namespace
