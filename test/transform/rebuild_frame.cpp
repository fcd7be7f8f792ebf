#include <graft/transform/rebuild_frame.hpp>

#include <doctest/doctest.h>

#include <graft/ir/compare.hpp>
#include <graft/meta/vec.hpp>

#include "../io/raises.hpp"

#include <utility>

namespace {

using namespace graft;
using namespace graft_test;

graph_module one_input_and_two_submodules() {
    graph_module m;
    static_cast<void>(m.graph.placeholder("x"));
    static_cast<void>(m.graph.get_attr("second"));
    m.submodules = {{"first", {}}, {"second", {}}};
    static_cast<void>(m.submodules[0].module.graph.placeholder("a"));
    return m;
}

void copy_nodes(detail::rebuild_frame& f) {
    for (node_id const n : f.work.source().nodes()) {
        f.work.visit(n);
        if (f.work.source().op(n) == opcode::placeholder)
            f.begin_input();
        f.work.set(arg::node(f.work.create(f.work.source().op(n), f.work.source().target(n), {})));
    }
}

TEST_CASE("rebuild_frame: submodules that were rebuilt are new, the others as they were") {
    graph_module const m = one_input_and_two_submodules();
    detail::rebuild_frame f(m);
    copy_nodes(f);
    std::size_t const i = f.submodule_of(f.work[m.graph.at("second")]);
    CHECK(i == 1);
    CHECK_FALSE(f.rebuilt(i).has_value());
    graph_module changed;
    static_cast<void>(changed.graph.placeholder("new"));
    f.rebuilt(i) = changed;
    graph_module const made = f.finish();
    CHECK(made.graph == m.graph);
    CHECK(made.find("first")->graph == m.find("first")->graph);
    CHECK(made.find("second")->graph == changed.graph);
}

TEST_CASE("rebuild_frame: placeholders are given the inputs in order, no more and no fewer") {
    graph_module const m = one_input_and_two_submodules();
    vec<value_spec> const none, one(1, value_spec::of_integer(1)), two(2);
    detail::rebuild_frame f(m, &one), short_of_inputs(m, &none), with_too_many(m, &two), as_recorded(m);
    CHECK(f.input() == nullptr);
    copy_nodes(f);
    CHECK(*f.input() == one[0]);
    static_cast<void>(f.finish());
    CHECK(raised([&] { copy_nodes(short_of_inputs); }) ==
          "graft: the graph takes more inputs than the 0 that its call gives");
    copy_nodes(with_too_many);
    CHECK(raised([&] { static_cast<void>(with_too_many.finish()); }) ==
          "graft: the graph takes 1 inputs, where its call gives 2");
    copy_nodes(as_recorded);
    CHECK(as_recorded.input() == nullptr);
    CHECK(detail::placeholders(as_recorded.finish().graph).size() == 1);
}

TEST_CASE("rebuild_frame: an attribute names a submodule, or it is an error") {
    graph_module const m = one_input_and_two_submodules();
    detail::rebuild_frame f(m);
    copy_nodes(f);
    CHECK(raised([&] { static_cast<void>(f.submodule_of(f.work[m.graph.at("x")])); }) ==
          "graft: control flow calls what is no attribute");
    CHECK(raised([&] { static_cast<void>(f.submodule_of(3)); }) == "graft: control flow calls what is no attribute");
    arg const other = arg::node(f.work.result.get_attr("third"));
    CHECK(raised([&] { static_cast<void>(f.submodule_of(other)); }) == "graft: there is no submodule 'third'");
}

} // namespace
