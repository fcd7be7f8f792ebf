#include <graft/dialect/constraint_column.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/normalization.hpp>

namespace {

using namespace graft;

static_assert(return_name(aten::add.Tensor.info(), 0) == "__ret_0");
static_assert(detail::has_dtype(aten::add.Tensor.info().arguments[1]));
static_assert(!detail::has_dtype(aten::add.Tensor.info().arguments[2]));

TEST_CASE("constraint column: a return has its name, or its number") {
    CHECK(return_name(aten::native_layer_norm.default_.info(), 0) == "__ret_0");
    CHECK(return_name(aten::native_layer_norm.default_.info(), 2) == "__ret_2");
}

} // namespace
