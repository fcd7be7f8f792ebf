// Header-only: what holds in constants needs bodies.
#include <graft/dialect/meta/index.hpp>

#include <graft/dialect/aten/index.hpp>
#include <graft/schema/infer.hpp>

#include "specs.hpp"

#include <doctest/doctest.h>

#include <graft/dialect/aten/view.hpp>

namespace {

using namespace graft;
using namespace graft_test;

static_assert([] { return aten::embedding(f32({10, 4}), i64({2, s0()})) == f32({2, s0(), 4}); }());
static_assert([] { return aten::index_select(f32({2, 3, 4}), -1, i64({7})) == f32({2, 3, 7}); }());
static_assert([] {
    return aten::index.Tensor(f32({2, 3, 4, 5}), optional_specs{{}, i64({7}), i64({6, 1})}) == f32({2, 6, 7, 5});
}());

} // namespace

TEST_CASE("index: indices that are no neighbours put their sizes in front") {
    CHECK(aten::index.Tensor(f32({2, 3, 4, 5}), optional_specs{i64({7}), {}, i64({7})}) == f32({7, 3, 5}));
}

TEST_CASE("index: how many elements a mask picks is not known") {
    optional_specs const mask{make_spec(dtype::boolean, {2})};
    try {
        static_cast<void>(aten::index.Tensor(f32({2, 3}), mask));
        FAIL("a mask was accepted");
    } catch (error const& e) {
        CHECK(e.code() == errc::unsupported);
    }
    CHECK(aten::index_put(f32({2, 3}), mask, f32({})) == f32({2, 3}));
}

TEST_CASE("index: one number of any dtype is put where the only index, a mask, is true") {
    tensor_spec const mask = make_spec(dtype::boolean, {2}), one = i64({1});
    CHECK(aten::index_put(i64({2, 3}), optional_specs{mask}, f32({1, 1, 1})) == i64({2, 3}));
    auto const put = [](tensor_spec const& values, optional_specs const& indices, bool accumulate = false) {
        static_cast<void>(aten::index_put(i64({2, 3}), indices, values, accumulate));
    };
    char const* const refused = "graft: aten::index_put: 'values' is torch.float32, but 'self' torch.int64";
    CHECK_THROWS_WITH(put(f32({3}), optional_specs{mask}), refused);
    CHECK_THROWS_WITH(put(f32({}), optional_specs{mask}, true), refused);
    CHECK_THROWS_WITH(put(f32({}), optional_specs{one}), refused);
    CHECK_THROWS_WITH(put(f32({}), optional_specs{mask, one}), refused);
    CHECK_THROWS_WITH(put(make_spec(dtype::c64, {}), optional_specs{mask}),
                      "graft: aten::index_put: 'values' is torch.complex64, but 'self' torch.int64");
}

TEST_CASE("index: writing at indices keeps sizes and order of dimensions") {
    tensor_spec const columns = strided(f32({2, 3}), {1, 2});
    CHECK(aten::index_put(columns, optional_specs{i64({5})}, f32({3})) == columns);
    CHECK(aten::index_put_(strided(f32({2, 3}), {8, 2}), optional_specs{i64({5})}, f32({3})) ==
          strided(f32({2, 3}), {8, 2}));
    CHECK(aten::scatter_add(columns, 1, i64({2, 9}), f32({2, 9})) == f32({2, 3}));
    CHECK(aten::slice_scatter(columns, f32({1, 3}), 0, 1) == columns);
    CHECK(aten::select_scatter(columns, f32({2}), 1, -1) == columns);
}

TEST_CASE("index: indices and values that do not fit are rejected") {
    CHECK_THROWS_WITH(static_cast<void>(aten::embedding(f32({10, 4}), f32({2}))),
                      "graft: aten::embedding: 'indices' must be torch.int64 or torch.int32, "
                      "not torch.float32");
    CHECK_THROWS_WITH(static_cast<void>(aten::index.Tensor(f32({2}), optional_specs{{}, i64({7})})),
                      "graft: aten::index.Tensor: 'indices' has 2 entries for 1 dimensions");
    CHECK_THROWS_WITH(static_cast<void>(aten::index_put(f32({2, 3}), optional_specs{i64({5})}, f32({4}))),
                      "graft: The size of tensor a (3) must match the size of tensor b (4) at "
                      "non-singleton dimension 1");
    CHECK_THROWS_WITH(static_cast<void>(aten::select_scatter(f32({2, 3}), f32({3}), 1, 0)),
                      "graft: aten::select_scatter: the sizes of 'self' [2, 3] and 'src' [3] do "
                      "not fit");
}
