#include <graft/ir/target_table.hpp>

#include <doctest/doctest.h>

#include <graft/schema/packet.hpp>

#include "toy.hpp"

#include <string>

namespace {

using namespace graft;

TEST_CASE("target_table: a target is a name in a dialect, numbered by first use") {
    string_table strings;
    target_table targets;
    std::uint32_t const aten = targets.intern(strings, "aten::add.Tensor");
    std::uint32_t const other = targets.intern(strings, "operator.getitem");
    std::uint32_t const edge = targets.intern(strings, "aten::add.Tensor", nullptr, dialect_tag::edge);
    CHECK(aten == 0);
    CHECK(other == 1);
    CHECK(edge == 2);
    CHECK(targets.intern(strings, "aten::add.Tensor") == aten);
    CHECK(targets.intern(strings, "aten::add.Tensor", nullptr, dialect_tag::edge) == edge);
    CHECK(targets.size() == 3);
    CHECK(targets.view(strings, edge).dialect == dialect_tag::edge);
    CHECK(targets.view(strings, edge).name == "aten::add.Tensor");
}

TEST_CASE("target_table: an op can come later and is then kept") {
    string_table strings;
    target_table targets;
    op_info const op{.name = "aten::relu"};
    std::uint32_t const relu = targets.intern(strings, "aten::relu");
    CHECK(targets.view(strings, relu).op == nullptr);
    CHECK(targets.intern(strings, "aten::relu", &op) == relu);
    CHECK(targets.view(strings, relu).op == &op);
    targets.intern(strings, "aten::relu");
    CHECK(targets.view(strings, relu).op == &op);
}

struct relu_packet : packet<relu_packet> {
    toy::relu_t default_{};
};

struct plus_t : op<plus_t> {
    static constexpr schema_text text{"own::plus(Tensor self) -> Tensor"};
};
struct plus_scalar : op<plus_scalar> {
    static constexpr schema_text text{"own::plus.Scalar(Tensor self, Scalar other) -> Tensor"};
};
constexpr struct plus_packet : packet<plus_packet> {
    plus_t default_;
    plus_scalar Scalar;
} plus{};

static_assert(target_info{"toy::relu", &toy::relu_t::info()} == toy::relu);
static_assert(toy::relu == target_info{"toy::relu", &toy::relu_t::info(), dialect_tag::edge});
static_assert(target_info{"toy::relu"}.is_any_of(plus, toy::relu));
static_assert(!target_info{"toy::relu"}.is_any_of(plus, plus.Scalar));
static_assert(target_info{"toy::relu"} == toy::relu_t::info());
static_assert(target_info{"toy::relu"} == relu_packet{});
static_assert(target_info{"toy::relu", &toy::relu_t::info()} != toy::neg);
static_assert(target_info{"own::plus", &plus_t::info()} == plus);
static_assert(target_info{"own::plus.Scalar", &plus_scalar::info()} != plus);
static_assert(target_info{"own::plus.Scalar", &plus_scalar::info()} == plus.Scalar);
static_assert(target_info{"relu"} != relu_packet{});

TEST_CASE("target_table: only names with a namespace are ops") {
    CHECK(target_info{.name = "aten::add.Tensor"}.is_op());
    CHECK(target_info{.name = "::"}.is_op());
    for (std::string_view const name : {"operator.getitem", "torch.ops.higher_order.cond", "x", "", ":", "a:b"})
        CHECK_FALSE(target_info{.name = name}.is_op());
}

TEST_CASE("target_table: numbers hold while strings and targets come in between") {
    string_table strings;
    target_table targets;
    for (std::uint32_t i = 0; i < 500; ++i) {
        strings.intern("between " + std::to_string(i));
        REQUIRE(targets.intern(strings, "my::op" + std::to_string(i)) == i);
    }
    for (std::uint32_t i = 0; i < 500; ++i)
        REQUIRE(targets.view(strings, i).name == "my::op" + std::to_string(i));
}

} // namespace
