#include <graft/ir/call_target.hpp>

#include <doctest/doctest.h>

#include <graft/schema/runtime_op.hpp>

#include "toy.hpp"

namespace {

using namespace graft;

struct relu_packet : packet<relu_packet> {
    toy::relu_t default_{};
};
struct special_t : op<special_t> {
    static constexpr schema_text text{"toy::special(Tensor self) -> Tensor"};
    static constexpr op_tags tags = op_tags::backend;
};

static_assert(call_target(toy::neg_t{}) == call_target(toy::neg_t::info()));
static_assert(call_target(toy::neg_t{}) != call_target(toy::relu_t{}));
static_assert(call_target(relu_packet{}) == toy::relu_t{});
static_assert(call_target("operator.getitem").op() == nullptr);
static_assert(call_target("toy::neg") == toy::neg_t{});

TEST_CASE("call_target: an op is the same in every dialect, and when it was parsed while running") {
    call_target const edge{target_info{"toy::neg", &toy::neg_t::info(), dialect_tag::edge}};
    CHECK(edge == toy::neg_t{});
    CHECK(edge.dialect == dialect_tag::edge);
    runtime_op const parsed("toy::neg(Tensor self) -> Tensor");
    CHECK(call_target{parsed.info()} == toy::neg_t{});
    CHECK(call_target{parsed.info()} != toy::relu_t{});
}

TEST_CASE("call_target: an op by itself has the dialect of what it replaces, a backend's has its own") {
    CHECK_FALSE(call_target{toy::neg_t{}}.dialect.has_value());
    CHECK_FALSE(call_target{"toy::neg"}.dialect.has_value());
    CHECK(call_target{"operator.add"}.dialect == dialect_tag::aten);
    CHECK(call_target{special_t{}}.dialect == dialect_tag::backend);
}

} // namespace
