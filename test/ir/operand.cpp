#include <graft/ir/operand.hpp>

#include <doctest/doctest.h>

namespace {

using graft::operand;

static_assert(sizeof(operand) == 4);
static_assert(operand{} == operand::literal(0), "an operand starts as None");

TEST_CASE("operand: it is exactly one of node, literal and aggregate") {
    for (std::uint32_t const id : {0u, 1u, 77u, operand::limit - 1}) {
        CAPTURE(id);
        operand const node = operand::node(id);
        operand const literal = operand::literal(id);
        operand const aggregate = operand::aggregate(id);
        CHECK((node.is_node() && !node.is_literal() && !node.is_aggregate()));
        CHECK((!literal.is_node() && literal.is_literal() && !literal.is_aggregate()));
        CHECK((!aggregate.is_node() && !aggregate.is_literal() && aggregate.is_aggregate()));
        for (operand const o : {node, literal, aggregate})
            CHECK(o.id() == id);
        CHECK(node != literal);
        CHECK(literal != aggregate);
        CHECK(node != aggregate);
    }
}

} // namespace
