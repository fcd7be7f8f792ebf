#include <graft/partition/operator_support.hpp>

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

} // namespace
