// Header-only: what holds in constants needs bodies.
#include <graft/dialect/meta/reshape.hpp>

#include <graft/dialect/aten/view.hpp>
#include <graft/schema/infer.hpp>

#include "specs.hpp"

#include <doctest/doctest.h>

#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

constexpr tensor_spec columns() { return strided(f32({2, 3, 4}), {1, 2, 6}, 5); }

static_assert([] { return aten::view(f32({2, 3, 4}), std::vector{6, -1}) == f32({6, 4}); }());
static_assert([] { return aten::view(f32({s0(), 4}), std::vector{-1, 2}) == f32({2 * s0(), 2}); }());
static_assert([] { return aten::view(f32({6 * s0()}), std::vector{-1, 3}) == f32({2 * s0(), 3}); }());
static_assert([] { return aten::flatten.using_ints(f32({s0(), 3, 4}), 1) == f32({s0(), 12}); }());

} // namespace

TEST_CASE("reshape: a run of dimensions is cut anew within its strides") {
    CHECK(aten::view(columns(), std::vector{2, 3, 2, 2}) == strided(f32({2, 3, 2, 2}), {1, 2, 12, 6}, 5));
    CHECK(aten::view(strided(f32({2, 6}), {12, 2}), std::vector{12}) == strided(f32({12}), {2}));
    CHECK(aten::view(strided(f32({1, 4}), {100, 3}), std::vector{2, 1, 2}) == strided(f32({2, 1, 2}), {6, 6, 3}));
}

TEST_CASE("reshape: what was padded to a multiple is cut and joined again") {
    sym_int const rows = floor_div(s0() - mod(s0(), 32), 32) + 1, padded = s0() - mod(s0(), 32) + 32;
    CHECK(aten::view(f32({2, rows, 32, 8}), std::vector<sym_int>{2, padded, 8}) == f32({2, padded, 8}));
    CHECK(aten::view(f32({2, padded, 8}), std::vector<sym_int>{2, rows, 32, 8}) == f32({2, rows, 32, 8}));
    CHECK(aten::view(strided(f32({2, rows, 32, 8}), {8, 512, 16, 1}), std::vector<sym_int>{2, padded, 8}) ==
          strided(f32({2, padded, 8}), {8, 16, 1}));
}

// Such strides have the images of patches after run_decompositions().
TEST_CASE("reshape: a stride is that of contiguous elements though it counts an empty dimension as 1") {
    sym_int const rows = floor_div(s0(), 4), columns = floor_div(symbol("s1"), 4), row = max(1, rows),
                  column = max(1, columns);
    tensor_spec const image = strided(f32({2, rows, columns, 8}), {8 * row * column, 8 * column, 8, 1});
    CHECK(aten::view(image, std::vector<sym_int>{2, rows * columns, 8}).tensor.sizes ==
          std::vector<sym_int>{2, rows * columns, 8});
    CHECK(aten::view(image, std::vector<sym_int>{-1, 8}) == f32({2 * rows * columns, 8}));
    tensor_spec const apart = strided(f32({2, rows, columns, 8}), {8 * row * column, 8, 8 * row, 1});
    CHECK_THROWS_AS(static_cast<void>(aten::view(apart, std::vector<sym_int>{-1, 8})), error);
}

TEST_CASE("reshape: dimensions that stay keep the strides that do not count") {
    tensor_spec const image = strided(f32({1, 16, 4, 4}), {256, 4, 64, 1});
    CHECK(aten::reshape(image, std::vector{1, 16, 4, 4}) == image);
    CHECK(aten::reshape(strided(f32({1, 4, 4, 3}), {48, 4, 1, 16}), std::vector{1, 16, 3}) ==
          strided(f32({1, 16, 3}), {48, 1, 16}));
    CHECK(aten::view(strided(f32({1, 2, s0(), 8}), {16 * s0(), 8, 16, 1}), std::vector<sym_int>{1, 2, s0(), 8}) ==
          strided(f32({1, 2, s0(), 8}), {16 * s0(), 8, 16, 1}));
    CHECK(aten::view(f32({0, 3}), std::vector{0, 3}) == f32({0, 3}));
    CHECK(aten::view(strided(f32({1}), {3}), std::vector{1, 1}) == f32({1, 1}));
}

TEST_CASE("reshape: a gap around a dimension of size 1 stays one") {
    CHECK(aten::flatten.using_ints(strided(f32({2, 1, 6, 6}), {72, 36, 6, 1}, 36)) == f32({72}));
}

TEST_CASE("reshape: what has no view is copied, but never by view") {
    CHECK(aten::reshape(columns(), std::vector{6, 4}) == f32({6, 4}));
    CHECK(aten::view_copy(columns(), std::vector{2, 3, 4}) == f32({2, 3, 4}));
    CHECK(aten::flatten.using_ints(columns()) == f32({24}));
    CHECK_THROWS_WITH(static_cast<void>(aten::view(columns(), std::vector{6, 4})),
                      "graft: aten::view: 'self' with sizes [2, 3, 4] and strides [1, 2, 6] has "
                      "no view of sizes [6, 4]");
}

TEST_CASE("reshape: where symbols decide on a view, it is neither there nor refused") {
    sym_int const s = s0(), t = symbol("s1");
    auto const code_of = [](tensor_spec const& x, std::vector<sym_int> sizes) {
        try {
            static_cast<void>(aten::view(x, std::move(sizes)));
        } catch (error const& e) {
            return e.code();
        }
        return errc{};
    };
    CHECK(code_of(f32({s, 2, floor_div(t, 2)}), {s, 2 * floor_div(t, 2)}) == errc{});
    CHECK(code_of(strided(f32({s, 2, floor_div(t, 2)}), {t, floor_div(t, 2), 1}), {s, t}) == errc::unsupported);
    CHECK(code_of(strided(f32({s, t}), {1, s}), {s * t}) == errc::unsupported); // of one row or column there is one
    symbol_range const rows[] = {{symbol("s0"), {2, 64}}, {symbol("s1"), {2, 64}}};
    symbols_within const scope(rows);
    CHECK(code_of(strided(f32({s, t}), {1, s}), {s * t}) == errc::invalid_argument);
    CHECK(code_of(strided(f32({s, 4}), {8, 1}), {s * 4}) == errc::invalid_argument);
}

TEST_CASE("reshape: tensors of one or no element have every view") {
    CHECK(aten::view(f32({}), std::vector{1, 1}) == f32({1, 1}));
    CHECK(aten::view(f32({1, 1}), std::vector<int>{}) == f32({}));
    CHECK(aten::view(f32({0, 3}), std::vector{5, 0}) == f32({5, 0}));
    CHECK(aten::flatten.using_ints(f32({})) == f32({1}));
}

TEST_CASE("reshape: another number of elements is rejected") {
    CHECK_THROWS_WITH(static_cast<void>(aten::view(f32({2, 3}), std::vector{4})),
                      "graft: aten::view: 'size' is [4] for 6 elements");
    CHECK_THROWS_WITH(static_cast<void>(aten::view(f32({2, 3}), std::vector{4, -1})),
                      "graft: aten::view: 'size' is [4, -1] for 6 elements");
    CHECK_THROWS_WITH(static_cast<void>(aten::reshape(f32({2, 3}), std::vector{-1, -1})),
                      "graft: aten::reshape: 'shape' is [-1, -1]");
    CHECK_THROWS_WITH(static_cast<void>(aten::flatten.using_ints(f32({2, 3}), 1, 0)),
                      "graft: aten::flatten.using_ints: 'start_dim' is behind 'end_dim'");
}
