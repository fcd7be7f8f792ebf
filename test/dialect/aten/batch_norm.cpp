#include <graft/dialect/aten/batch_norm.hpp>

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

TEST_CASE("batch_norm: what is saved has the dtype of the parameters, and nothing is saved without training") {
    graph g;
    value const x = tensor(g, {2, 3, 4}, dtype::bf16), w = tensor(g, {3});
    CHECK(inferred(aten::_native_batch_norm_legit(x, w, w, w, w, true, 0.1, 1e-5)) ==
          "(bf16[2, 3, 4], f32[3], f32[3])");
    CHECK(inferred(aten::_native_batch_norm_legit(x, w, w, w, w, false, 0.1, 1e-5)) ==
          "(bf16[2, 3, 4], f32[0], f32[0])");
    CHECK(raised([&] {
              inferred(aten::_native_batch_norm_legit.no_stats(x, w, w, false, 0.1, 1e-5));
          }).find("no statistics") != std::string::npos);
}

} // namespace
