#include <graft/dialect/dim_order_ops.hpp>

#include <doctest/doctest.h>

#include "inferred.hpp"

#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using graft_test::inferred;
using graft_test::tensor;

TEST_CASE("dim_order_ops: the strides follow the order of the dimensions") {
    graph g;
    value const x = tensor(g, {2, 3, 4, 5});
    std::vector const last{0, 2, 3, 1}, rows{0, 1, 2, 3};
    CHECK(inferred(dim_order_ops::_clone_dim_order(x, "dim_order"_a = last)) == "f32[2, 3, 4, 5][60, 1, 15, 3]");
    CHECK(inferred(dim_order_ops::_clone_dim_order(x, "dim_order"_a = rows)) == "f32[2, 3, 4, 5]");
    CHECK(inferred(dim_order_ops::_to_dim_order_copy(x, "dtype"_a = dtype::f16, "dim_order"_a = last)) ==
          "f16[2, 3, 4, 5][60, 1, 15, 3]");
}

TEST_CASE("dim_order_ops: without an order and a dtype those of the argument are kept") {
    graph g;
    value const x = tensor(g, {2, 3}, dtype::i32);
    CHECK(inferred(dim_order_ops::_clone_dim_order(x)) == "i32[2, 3]");
    CHECK(inferred(dim_order_ops::_to_dim_order_copy(x)) == "i32[2, 3]");
}

static_assert(flat_ops<dim_order_ops::dim_order_ops>::size == 3);
static_assert(dim_order_ops::_clone_dim_order_default::info().name == "dim_order_ops::_clone_dim_order");

} // namespace
