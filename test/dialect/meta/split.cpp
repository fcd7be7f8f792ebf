// Header-only: what holds in constants needs bodies.
#include <graft/dialect/meta/split.hpp>

#include <graft/dialect/aten/view.hpp>
#include <graft/schema/infer.hpp>

#include "specs.hpp"

#include <doctest/doctest.h>

#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

constexpr value_spec list(std::vector<value_spec> items) { return value_spec::of_list(std::move(items)); }

constexpr tensor_spec columns_of_four(std::vector<sym_int> sizes, sym_int offset) {
    return strided(f32(std::move(sizes)), {4, 1}, offset);
}

static_assert([] {
    return aten::split_with_sizes(f32({s0(), 4}), std::vector{1, 3}, 1) ==
           list({columns_of_four({s0(), 1}, 0), columns_of_four({s0(), 3}, 1)});
}());

} // namespace

TEST_CASE("split: the last of equal parts is what remains") {
    CHECK(aten::split.Tensor(f32({2, 4}), 3, -1) == list({columns_of_four({2, 3}, 0), columns_of_four({2, 1}, 3)}));
    CHECK(aten::split.Tensor(f32({0}), 0) == list({f32({0})}));
}

TEST_CASE("split: there may be fewer chunks than asked for, but not of nothing") {
    CHECK(aten::chunk(f32({5}), 4).items.size() == 3);
    CHECK(aten::chunk(f32({6}), 4).items.size() == 3);
    CHECK(aten::chunk(f32({0}), 4).items.size() == 4);
}

TEST_CASE("split: a slice lacks the dimension that it is bound out of") {
    CHECK(aten::unbind.int_(f32({s0(), 2}), 1) == list({strided(f32({s0()}), {2}), strided(f32({s0()}), {2}, 1)}));
}

TEST_CASE("split: parts that do not make up the dimension are rejected") {
    CHECK_THROWS_WITH(static_cast<void>(aten::split_with_sizes(f32({5}), std::vector{2, 2})),
                      "graft: aten::split_with_sizes: 'split_sizes' is [2, 2] for a dimension of size 5");
    CHECK_THROWS_WITH(static_cast<void>(aten::split.Tensor(f32({5}), 0)),
                      "graft: aten::split.Tensor: 'split_size' is 0 for a dimension of size 5");
    CHECK_THROWS_WITH(static_cast<void>(aten::chunk(f32({5}), 0)),
                      "graft: aten::chunk: 'chunks' must be positive, not 0");
    CHECK_THROWS_WITH(static_cast<void>(aten::chunk(f32({0}), std::int64_t{1} << 48)),
                      "graft: aten::chunk: the result has 281474976710656 tensors, and at most 65536 are admitted");
    CHECK_THROWS_WITH(
        static_cast<void>(aten::split.Tensor(f32({std::int64_t{1} << 40}), 1)),
        "graft: aten::split.Tensor: the result has 1099511627776 tensors, and at most 65536 are admitted");
    CHECK_THROWS_WITH(static_cast<void>(aten::unbind.int_(f32({65537}))),
                      "graft: aten::unbind.int: the result has 65537 tensors, and at most 65536 are admitted");
    CHECK_THROWS_WITH(static_cast<void>(aten::unbind.int_(f32({}))),
                      "graft: aten::unbind.int: 'self' has no dimension to split");
}
