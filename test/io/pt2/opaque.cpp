#include <graft/io/pt2/opaque.hpp>

#include <doctest/doctest.h>

#include "../call_builder.hpp"

#include <graft/io/file/json.hpp>
#include <graft/io/pt2/detail/write_graph.hpp>
#include <graft/io/pt2/graph.hpp>
#include <graft/ir/compare.hpp>

#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft::detail;

std::string const meta =
    R"({"dtype":7,"sizes":[{"as_int":2}],"requires_grad":false,"device":{"type":"cpu","index":null},)"
    R"("strides":[{"as_int":1}],"storage_offset":{"as_int":0},"layout":7})";

// A graph of one call of an op that nobody knows: what it takes, gives, and has values of.
std::string graph_of(std::string const& inputs, std::string const& outputs, std::string const& result) {
    return R"({"inputs":[{"as_tensor":{"name":"x"}}],"outputs":[{"as_tensor":{"name":")" + result +
           R"("}}],"nodes":[{"target":"torch.ops.my.op.default","inputs":[)" + inputs + R"(],"outputs":[)" + outputs +
           R"(],"metadata":{},"is_hop_single_tensor_return":null,"name":"op"}],"tensor_values":{"x":)" + meta +
           R"(,"r":)" + meta + R"(,"s":)" + meta + R"(,"x2":)" + meta +
           R"(},"sym_int_values":{},"sym_bool_values":{},"sym_float_values":{},"custom_obj_values":{},)"
           R"("is_single_tensor_return":false})";
}

graph_module read_graph(std::string const& text) {
    json_document const document = json_document::parse(text);
    pt2_value_reader values;
    op_finder const none;
    return pt2_graph_reader(document.root(), values, none).read({}, false);
}

// What is written of a graph that was read: the arguments and the outputs of its call.
void check_trip(std::string const& inputs, std::string const& outputs, std::string const& result = "r") {
    graph_module const module = read_graph(graph_of(inputs, outputs, result));
    pt2_json const written = pt2_graph_writer(module).write({});
    CHECK(written["nodes"][0]["inputs"].dump() == "[" + inputs + "]");
    CHECK(written["nodes"][0]["outputs"].dump() == "[" + outputs + "]");
    CHECK(written["nodes"][0]["metadata"].dump() == "{}");
    CHECK(read_graph(written.dump()) == module);
}

std::string const x = R"({"name":"self","arg":{"as_tensor":{"name":"x"}},"kind":1})";
std::string const r = R"({"as_tensor":{"name":"r"}})";

} // namespace

TEST_CASE("pt2_opaque: names and kinds of arguments are written as they were read") {
    check_trip(x, r);
    check_trip(x + R"(,{"name":"dims","arg":{"as_ints":[]},"kind":1},{"name":"flags","arg":{"as_bools":[]},"kind":1},)"
                   R"({"name":"like","arg":{"as_optional_tensors":[{"as_tensor":{"name":"x"}}]},"kind":1},)"
                   R"({"name":"by","arg":{"as_complex":{"real":1.0,"imag":-2.0}},"kind":2},)"
                   R"({"name":"mode","arg":{"as_string":"up"},"kind":2},{"name":"no","arg":{"as_none":true},"kind":2},)"
                   R"({"name":"f","arg":{"as_operator":"torch.ops.my.f.default"},"kind":2})",
               r);
}

TEST_CASE("pt2_opaque: one list of results, several results, and none are told apart") {
    check_trip(x, R"({"as_tensors":[{"name":"r"},{"name":"s"}]})");
    check_trip(x, R"({"as_tensor":{"name":"r"}},{"as_tensor":{"name":"s"}})");
    check_trip(x, R"({"as_tensor":{"name":"r"}},{"as_tensors":[{"name":"s"}]})");
    check_trip(x, "", "x");
}

TEST_CASE("pt2_opaque: a list among the results that nothing takes") {
    graph_module module =
        read_graph(graph_of(x, R"({"as_tensor":{"name":"r"}},{"as_tensors":[{"name":"s"},{"name":"x2"}]})", "r"));
    graph& g = module.graph;
    for (char const* unused : {"s", "x2"}) {
        node_id const item = g.at(unused), list = g.arg(item, 0).node();
        g.erase_node(item);
        if (g.use_count(list) == 0)
            g.erase_node(list);
    }
    pt2_json const written = pt2_graph_writer(module).write({});
    CHECK(written["nodes"][0]["outputs"].dump() ==
          R"([{"as_tensor":{"name":"r"}},{"as_tensors":[{"name":"op_unused_1_unused_0"},)"
          R"({"name":"op_unused_1_unused_1"}]}])");
    CHECK(read_graph(written.dump()) == module);
}

TEST_CASE("pt2_opaque: an argument that the file did not have is an error that names the op") {
    graph_module module = read_graph(graph_of(x, r, "r"));
    graph& g = module.graph;
    std::vector<arg> const two{arg::node(g.at("x")), 1};
    g.set_args(g.at("r"), two);
    CHECK_THROWS_WITH(static_cast<void>(pt2_graph_writer(module).write({})),
                      "graft: pt2: nothing is known of argument 1 of my::op [at %r]");
}
