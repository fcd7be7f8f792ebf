#include <graft/dialect/aten/index.hpp>

#include <graft/dialect/aten/view.hpp>
#include <graft/schema/infer.hpp>

#include "../../io/raises.hpp"
#include "../inferred.hpp"
#include "../meta/specs.hpp"

#include <doctest/doctest.h>

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

using namespace graft_test;

TEST_CASE("scatter: gather has the sizes of the index") {
    CHECK(aten::gather(f32({4, s0()}), 0, i64({2, 1})) == value_spec(f32({2, 1})));
    CHECK(raised([] { aten::gather(f32({4, 2}), 0, i64({2, 3})); }).find("sizes") != std::string::npos);
    CHECK(raised([] { aten::gather(f32({4, 2}), 0, f32({2, 2})); }).find("'index'") != std::string::npos);
}

TEST_CASE("scatter: the result has the sizes of self") {
    CHECK(aten::scatter.src(f32({4, s0()}), 0, i64({2, 1}), f32({3, 1})) == value_spec(f32({4, s0()})));
    CHECK(aten::index_add(f32({4, 2}), 1, i64({3}), f32({4, 3})) == value_spec(f32({4, 2})));
    CHECK(aten::index_add(f32({s0(), 2}), 1, i64({3}), f32({4, 3})) == value_spec(f32({s0(), 2})));
    CHECK(aten::masked_scatter(f32({1, 2}), make_spec(dtype::boolean, {4, 2}), f32({9})) == value_spec(f32({4, 2})));
    CHECK(raised([] { aten::scatter.src(f32({4}), 0, i64({2}), i64({2})); }).find("'src'") != std::string::npos);
    CHECK(raised([] { aten::scatter.src(f32({4}), 0, i64({2}), f32({1})); }).find("'src'") != std::string::npos);
    CHECK(raised([] { aten::index_copy(f32({4}), 0, make_spec(dtype::i32, {2}), f32({2})); }) ==
          "graft: aten::index_copy: 'index' must be torch.int64, not torch.int32");
    CHECK(raised([] { aten::index_copy(f32({4}), 0, i64({2}), f32({3})); }).find("'source'") != std::string::npos);
}

// As torch: what has no dimensions is there what has one of one element, each of the three by itself.
TEST_CASE("scatter: numbers stand beside vectors") {
    for (tensor_spec const& self : {f32({}), f32({1})})
        for (tensor_spec const& index : {i64({}), i64({1})}) {
            CHECK(aten::gather(self, -1, index) == value_spec(f32(index.sizes)));
            CHECK(aten::scatter.value(self, 0, index, 3) == value_spec(self));
            for (tensor_spec const& src : {f32({}), f32({1})}) {
                CHECK(aten::scatter.src(self, 0, index, src) == value_spec(self));
                CHECK(aten::scatter_add(self, -1, index, src) == value_spec(self));
                CHECK(aten::scatter_reduce.two(self, 0, index, src, "amax") == value_spec(self));
            }
        }
    CHECK(aten::scatter.src(f32({3}), 0, i64({}), f32({2})) == value_spec(f32({3})));
    CHECK(aten::scatter.src(f32({}), 0, i64({3}), f32({3})) == value_spec(f32({})));
    for (tensor_spec const& src : {f32({}), f32({1, 1})}) // fewer elements, more dimensions
        CHECK(raised([&] { aten::scatter.src(f32({3}), 0, i64({2}), src); }).find("'src'") != std::string::npos);
    CHECK(raised([] { aten::scatter.src(f32({2, 2}), 0, i64({1, 1}), f32({})); }).find("'src'") != std::string::npos);
    CHECK(raised([] { aten::gather(f32({}), 0, i64({1, 1})); }).find("'index'") != std::string::npos);
}

TEST_CASE("scatter: the sizes of what a mask picks are not known") {
    CHECK(raised([] {
              aten::masked_select(f32({4}), make_spec(dtype::boolean, {4}));
          }).find("depend on the elements") != std::string::npos);
}
