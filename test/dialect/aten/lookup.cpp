#include <graft/dialect/aten/lookup.hpp>

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

TEST_CASE("lookup: a row for each bag") {
    graph g;
    value const w = tensor(g, {9, 4}), i = tensor(g, {7}, dtype::i32), o = tensor(g, {3}, dtype::i64);
    CHECK(inferred(aten::_embedding_bag(w, i, o)) == "(f32[3, 4], i64[0], i64[3], i64[3])");
    CHECK(inferred(aten::_embedding_bag(w, i, o, false, 2)) == "(f32[3, 4], i64[7], i64[3], i64[3, 4])");
    CHECK(raised([&] { inferred(aten::_embedding_bag(w, i, o, false, 1, false, tensor(g, {7}))); }).find("sums only") !=
          std::string::npos);
}

} // namespace
