#include <graft/ir/compare_module.hpp>

#include <doctest/doctest.h>

namespace {

using namespace graft;

graph named(std::string_view name) {
    graph g;
    g.output(arg::node(g.placeholder(name)));
    return g;
}

TEST_CASE("compare_module: modules are equal when graphs and submodules are, at any depth") {
    graph_module a{named("x"), {{"one", {named("y"), {{"inner", {named("z"), {}}}}}}, {"two", {named("y"), {}}}}};
    graph_module b = a;
    CHECK(a == b);
    b.submodules[0].module.submodules[0].module.graph = named("other");
    CHECK_FALSE(a == b);
    b = a;
    b.graph = named("other");
    CHECK_FALSE(a == b);
    b = a;
    b.submodules[1].name = "three";
    CHECK_FALSE(a == b);
    b = a;
    std::swap(b.submodules[0], b.submodules[1]);
    CHECK_FALSE(a == b);
    b = a;
    b.submodules.pop_back();
    CHECK_FALSE(a == b);
}

} // namespace
