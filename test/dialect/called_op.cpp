#include <graft/dialect/called_op.hpp>

#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/executorch_prim.hpp>
#include <graft/dialect/sym_operation.hpp>

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

TEST_CASE("called_op: tags are known of the same ops, and of no others") {
    for (op_info const* const op : detail::symbolic_dialect::ops()) {
        CAPTURE(op->name);
        CHECK((called_tags({op->name}) == op->tags));
        CHECK((called_tags({op->name, op}) == op->tags));
    }
    CHECK((called_tags({"aten::relu", &aten::neg.default_.info()}) == aten::neg.default_.info().tags));
    CHECK((called_tags({"aten::relu"}) == op_tags::none));
    CHECK((called_tags({"operator.add"}) == op_tags::none));
}

TEST_CASE("called_op: a function on numbers is one by each of its names, whoever read the program") {
    sym_target const* const add = find_sym_target("operator.add");
    REQUIRE(add != nullptr);
    for (std::string_view const name : {"operator.add", "executorch_prim::add.Scalar", "executorch_prims::add.int"})
        CHECK(called_sym_target({name}) == add);
    CHECK(called_sym_target({"executorch_prims::add.int", &executorch_prims::add.int_.info()}) == add);
    CHECK(called_sym_target({"operator.add", &aten::neg.default_.info()}) == nullptr);
    CHECK(called_sym_target({"executorch_prims::add.Scalar"}) == nullptr);
}

} // namespace
