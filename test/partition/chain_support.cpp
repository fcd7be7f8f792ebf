#include <graft/partition/chain_support.hpp>

#include <graft/partition/decline_support.hpp>
#include <graft/partition/target_set.hpp>

#include <doctest/doctest.h>

namespace {

using namespace graft;

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

} // namespace
