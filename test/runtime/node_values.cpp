#include <graft/runtime/node_values.hpp>

#include <doctest/doctest.h>

#include "../io/raises.hpp"

#include <string>

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("node_values: a value lives from its node to its last use") {
    graph g;
    node_id const x = g.placeholder("x");
    node_id const unused = g.call_function("my::a", {arg::node(x), arg::node(x)});
    node_id const y = g.call_function("my::b", {arg::list({arg::node(x)})}),
                  z = g.call_function("my::c", {arg::node(y)});
    g.output(arg::node(z));
    node_values<std::string> values(g);
    values.set(x, "x");
    CHECK(values[x] == "x");
    values.set(unused, "unused");
    CHECK(values.held() == 1);
    CHECK(values[x] == "x");
    values.set(y, "y");
    CHECK(values.held() == 1);
    CHECK(raised([&] { static_cast<void>(values[x]); }) == "graft: the node 'x' is used where it has no value");
    values.set(z, "z");
    CHECK(values[z] == "z");
    values.set(g.back(), "output");
    CHECK(values.held() == 0);
    CHECK(raised([&] { static_cast<void>(values[unused]); }).find("no value") != std::string::npos);
}

} // namespace
