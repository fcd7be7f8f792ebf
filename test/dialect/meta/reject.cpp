// Header-only: what holds in constants needs bodies.
#include <graft/dialect/meta/reject.hpp>

#include <graft/dialect/aten/linear_algebra.hpp>

#include "specs.hpp"

#include <doctest/doctest.h>

#include <vector>

namespace {

using namespace graft;
using namespace graft_test;
using marks = std::vector<std::uint8_t>;

/// A call of which only the op and the tensors count.
constexpr call<tensor_spec> mm_of(tensor_spec const& a, tensor_spec const& b) {
    return call<tensor_spec>(aten::mm_default::info()).set("self", a).set("mat2", b);
}

constexpr std::size_t dim_of_three(sym_int const& dim) {
    return detail::checked_dim(call<tensor_spec>(aten::mm_default::info()), "dim", dim, 3);
}
static_assert(dim_of_three(0) == 0 && dim_of_three(-1) == 2 && dim_of_three(-3) == 0);
static_assert(detail::certainly_differ(2, 3) && !detail::certainly_differ(2, 2));
static_assert(!detail::certainly_differ(s0(), 3) && detail::certainly_differ(s0(), s0() + 1));

} // namespace

TEST_CASE("reject: sizes differ for certain where one does, or where they are not as many") {
    vec<sym_int> const sizes{2, s0()};
    CHECK_FALSE(detail::certainly_differ(sizes, {2, 3}));
    CHECK(detail::certainly_differ(sizes, {3, s0()}));
    CHECK(detail::certainly_differ(sizes, {2}));
}

TEST_CASE("reject: sizes are printed as Python prints them") {
    CHECK(detail::shape_text({}) == "[]");
    CHECK(detail::shape_text({2, s0() + 1, -3}) == "[2, s0 + 1, -3]");
}

TEST_CASE("reject: the message names the op and the sizes of both tensors") {
    tensor_spec const a = f32({2, s0()}), b = f32({4});
    call<tensor_spec> const c = mm_of(a, b);
    CHECK_THROWS_WITH(detail::reject(c, "no more than ", 2, " of them"), "graft: aten::mm: no more than 2 of them");
    CHECK_THROWS_WITH(detail::reject_sizes(c, "self", "mat2"),
                      "graft: aten::mm: the sizes of 'self' [2, s0] and 'mat2' [4] do not fit");
    CHECK_NOTHROW(detail::require_rank(c, "self", 2));
    CHECK_THROWS_WITH(detail::require_rank(c, "mat2", 2), "graft: aten::mm: 'mat2' must have 2 dimensions, not 1");
}

TEST_CASE("reject: the message names the dtypes of two arguments that must have one") {
    tensor_spec const a = f32({2, 3}), b = i64({3, 4});
    CHECK_NOTHROW(detail::require_one_dtype(mm_of(a, a), "mat2", "self"));
    CHECK_THROWS_WITH(detail::require_one_dtype(mm_of(a, b), "mat2", "self"),
                      "graft: aten::mm: 'mat2' is torch.int64, but 'self' torch.float32");
    CHECK_THROWS_WITH(detail::require_one_dtype(mm_of(a, b), "self", "mat2"),
                      "graft: aten::mm: 'self' is torch.float32, but 'mat2' torch.int64");
}

TEST_CASE("reject: dimensions are counted from either end, and a number has one to name") {
    tensor_spec const a = f32({2, 3});
    call<tensor_spec> const c = mm_of(a, a);
    CHECK(detail::named_dims(c, "dim", {-1, 0}, 3) == marks{1, 0, 1});
    CHECK(detail::named_dims(c, "dim", {-1}, 0).empty());
    CHECK(detail::checked_dim(c, "dim", -1, 0) == 0);
    CHECK_THROWS_WITH(static_cast<void>(detail::checked_dim(c, "dim", 1, 0)),
                      "graft: aten::mm: 'dim' is 1, which is not in [-1, 0]");
    CHECK_THROWS_WITH(static_cast<void>(detail::checked_dim(c, "dim", -4, 3)),
                      "graft: aten::mm: 'dim' is -4, which is not in [-3, 2]");
    CHECK_THROWS_WITH(static_cast<void>(detail::named_dims(c, "dim", {2, -1}, 3)),
                      "graft: aten::mm: 'dim' names dimension -1 twice");
}
