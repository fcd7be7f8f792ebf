#include <graft/ir/is_call_to.hpp>

#include <doctest/doctest.h>

namespace {

using namespace graft;

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

TEST_CASE("is_call_to: an op, an overload, a packet for its default overload; no other node, and none of that name") {
    graph g;
    node_id const x = g.placeholder("x");
    node_id const of_default = g.call_function(plus_t::info(), {arg::node(x)});
    node_id const in_edge = g.call_function(g.intern_target(plus_t::info(), dialect_tag::edge), {arg::node(x)});
    node_id const of_scalar = g.call_function(plus_scalar::info(), {arg::node(x), 1});
    node_id const unknown = g.call_function("own::unknown", {arg::node(x)});
    CHECK(is_call_to(g, of_default, plus));
    CHECK(is_call_to(g, of_default, plus_t{}));
    CHECK(is_call_to(g, in_edge, plus));
    CHECK_FALSE(is_call_to(g, of_scalar, plus));
    CHECK(is_call_to(g, of_scalar, plus.Scalar));
    CHECK(is_call_to(g, of_scalar, plus_scalar::info()));
    CHECK_FALSE(is_call_to(g, unknown, plus));
    CHECK_FALSE(is_call_to(g, x, plus));
}

} // namespace
