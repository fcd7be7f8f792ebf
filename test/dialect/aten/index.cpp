#include <graft/dialect/aten/index.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten/view.hpp>

#include "../../io/raises.hpp"
#include "../inferred.hpp"

#include <optional>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using graft_test::inferred;
using graft_test::ops_giving;
using graft_test::tensor;

TEST_CASE("index: indices replace the dimensions that they index") {
    graph g;
    value const x = tensor(g, {5, 6, 7}), i = tensor(g, {4}, dtype::i64);
    using indices = std::vector<std::optional<value>>;
    CHECK(ops_giving("f32[5, 4, 7]", {aten::index.Tensor(x, indices{std::nullopt, i}), aten::index_select(x, 1, i)}) ==
          "index.Tensor index_select");
    CHECK(inferred(aten::index.Tensor(x, indices{i, std::nullopt, i})) == "f32[4, 6]");
    CHECK(ops_giving("f32[5, 6, 7]", {aten::index_put(x, indices{i}, tensor(g, {4, 6, 7})),
                                      aten::index_put_(x, indices{i}, tensor(g, {}))}) == "index_put index_put_");
    CHECK(ops_giving("f32[2, 3, 8]", {aten::embedding(tensor(g, {10, 8}), tensor(g, {2, 3}, dtype::i64))}) ==
          "embedding");
}

TEST_CASE("index: what is scattered into keeps its sizes") {
    graph g;
    value const x = tensor(g, {2, 3}), i = tensor(g, {2, 5}, dtype::i64);
    CHECK(ops_giving("f32[2, 3]", {aten::scatter_add(x, 1, i, tensor(g, {2, 5})),
                                   aten::scatter.reduce(x, 1, i, tensor(g, {2, 5}), "reduce"_a = "add"),
                                   aten::scatter_.value_reduce(x, 1, i, 2, "reduce"_a = "multiply"),
                                   aten::select_scatter(x, tensor(g, {2}), 1, 0),
                                   aten::slice_scatter(x, tensor(g, {2, 2}), 1, 1)}) ==
          "scatter_add scatter.reduce scatter_.value_reduce select_scatter slice_scatter");
    CHECK(graft_test::raised([&] {
              inferred(aten::scatter.reduce(x, 1, i, tensor(g, {2, 5}), "reduce"_a = "max"));
          }).find("aten::scatter.reduce: 'reduce' must be 'add' or 'multiply', not 'max'") != std::string::npos);
    CHECK(graft_test::raised([&] {
              inferred(aten::select_scatter(x, tensor(g, {3}), 1, 0));
          }).find("aten::select_scatter") != std::string::npos);
}

TEST_CASE("index: how many elements are not zero is not known before they are") {
    graph g;
    CHECK(graft_test::raised([&] { inferred(aten::nonzero(tensor(g, {3}))); }).find("aten::nonzero") !=
          std::string::npos);
}

static_assert(has(aten::index_put_.default_.info().tags, op_tags::inplace));
static_assert(aten::nonzero_default::info().meta == nullptr);
static_assert(has(aten::embedding_default::info().tags, op_tags::core));

} // namespace
