#include <graft/partition/operator_support.hpp>

#include <graft/partition/target_set.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <doctest/doctest.h>

namespace {

using namespace graft;

struct picky {
    [[nodiscard]] bool is_node_supported(graph const& g, node_id n) const { return g.name(n) == "f"; }
    [[nodiscard]] std::string why_not_supported(graph const&, node_id) const { return "it is not f"; }
};
struct prepared {
    [[nodiscard]] bool is_node_supported(graph const&, node_id) const { return true; }
};
struct preparing {
    [[nodiscard]] bool is_node_supported(graph const&, node_id) const { return false; }
    [[nodiscard]] prepared prepare(graph const&) const { return {}; }
};

static_assert(operator_support<picky>);
static_assert(operator_support<any_operator_support>);
static_assert(!operator_support<int>);

TEST_CASE("any_operator_support: it answers what it holds answers, in words as well") {
    graph g;
    node_id const x = g.placeholder("x"), f = g.call_function("user.f", {});
    any_operator_support const support = picky{};
    CHECK(support.is_node_supported(g, f));
    CHECK_FALSE(support.is_node_supported(g, x));
    CHECK(support.why_not_supported(g, x) == "it is not f");
}

TEST_CASE("any_operator_support: without words of its own it names the target or the kind of node") {
    graph g;
    node_id const x = g.placeholder("x"), f = g.call_function("user.f", {});
    any_operator_support const support = create_op_support([](graph const&, node_id) { return false; });
    CHECK(support.why_not_supported(g, f) == "user.f is not supported");
    CHECK(support.why_not_supported(g, x) == "placeholder nodes are not supported");
}

TEST_CASE("any_operator_support: what is prepared for a graph answers in its place") {
    graph g;
    node_id const x = g.placeholder("x");
    any_operator_support const support = preparing{};
    CHECK_FALSE(support.is_node_supported(g, x));
    CHECK(support.prepare(g).is_node_supported(g, x));
    CHECK(any_operator_support(picky{}).prepare(g).why_not_supported(g, x) == "it is not f");
}

TEST_CASE("chain: all must agree, and the first that declines says why") {
    graph g;
    node_id const f = g.call_function("user.f", {}), h = g.call_function("user.h", {});
    auto const both = chain(support_targets({"user.f"}), decline_if_node_in_names({"f"}));
    CHECK_FALSE(both.is_node_supported(g, f));
    CHECK(both.why_not_supported(g, f) == "its name is declined");
    CHECK(both.why_not_supported(g, h) == "user.h is not supported");
    CHECK(chain(support_targets({"user.f"}), decline_if_node_in_names({"g"})).is_node_supported(g, f));
}

TEST_CASE("any_chain: one is enough") {
    graph g;
    node_id const f = g.call_function("user.f", {}), h = g.call_function("user.h", {});
    auto const either = any_chain(support_targets({"user.f"}), support_targets({"user.g"}));
    CHECK(either.is_node_supported(g, f));
    CHECK_FALSE(either.is_node_supported(g, h));
}

TEST_CASE("chain: of nothing supports everything, any_chain of nothing nothing") {
    graph g;
    node_id const f = g.call_function("user.f", {});
    CHECK(chain().is_node_supported(g, f));
    CHECK_FALSE(any_chain().is_node_supported(g, f));
}

TEST_CASE("chain: preparing prepares every part") {
    graph g;
    node_id const f = g.call_function("user.f", {});
    auto const prepared = chain(support_targets({"user.f"}), any_chain(support_targets({"user.f"}))).prepare(g);
    CHECK(prepared.is_node_supported(g, f));
}

TEST_CASE("decline_if_input_dtype: one input of the dtype is enough, at any depth of its value") {
    graph g;
    node_id const x = g.placeholder("x"), y = g.placeholder("y"), z = g.placeholder("z");
    g.set_val(x, make_spec(dtype::f32, {2}));
    g.set_val(y, make_spec(dtype::f64, {2}));
    g.set_val(z, value_spec::of_list({make_spec(dtype::i64, {}), make_spec(dtype::f64, {})}));
    node_id const single = g.call_function("user.f", {arg::node(x)});
    node_id const mixed = g.call_function("user.f", {arg::node(x), arg::list({arg::node(y)})});
    node_id const listed = g.call_function("user.f", {arg::node(z)});
    auto const support = decline_if_input_dtype(dtype::f64);
    CHECK(support.is_node_supported(g, single));
    CHECK_FALSE(support.is_node_supported(g, mixed));
    CHECK_FALSE(support.is_node_supported(g, listed));
    CHECK(support.why_not_supported(g, mixed) == "its input %y is f64");
    CHECK(decline_if_input_dtype(dtype::f16).is_node_supported(g, listed));
}

TEST_CASE("decline_if_input_dtype: an input of unknown dtype is no reason to decline") {
    graph g;
    node_id const x = g.placeholder("x"), f = g.call_function("user.f", {arg::node(x)});
    CHECK(decline_if_input_dtype(dtype::f32).is_node_supported(g, f));
}

TEST_CASE("decline_if_node_in_names: it declines the named nodes only") {
    graph g;
    node_id const x = g.placeholder("x"), y = g.placeholder("y");
    auto const support = decline_if_node_in_names({"y", "unknown"});
    CHECK(support.is_node_supported(g, x));
    CHECK_FALSE(support.is_node_supported(g, y));
}

} // namespace
