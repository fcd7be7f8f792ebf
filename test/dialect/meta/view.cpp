// Header-only: what holds in constants needs bodies.
#include <graft/dialect/meta/view.hpp>

#include <graft/dialect/aten/view.hpp>
#include <graft/schema/infer.hpp>

#include "specs.hpp"

#include <doctest/doctest.h>

#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

static_assert([] {
    return aten::permute(f32({2, 3, s0()}), std::vector{-1, 0, 1}) == strided(f32({s0(), 2, 3}), {1, 3 * s0(), s0()});
}());
static_assert([] { return aten::transpose.int_(f32({2, 3}), 0, -1) == strided(f32({3, 2}), {1, 3}); }());
static_assert([] { return aten::unsqueeze(f32({2, 3}), 1) == strided(f32({2, 1, 3}), {3, 3, 1}); }());
static_assert([] { return aten::squeeze.dims(f32({1, 1, s0()}), std::vector{0, 2}) == f32({1, s0()}); }());
static_assert([] { return aten::expand(f32({3, 1}), std::vector{2, -1, 4}) == strided(f32({2, 3, 4}), {0, 1, 0}); }());

} // namespace

TEST_CASE("view: a slice begins where its start says and steps over elements") {
    tensor_spec const x = strided(f32({10, 3}), {3, 1}, 2);
    CHECK(aten::slice.Tensor(x, 0, 1, 8, 3) == strided(f32({3, 3}), {9, 1}, 5));
    CHECK(aten::slice.Tensor(x, 0, -2) == strided(f32({2, 3}), {3, 1}, 26));
    CHECK(aten::slice.Tensor(x, 1, 5, 7).tensor.sizes == std::vector<sym_int>{10, 0});
    CHECK(aten::slice.Tensor(f32({s0() + 4}), 0, 0, 4) == f32({4}));
    CHECK(aten::slice.Tensor(x, 1, -1, INT64_MAX - 1, 2).tensor.sizes == std::vector<sym_int>{10, 1});
    CHECK(aten::select.int_(x, 0, -1) == strided(f32({3}), {1}, 29));
}

TEST_CASE("view: only dimensions of size 1 are squeezed out") {
    CHECK(aten::squeeze(f32({1, 3, 1})) == f32({3}));
    CHECK(aten::squeeze.dim(f32({2, 3}), 0) == f32({2, 3}));
    CHECK(aten::t(f32({3})) == f32({3}));
    CHECK(aten::numpy_T(f32({2, 3, 4})) == strided(f32({4, 3, 2}), {1, 4, 12}));
}

TEST_CASE("view: whether a size that is computed of symbols is squeezed out is not told, and a symbol is none") {
    CHECK(aten::squeeze(f32({1, s0(), 2 * s0()})) == f32({s0(), 2 * s0()}));
    CHECK(aten::squeeze.dim(f32({s0() - 5, 3}), 1) == f32({s0() - 5, 3}));
    CHECK_THROWS_WITH(
        static_cast<void>(aten::squeeze.dim(f32({s0() - 5, 3}), 0)),
        "graft: aten::squeeze.dim: whether dimension 0 of size s0 - 5 stays is not known before the program runs");
    symbol_range const rows[] = {{symbol("s0"), {7, 64}}};
    symbols_within const scope(rows);
    CHECK(aten::squeeze(f32({s0() - 5, 3})) == f32({s0() - 5, 3}));
}

TEST_CASE("view: the copy of a view is contiguous and at the beginning") {
    CHECK(aten::permute_copy(f32({2, 3}), std::vector{1, 0}) == f32({3, 2}));
    CHECK(aten::split_copy.Tensor(f32({3}), 2) == value_spec::of_list({f32({2}), f32({1})}));
    CHECK(aten::as_strided(f32({6}), std::vector{2, 2}, std::vector{1, 2}, 1) == strided(f32({2, 2}), {1, 2}, 1));
}

TEST_CASE("view: views that do not exist are rejected") {
    CHECK_THROWS_WITH(static_cast<void>(aten::permute(f32({2, 3}), std::vector{0, 0})),
                      "graft: aten::permute: 'dims' names dimension 0 twice");
    CHECK_THROWS_WITH(static_cast<void>(aten::expand(f32({3}), std::vector{4})),
                      "graft: aten::expand: 'self' [3] cannot be expanded to [4]");
    CHECK_THROWS_WITH(static_cast<void>(aten::expand(f32({3}), std::vector{-1, 3})),
                      "graft: aten::expand: 'size' is [-1, 3]");
    CHECK_THROWS_WITH(static_cast<void>(aten::slice.Tensor(f32({3}), 0, 0, 3, 0)),
                      "graft: aten::slice.Tensor: 'step' must be positive");
    CHECK_THROWS_WITH(static_cast<void>(aten::select.int_(f32({3}), 0, 3)),
                      "graft: aten::select.int: 'index' is out of range of a dimension of size "
                      "3");
    CHECK_THROWS_WITH(static_cast<void>(aten::t(f32({2, 3, 4}))),
                      "graft: aten::t: 'self' must have at most 2 dimensions, not 3");
    CHECK_THROWS_WITH(static_cast<void>(aten::as_strided(f32({6}), std::vector{2}, std::vector{1, 2})),
                      "graft: aten::as_strided: 'size' and 'stride' have different lengths");
}
