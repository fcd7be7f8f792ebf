#include <graft/schema/op_info.hpp>

#include <doctest/doctest.h>

#include <array>
#include <span>

namespace {

constexpr std::array<graft::schema_argument, 2> in_place{{
    {.name = "self", .type_name = "Tensor", .writes = true, .alias = "a"},
    {.name = "other", .type_name = "Tensor"},
}};
constexpr std::array<graft::schema_argument, 1> shared{{{.type_name = "Tensor", .alias = "a"}}};
constexpr std::array<graft::schema_argument, 1> fresh{{{.type_name = "Tensor"}}};

constexpr graft::op_info add_{.name = "aten::add_.Tensor", .arguments = in_place, .returns = shared};
static_assert(add_.find_argument("other") == 1 && add_.find_argument("alpha") == -1);
static_assert(add_.mutates() && add_.returns_alias());

} // namespace

TEST_CASE("op_info: an op without `!` does not mutate") {
    graft::op_info const op{.arguments = std::span(in_place).subspan(1), .returns = fresh};
    CHECK_FALSE(op.mutates());
    CHECK_FALSE(op.returns_alias());
}

TEST_CASE("op_info: a view returns an alias and does not mutate") {
    graft::op_info const view{.arguments = shared, .returns = shared};
    CHECK(view.returns_alias());
    CHECK_FALSE(view.mutates());
}

TEST_CASE("op_info: an assertion of a number has a message and nothing else") {
    std::array<graft::schema_argument, 3> const arguments{
        {{.type = graft::type_kind::scalar}, {.type = graft::type_kind::string}, {.type = graft::type_kind::tensor}}};
    graft::op_info op{.arguments = std::span(arguments).first(2), .tags = graft::op_tags::assertion};
    CHECK(op.asserts_number());
    op.arguments = arguments;
    CHECK_FALSE(op.asserts_number());
    op.arguments = std::span(arguments).subspan(1);
    CHECK_FALSE(op.asserts_number());
    op.arguments = std::span(arguments).first(2);
    op.tags = graft::op_tags::none;
    CHECK_FALSE(op.asserts_number());
}
