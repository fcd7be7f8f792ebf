#include <graft/partition/submodule_index.hpp>

#include <doctest/doctest.h>

#include <optional>
#include <span>

namespace {

using namespace graft;

TEST_CASE("submodule_index: a target names a submodule, or something in one, at any depth") {
    graph_module const m{{}, {{"a", {{}, {{"b", {{}, {{"c", {}}}}}}}}, {"a.x", {}}, {"z", {}}}};
    detail::submodule_index const index(m);
    CHECK(index.find("a") == 0);
    CHECK(index.find("a.b.c") == 0);
    CHECK(index.find("a.x.weight") == 1);
    CHECK(index.find("ab") == std::nullopt);
    CHECK(index.find("") == std::nullopt);
    CHECK(index.find_exactly("z") == 2);
    CHECK(index.find_exactly("a.b") == std::nullopt);
    CHECK(index.resolve(m, "a") == m.find("a"));
    CHECK(index.resolve(m, "a.b.c") == m.find("a")->find("b")->find("c"));
    CHECK(index.resolve(m, "a.b.d") == nullptr);
    CHECK(index.resolve(m, "a.weight") == nullptr);
    CHECK(index.resolve(m, "nothing") == nullptr);
}

TEST_CASE("submodule_index: only get_attr and call_module nodes name submodules") {
    graph_module m{{}, {{"a", {}}}};
    detail::submodule_index const index(m);
    graph& g = m.graph;
    CHECK(index.find(g, g.placeholder("a")) == std::nullopt);
    CHECK(index.find(g, g.get_attr("a")) == 0);
    CHECK(index.find(g, g.create_node(opcode::call_module, g.intern_target("a.b"), std::span<operand const>{})) == 0);
    CHECK(index.find(g, g.call_function("a", {})) == std::nullopt);
}

} // namespace
