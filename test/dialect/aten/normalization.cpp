#include <graft/dialect/aten/normalization.hpp>

#include <doctest/doctest.h>

#include "../inferred.hpp"

#include <optional>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using graft_test::inferred;
using graft_test::ops_giving;
using graft_test::tensor;

TEST_CASE("normalization: softmax keeps the sizes and has the dtype asked for") {
    graph g;
    value const x = tensor(g, {2, 4});
    CHECK(ops_giving("f32[2, 4]", {aten::_log_softmax(x, 1, false), aten::_softmax(x, 1, false),
                                   aten::log_softmax.int_(x, -1), aten::softmax.int_(x, -1)}) ==
          "_log_softmax _softmax log_softmax.int softmax.int");
    CHECK(inferred(aten::softmax.int_(x, 0, dtype::f64)) == "f64[2, 4]");
}

TEST_CASE("normalization: a norm keeps the sizes") {
    graph g;
    value const x = tensor(g, {2, 6, 4}), w = tensor(g, {6});
    CHECK(ops_giving("f32[2, 6, 4]", {aten::batch_norm(x, w, w, w, w, false, 0.1, 1e-5, true),
                                      aten::group_norm(x, 3, w, w), aten::layer_norm(x, std::vector{4})}) ==
          "batch_norm group_norm layer_norm");
}

TEST_CASE("normalization: the native ones return their statistics as well") {
    graph g;
    value const x = tensor(g, {2, 6, 4}), w = tensor(g, {6});
    std::optional<value> const none;
    CHECK(inferred(aten::_native_batch_norm_legit_no_training(x, w, w, w, w, 0.1, 1e-5)) ==
          "(f32[2, 6, 4], f32[0], f32[0])");
    CHECK(inferred(aten::native_group_norm(x, w, w, 2, 6, 4, 3, 1e-5)) == "(f32[2, 6, 4], f32[2, 3], f32[2, 3])");
    CHECK(inferred(aten::native_layer_norm(x, std::vector{4}, none, none, 1e-5)) ==
          "(f32[2, 6, 4], f32[2, 6, 1], f32[2, 6, 1])");
}

static_assert(has(aten::_softmax_default::info().tags, op_tags::core));
static_assert(!has(aten::softmax_int::info().tags, op_tags::core));

} // namespace
