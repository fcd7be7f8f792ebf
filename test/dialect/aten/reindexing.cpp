#include <graft/dialect/aten/reindexing.hpp>

#include <doctest/doctest.h>

#include <graft/ir/text/print_value.hpp>

#include "../meta/specs.hpp"

#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

TEST_CASE("reindexing: the sizes are those of the tensor") {
    CHECK(text(aten::index_reduce(f32({3}), 0, i64({2}), f32({2}), "mean")) == "f32[3]");
}

TEST_CASE("reindexing: truths of one dimension and complex numbers are not reduced") {
    tensor_spec const truths = make_spec(dtype::boolean, {3}), pairs = make_spec(dtype::c64, {3});
    CHECK_THROWS_WITH(static_cast<void>(aten::index_reduce(truths, 0, i64({3}), truths, "amax")),
                      "graft: aten::index_reduce: it is not defined for torch.bool");
    tensor_spec const rows = make_spec(dtype::boolean, {3, 2}); // which PyTorch reduces row by row
    CHECK(text(aten::index_reduce(rows, 0, i64({3}), rows, "amax")) == "b8[3, 2]");
    CHECK_THROWS_WITH(static_cast<void>(aten::index_reduce(rows, 0, i64({3}), rows, "amax", "include_self"_a = false)),
                      "graft: aten::index_reduce: it is not defined for torch.bool");
    CHECK_THROWS_WITH(static_cast<void>(aten::index_reduce(pairs, 0, i64({3}), pairs, "prod")),
                      "graft: aten::index_reduce: it is not defined for torch.complex64");
}

TEST_CASE("reindexing: what has no rows is rejected") {
    CHECK_THROWS_WITH(static_cast<void>(aten::embedding_renorm(f32({3}), i64({2}), 1.0, 2.0)),
                      "graft: aten::embedding_renorm: 'self' must have 2 dimensions, not 1");
}

TEST_CASE("reindexing: masked indices have the sizes of what they choose, or change") {
    std::vector<tensor_spec> const rows{i64({4, 1}), i64({3})};
    vec<tensor_spec const*> const places{&rows[0], &rows[1]};
    CHECK(text(aten::_unsafe_masked_index(f32({2, 5}), make_spec(dtype::boolean, {4, 3}), places, 0)) == "f32[4, 3]");
    CHECK(text(aten::_unsafe_masked_index_put_accumulate(f32({2, 5}), make_spec(dtype::boolean, {4, 3}), places,
                                                         f32({4, 3}))) == "f32[2, 5]");
    // Where each tensor has symbols of its own, they are those of the mask.
    sym_int const a = symbol("s0"), b = symbol("s1"), c = symbol("s2"), d = symbol("s3"), e = symbol("s4"),
                  f = symbol("s5");
    std::vector<tensor_spec> const apart{i64({a, 1}), i64({b})};
    vec<tensor_spec const*> const symbols{&apart[0], &apart[1]};
    tensor_spec const mask = make_spec(dtype::boolean, {c, d});
    CHECK(text(aten::_unsafe_masked_index(f32({e, f}), mask, symbols, 0)) == "f32[s2, s3]");
    CHECK(text(aten::_unsafe_masked_index_put_accumulate(f32({e, f}), mask, symbols, f32({a, b}))) == "f32[s4, s5]");
}

} // namespace
