#include <graft/ir/at_node.hpp>

#include <doctest/doctest.h>

#include <string>

namespace {

using namespace graft;

graph traced() {
    graph g;
    node_id const x = g.placeholder("x");
    arg trace{arg_kind::dict, {"File \"model.py\", line 3"}};
    trace.keys = {"stack_trace"};
    g.set_meta(x, trace);
    static_cast<void>(g.placeholder("y"));
    return g;
}

template <class F>
std::string what(F const& f) {
    try {
        f();
    } catch (error const& e) {
        return e.what();
    }
    return "no error";
}

TEST_CASE("at_node: an error gets the node and its stack trace, and the innermost node stays") {
    graph const g = traced();
    auto const fail = [] { raise(errc::invalid_argument, "it is wrong"); };
    CHECK(what([&] { at_node(g, g.at("x"), fail); }) == "graft: it is wrong [at %x]\nFile \"model.py\", line 3");
    CHECK(what([&] { at_node(g, g.at("y"), [&] { at_node(g, g.at("x"), fail); }); }) ==
          "graft: it is wrong [at %x]\nFile \"model.py\", line 3");
}

TEST_CASE("at_node: what the function returns is returned, references as references") {
    graph const g = traced();
    int number = 1;
    at_node(g, g.at("x"), [&]() -> int& { return number; }) = 2;
    CHECK(number == 2);
}

} // namespace
