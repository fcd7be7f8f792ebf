#include <graft/partition/detail/supported_nodes.hpp>

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace graft;

TEST_CASE("supported_nodes: every node of the graph is asked about once, in order") {
    graph g;
    g.placeholder("x");
    node_id const f = g.call_function("user.f", {});
    std::vector<node_id> asked;
    auto const support = create_op_support([&asked](graph const& of, node_id n) {
        asked.push_back(n);
        return of.op(n) == opcode::call_function;
    });
    std::vector<bool> const supported = detail::supported_nodes(g, support);
    CHECK(asked == std::vector<node_id>(g.nodes().begin(), g.nodes().end()));
    CHECK(supported[f]);
    CHECK_FALSE(supported[asked[0]]);
}

TEST_CASE("supported_nodes: what the support raises names the node") {
    graph g;
    g.placeholder("x");
    auto const failing = [&](auto raise_it) {
        try {
            static_cast<void>(detail::supported_nodes(g, create_op_support([=](graph const&, node_id) -> bool {
                                                          raise_it();
                                                          return true;
                                                      })));
        } catch (error const& e) {
            return std::string{e.what()};
        }
        return std::string{"nothing was raised"};
    };
    CHECK(failing([] { throw std::runtime_error("no device"); }) ==
          "graft: the operator support failed: no device [at %x]");
    CHECK(failing([] { raise(errc::unsupported, "no such thing"); }) == "graft: no such thing [at %x]");
}

} // namespace
