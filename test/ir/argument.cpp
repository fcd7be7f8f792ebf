#include <graft/ir/argument.hpp>

#include <doctest/doctest.h>

#include <string_view>

namespace {

using namespace graft;

TEST_CASE("argument: the kind follows the C++ type") {
    CHECK(arg{}.kind == arg_kind::none);
    CHECK(arg{nullptr}.kind == arg_kind::none);
    CHECK(arg{true}.kind == arg_kind::boolean);
    CHECK(arg{1}.kind == arg_kind::integer);
    CHECK(arg{std::int64_t{-5}}.bits == -5);
    CHECK(arg{1.0}.kind == arg_kind::real);
    CHECK(arg{0.5f}.bits == arg{0.5}.bits);
    CHECK(arg{"nearest"}.kind == arg_kind::string);
    CHECK(arg{std::string_view{"nearest"}}.text == "nearest");
    CHECK(arg{dtype::f32}.kind == arg_kind::dtype);
    CHECK(arg{layout::strided}.kind == arg_kind::layout);
    CHECK(arg{memory_format::channels_last}.kind == arg_kind::memory_format);
    CHECK(arg::device("cuda:1").kind == arg_kind::device);
    CHECK(arg::node(7).kind == arg_kind::node);
    CHECK(arg::list({1, 2}).items.size() == 2);
    CHECK(arg::tuple({}).kind == arg_kind::tuple);
}

TEST_CASE("argument: zeros of both signs are different bits") { CHECK(arg{0.0}.bits != arg{-0.0}.bits); }

TEST_CASE("argument: only lists, tuples, dicts and slices hold others; strings and devices are text") {
    for (arg_kind const kind : {arg_kind::list, arg_kind::tuple, arg_kind::dict, arg_kind::slice}) {
        CHECK(is_aggregate(kind));
        CHECK_FALSE(is_textual(kind));
    }
    for (arg_kind const kind : {arg_kind::none, arg_kind::node, arg_kind::real, arg_kind::memory_format})
        CHECK_FALSE((is_aggregate(kind) || is_textual(kind)));
    CHECK(is_textual(arg_kind::string));
    CHECK(is_textual(arg_kind::device));
}

constexpr bool works_in_constants() {
    arg const list = arg::list({1, 2.5, "x", nullptr});
    return list.items[2].text == "x" && list.items[3].kind == arg_kind::none;
}
static_assert(works_in_constants());

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
