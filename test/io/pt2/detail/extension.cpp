#include <graft/io/pt2/detail/extension.hpp>

#include <graft/io/file/json.hpp>
#include <graft/ir/compare.hpp>

#include <doctest/doctest.h>

#include "../../raises.hpp"

#include <vector>

namespace {

using namespace graft;
using namespace graft::detail;
using graft_test::sentence;

graph two_calls() {
    graph g;
    node_id const x = g.placeholder("x");
    node_id const a = g.call_function("my::a", {arg::node(x)}, {}, "a"),
                  b = g.call_function("my::b", {arg::node(x)}, {}, "b");
    g.output(arg::tuple({arg::node(a), arg::node(b)}));
    return g;
}

std::string written(graph const& g, std::vector<std::string_view> const& order) {
    pt2_extension_writer writer(g);
    for (std::string_view const name : order)
        writer.add(g.at(name), no_node);
    pt2_json object = pt2_json::object();
    std::move(writer).move_to(object);
    return object.dump();
}

void read_into(std::string const& text, graph& g) {
    json_document const document = json_document::parse(text);
    read_pt2_extension(document.root(), g);
}

TEST_CASE("pt2_extension: of a graph without dialects, origins and metadata there is nothing to say") {
    CHECK(written(two_calls(), {"x", "a", "b", "output"}) == "{}");
}

TEST_CASE("pt2_extension: what is written makes a plain graph the one that it was written for") {
    graph g = two_calls();
    g.set_target(g.at("a"), g.intern_target("my::a", nullptr, dialect_tag::backend));
    g.add_origin(g.at("b"), {"rule", "node"});
    arg note(arg_kind::dict, {arg("line 1")});
    note.keys = {"stack_trace"};
    g.set_meta(g.at("x"), note);
    g.move_before(g.at("b"), g.at("a"));
    graph plain = two_calls();
    read_into(written(g, {"x", "a", "b", "output"}), plain);
    CHECK(plain == g);
}

TEST_CASE("pt2_extension: a node or dialect that is not there is an error") {
    graph g = two_calls();
    CHECK(sentence([&] { read_into(R"({"graft":{"nodes":{"z":{}}}})", g); }) == "the graph has no node 'z'");
    CHECK(sentence([&] { read_into(R"({"graft":{"nodes":{"a":{"dialect":"latin"}}}})", g); }) == "unknown dialect");
    CHECK(sentence([&] { read_into(R"({"graft":{"nodes":{"a":{"origins":[["one"]]}}}})", g); }) ==
          "expected a rule and a node");
    CHECK(sentence([&] { read_into(R"({"graft":{"order":["a"]}})", g); }) == "the order is not one of all nodes");
    CHECK(sentence([&] { read_into(R"({"graft":{"order":["a","x","b","output"]}})", g); }) ==
          "argument 'x' of node 'a' is used before it is defined");
}

} // namespace
