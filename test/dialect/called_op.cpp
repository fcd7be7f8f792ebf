#include <graft/dialect/called_op.hpp>

#include <graft/dialect/aten/unary.hpp>

#include <doctest/doctest.h>

namespace {

using namespace graft;

TEST_CASE("called_op: what reads numbers and asserts is known without a lookup, other ops are not") {
    CHECK(bool(called_op({"aten::relu", &aten::neg.default_.info()}) == &aten::neg.default_.info()));
    CHECK(bool(called_op({"aten::sym_size.int"}) == &aten::sym_size.int_.info()));
    CHECK(bool(called_op({"aten::_assert_scalar"}) == &aten::_assert_scalar.default_.info()));
    CHECK(called_op({"aten::relu"}) == nullptr);
    CHECK(called_op({"operator.add"}) == nullptr);
}

} // namespace
