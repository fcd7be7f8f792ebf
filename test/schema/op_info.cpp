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

constexpr graft::op_info add_{
    .name = "aten::add_.Tensor", .arguments = in_place, .returns = shared};
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
