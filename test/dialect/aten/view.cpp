#include <graft/dialect/aten/view.hpp>

#include <doctest/doctest.h>

#include "../../io/raises.hpp"
#include "../inferred.hpp"

#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using graft_test::inferred;
using graft_test::ops_giving;
using graft_test::tensor;

using ints = std::vector<int>;

TEST_CASE("view: dimensions are moved, added, taken away and merged without copying") {
    graph g;
    value const x = tensor(g, {2, 3, 4});
    CHECK(ops_giving("f32[2, 3, 4]", {aten::alias(x), aten::detach(x), aten::detach_(x)}) == "alias detach detach_");
    CHECK(ops_giving("f32[4, 3, 2][1, 4, 12]", {aten::numpy_T(x), aten::permute(x, ints{2, 1, 0}),
                                                aten::transpose.int_(x, 0, 2)}) == "numpy_T permute transpose.int");
    CHECK(ops_giving("f32[2, 12]", {aten::flatten.using_ints(x, 1), aten::reshape(x, ints{2, -1}),
                                    aten::view(x, ints{-1, 12})}) == "flatten.using_ints reshape view");
    value const row = tensor(g, {1, 3});
    CHECK(ops_giving("f32[3]", {aten::squeeze(row), aten::squeeze.dim(row, 0), aten::squeeze.dims(row, ints{0, 1})}) ==
          "squeeze squeeze.dim squeeze.dims");
    CHECK(ops_giving("f32[2, 3][0, 1]", {aten::expand(row, ints{2, -1})}) == "expand");
    CHECK(ops_giving("f32[3, 1][1, 3]", {aten::t(row)}) == "t");
    CHECK(ops_giving("f32[1, 3, 1]", {aten::unsqueeze(row, -1)}) == "unsqueeze");
}

TEST_CASE("view: parts keep the strides and move the offset") {
    graph g;
    value const x = tensor(g, {2, 3, 4});
    CHECK(ops_giving("f32[2, 4][12, 1] offset=8", {aten::select.int_(x, 1, -1)}) == "select.int");
    CHECK(ops_giving("f32[2, 2, 4][12, 4, 1] offset=4", {aten::slice.Tensor(x, 1, 1, 9)}) == "slice.Tensor");
    CHECK(ops_giving("f32[2, 2][1, 2] offset=3", {aten::as_strided(x, ints{2, 2}, ints{1, 2}, 3)}) == "as_strided");
    CHECK(ops_giving("(f32[2, 2, 4][12, 4, 1], f32[2, 1, 4][12, 4, 1] offset=8)",
                     {aten::chunk(x, 2, 1), aten::split.Tensor(x, 2, 1), aten::split.sizes(x, ints{2, 1}, 1),
                      aten::split_with_sizes(x, ints{2, 1}, 1)}) == "chunk split.Tensor split.sizes split_with_sizes");
    CHECK(ops_giving("(f32[3, 4], f32[3, 4] offset=12)", {aten::unbind.int_(x)}) == "unbind.int");
    CHECK(inferred(aten::narrow(x, 1, 1, 2)) == "f32[2, 2, 4][12, 4, 1] offset=4");
    CHECK(graft_test::raised([&] {
              inferred(aten::narrow.Tensor(x, 1, tensor(g, {}, dtype::i64), 2));
          }).find("aten::narrow.Tensor: the result depends on the elements of an argument") != std::string::npos);
}

TEST_CASE("view: another dtype shows the same bytes as more or fewer elements") {
    graph g;
    CHECK(ops_giving("f64[2, 3]", {aten::view.dtype(tensor(g, {2, 6}), dtype::f64)}) == "view.dtype");
}

TEST_CASE("view: what would have to copy is refused, reshape copies") {
    graph g;
    value const m = tensor(g, {2, 3}), transposed = aten::t(m);
    CHECK(inferred(transposed) == "f32[3, 2][1, 3]");
    CHECK(graft_test::raised([&] { inferred(aten::view(transposed, ints{6})); }).find("aten::view") !=
          std::string::npos);
    CHECK(inferred(aten::reshape(transposed, ints{6})) == "f32[6]");
}

TEST_CASE("view_copy: a copy has the sizes of the view and its own contiguous storage") {
    graph g;
    value const x = tensor(g, {2, 3, 4}), row = tensor(g, {1, 3});
    CHECK(ops_giving("f32[2, 3, 4]", {aten::alias_copy(x), aten::detach_copy(x)}) == "alias_copy detach_copy");
    CHECK(ops_giving("f32[4, 3, 2]", {aten::permute_copy(x, ints{2, 1, 0}), aten::transpose_copy.int_(x, 0, 2)}) ==
          "permute_copy transpose_copy.int");
    CHECK(ops_giving("f32[2, 4]", {aten::select_copy.int_(x, 1, -1)}) == "select_copy.int");
    CHECK(ops_giving("f32[2, 2, 4]", {aten::slice_copy.Tensor(x, 1, 1, 9)}) == "slice_copy.Tensor");
    CHECK(ops_giving("f32[2, 2]", {aten::as_strided_copy(x, ints{2, 2}, ints{1, 2}, 3)}) == "as_strided_copy");
    CHECK(ops_giving("(f32[2, 2, 4], f32[2, 1, 4])",
                     {aten::split_copy.Tensor(x, 2, 1), aten::split_with_sizes_copy(x, ints{2, 1}, 1)}) ==
          "split_copy.Tensor split_with_sizes_copy");
    CHECK(ops_giving("(f32[3, 4], f32[3, 4])", {aten::unbind_copy.int_(x)}) == "unbind_copy.int");
    CHECK(ops_giving("f32[2, 3]", {aten::expand_copy(row, ints{2, -1})}) == "expand_copy");
    CHECK(ops_giving("f32[3]", {aten::squeeze_copy.dim(row, 0), aten::squeeze_copy.dims(row, ints{0, 1})}) ==
          "squeeze_copy.dim squeeze_copy.dims");
    CHECK(ops_giving("f32[3, 1]", {aten::t_copy(row)}) == "t_copy");
    CHECK(ops_giving("f32[1, 3, 1]", {aten::unsqueeze_copy(row, -1)}) == "unsqueeze_copy");
    CHECK(ops_giving("f32[2, 12]", {aten::view_copy(x, ints{2, -1})}) == "view_copy");
}

TEST_CASE("view_copy: viewing a transposed tensor copies") {
    graph g;
    value const x = tensor(g, {2, 3});
    tensor_spec transposed = make_spec(dtype::f32, {2, 3});
    transposed.strides = {1, 2};
    g.set_val(x.id, transposed);
    CHECK(inferred(aten::view_copy(x, ints{6})) == "f32[6]");
}

static_assert(has(aten::permute_default::info().tags, op_tags::core | op_tags::view));
static_assert(has(aten::detach_.default_.info().tags, op_tags::inplace));
static_assert(!has(aten::transpose_int::info().tags, op_tags::core));
static_assert(!has(aten::view_copy_default::info().tags, op_tags::view));
static_assert(!aten::view_copy_default::info().returns_alias());

} // namespace
