#include <graft/schema/op_info.hpp>

#include <graft/schema/op.hpp>
#include <graft/schema/runtime_op.hpp>

#include <doctest/doctest.h>

#include <array>
#include <span>
#include <string>
#include <utility>

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

namespace {

using namespace graft;

bool says(std::string schema, op_tags tags = op_tags::pointwise) {
    return is_elementwise(runtime_op(std::move(schema), tags).info());
}

TEST_CASE("elementwise: ops of any namespace of which it is said") {
    CHECK(says("aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor"));
    CHECK(says("test::relu(Tensor self) -> Tensor", op_tags::pointwise | op_tags::core));
    CHECK_FALSE(says("aten::relu(Tensor self) -> Tensor", op_tags::core));
}

TEST_CASE("elementwise: no op that makes several tensors or none, draws numbers, or gives what it was given") {
    CHECK_FALSE(says("test::split(Tensor self) -> Tensor[]"));
    CHECK_FALSE(says("test::frexp(Tensor self) -> (Tensor, Tensor)"));
    CHECK_FALSE(says("test::item(Tensor self) -> Scalar"));
    CHECK_FALSE(says("aten::relu_(Tensor(a!) self) -> Tensor(a!)"));
    CHECK_FALSE(says("aten::neg.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)"));
    CHECK_FALSE(says("aten::positive(Tensor(a) self) -> Tensor(a)"));
    CHECK_FALSE(says("aten::dropout(Tensor self) -> Tensor", op_tags::pointwise | op_tags::unsaid_view));
    CHECK_FALSE(says("test::noisy(Tensor self) -> Tensor", op_tags::pointwise | op_tags::random));
}

} // namespace

namespace weighed {

struct plain_t : graft::op<plain_t> {
    static constexpr graft::schema_text text{"weighed::plain(Tensor self) -> Tensor"};
};
struct heavy_t : graft::op<heavy_t> {
    static constexpr graft::schema_text text{"weighed::heavy(Tensor self) -> Tensor"};
    static constexpr int weight = 64;
};
struct foreign_t : graft::op<foreign_t> {
    static constexpr graft::schema_text text{"weighed::foreign(Tensor self) -> Tensor"};
};

} // namespace weighed

template <>
inline constexpr int graft::weight<weighed::foreign_t> = 7;

TEST_CASE("weight: 2, or what the op says, or what is said of it elsewhere") {
    CHECK(weighed::plain_t::info().weight == 2);
    CHECK(weighed::heavy_t::info().weight == 64);
    CHECK(weighed::foreign_t::info().weight == 7);
    static_assert(graft::weight<weighed::heavy_t> == 64);
}
