#include <graft/io/pt2/graph.hpp>

#include <graft/io/file/json.hpp>
#include <graft/ir/text/parse.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/schema/runtime_op.hpp>

#include <doctest/doctest.h>

#include "../pt2_fixture.hpp"
#include "../raises.hpp"

#include <vector>

namespace {

using namespace graft;
using graft_test::raised;
using graft_test::replaced;
using graft_test::tensor_json;

std::string tensor_arg(std::string const& name) { return R"({"as_tensor":{"name":")" + name + R"("}})"; }

/// The JSON of a graph whose values are all tensors.
std::string graph_json(std::string const& inputs, std::string const& nodes, std::string const& outputs,
                       std::vector<std::string> const& tensors) {
    std::string values;
    for (std::string const& name : tensors)
        values += (values.empty() ? "\"" : ",\"") + name + "\":" + tensor_json();
    return R"({"inputs":[)" + inputs + R"(],"nodes":[)" + nodes + R"(],"outputs":[)" + outputs +
           R"(],"tensor_values":{)" + values + R"(},"sym_int_values":{},"sym_bool_values":{}})";
}

/// The JSON of a node called `name` that returns the tensor `output`.
std::string node_json(std::string const& name, std::string const& target, std::string const& inputs,
                      std::string const& output) {
    return R"({"target":")" + target + R"(","inputs":[)" + inputs + R"(],"outputs":[)" + tensor_arg(output) +
           R"(],"metadata":{},"name":")" + name + R"("})";
}

std::string node_json(std::string const& name, std::string const& target, std::string const& inputs) {
    return node_json(name, target, inputs, name);
}

std::string input_json(std::string const& name, std::string const& argument, std::string const& kind) {
    return R"({"name":")" + name + R"(","arg":)" + argument + R"(,"kind":)" + kind + "}";
}

graph_module read(std::string const& source, op_finder const& find_op = {},
                  std::vector<input_spec> const& inputs = {}) {
    json_document const document = json_document::parse(source);
    detail::pt2_value_reader values;
    return detail::pt2_graph_reader(document.root(), values, find_op).read(inputs, false);
}

std::string const add =
    node_json("add", "torch.ops.aten.add.Tensor",
              input_json("self", tensor_arg("x"), "1") + "," + input_json("other", tensor_arg("x"), "1") + "," +
                  input_json("alpha", R"({"as_int":2})", "2"));
std::string const simple = graph_json(tensor_arg("x"), add, tensor_arg("add"), {"x", "add"});

runtime_op const add_op("aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor");
op_info const* find_add(std::string_view name) { return name == "aten::add.Tensor" ? &add_op.info() : nullptr; }

TEST_CASE("pt2_graph: inputs, calls and outputs become nodes") {
    CHECK(text(read(simple, find_add).graph) == R"(graph():
    %x : f32[3] = placeholder[target=x]
    %add : f32[3] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %x), kwargs = {alpha: 2})
    return (%add,)
)");
}

TEST_CASE("pt2_graph: names are kept even where FX would choose others") {
    std::string const source =
        graph_json(tensor_arg("input"),
                   node_json("for", "torch.ops.aten.relu.default", input_json("self", tensor_arg("input"), "1")),
                   tensor_arg("for"), {"input", "for"});
    CHECK(fx_text(read(source).graph) == R"(graph():
    %input : [num_users=1] = placeholder[target=input]
    %for : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%input,), kwargs = {})
    return (for,))");
}

TEST_CASE("pt2_graph: a constant among the inputs takes its name from the signature") {
    std::string const source =
        graph_json(R"({"as_int":2},{"as_none":true},{"as_bool":true},{"as_string":"up"})", "", "", {});
    input_spec power, input, flag, mode;
    power.name = "power";
    input.name = "input";
    flag.name = "flag";
    mode.name = "mode";
    graph const g = read(source, {}, {power, input, flag, mode}).graph;
    CHECK(text(g) == R"(graph():
    %power : SymInt(2) = placeholder[target=power]
    %input : None = placeholder[target=input]
    %flag : SymBool(1) = placeholder[target=flag]
    %mode : None = placeholder[target=mode]
    return ()
)");
    CHECK(text(parse(text(g))) == text(g));
    CHECK(raised([&] { read(source); }) == "graft: a constant among the inputs has no name [at $.inputs[0]]");
}

TEST_CASE("pt2_graph: known ops are attached to their calls") {
    graph_module const module = read(simple, find_add);
    graph const& g = module.graph;
    CHECK(g.target(g.at("add")).op == &add_op.info());
    CHECK(g.schema_arg(g.at("add"), 2)->integer() == 2);
}

TEST_CASE("pt2_graph: files without kinds of argument follow the schema") {
    std::string source = simple;
    for (char const* kind : {R"("kind":1)", R"("kind":1)", R"("kind":2)"})
        source = replaced(source, kind, R"("kind":null)");
    CHECK(text(read(source, find_add).graph) == text(read(simple, find_add).graph));
}

TEST_CASE("pt2_graph: arguments that the schema does not admit are refused") {
    CHECK(raised([] { read(replaced(simple, "\"alpha\"", "\"beta\""), find_add); }) ==
          "graft: the op aten::add.Tensor has no such argument [at $.nodes[0].inputs[2].name]");
    CHECK(raised([] { read(replaced(simple, "\"self\"", "\"other\""), find_add); }) ==
          "graft: argument 1 of aten::add.Tensor stands in place 0 "
          "[at $.nodes[0].inputs[0].name]");
}

//=== higher-order operators ===//

std::string branch(std::string const& op) {
    return graph_json(tensor_arg("x"),
                      node_json("y", "torch.ops.aten." + op + ".default", input_json("self", tensor_arg("x"), "1")),
                      tensor_arg("y"), {"x", "y"});
}

std::string graph_arg(std::string const& name, std::string const& graph) {
    return input_json("", R"({"as_graph":{"name":")" + name + R"(","graph":)" + graph + "}}", "1");
}

/// A cond called `name` between two branches, whose one result is `get_<name>`.
std::string cond(std::string const& name, std::string const& yes, std::string const& no) {
    std::string const inputs = input_json("", tensor_arg("flag"), "1") + "," + yes + "," + no + "," +
                               input_json("", R"({"as_tensors":[{"name":"x"}]})", "1");
    return node_json(name, "torch.ops.higher_order.cond", inputs, "get_" + name);
}

std::string in_flagged(std::string const& nodes, std::string const& output) {
    return graph_json(tensor_arg("flag") + "," + tensor_arg("x"), nodes, tensor_arg(output),
                      {"flag", "x", "c", "get_c", "get_d"});
}

std::string const yes = graph_arg("yes", branch("sin")), no = graph_arg("no", branch("cos"));

TEST_CASE("pt2_graph: a branch is a submodule that a get_attr node stands for") {
    graph_module const module = read(in_flagged(cond("c", yes, no), "get_c"));
    CHECK(fx_text(module.graph) == R"(graph():
    %flag : [num_users=1] = placeholder[target=flag]
    %x : [num_users=1] = placeholder[target=x]
    %yes : [num_users=1] = get_attr[target=yes]
    %no : [num_users=1] = get_attr[target=no]
    %c : [num_users=1] = call_function[target=torch.ops.higher_order.cond](args = (%flag, %yes, %no, (%x,)), kwargs = {})
    %get_c : [num_users=1] = call_function[target=operator.getitem](args = (%c, 0), kwargs = {})
    return (get_c,))");
    REQUIRE(module.submodules.size() == 2);
    REQUIRE(module.find("no") != nullptr);
    CHECK(fx_text(module.find("no")->graph) == R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%x,), kwargs = {})
    return (y,))");
}

TEST_CASE("pt2_graph: a call that returns its one tensor bare has no item") {
    std::string const call = replaced(cond("c", yes, no), R"("metadata":{},"name":"c")",
                                      R"("metadata":{},"is_hop_single_tensor_return":true,"name":"c")");
    graph_module const module = read(in_flagged(call, "get_c"));
    CHECK(fx_text(module.graph).find("getitem") == std::string::npos);
    CHECK(module.graph.op(module.graph.at("get_c")) == opcode::call_function);
    CHECK(!module.graph.find("c"));
}

TEST_CASE("pt2_graph: a graph that is called twice is one submodule") {
    graph_module const module = read(in_flagged(cond("c", yes, no) + "," + cond("d", yes, no), "get_d"));
    CHECK(module.submodules.size() == 2);
    graph const& g = module.graph;
    CHECK(g.target(g.at("yes_1")).name == "yes");
    CHECK(raised([&] {
              read(in_flagged(cond("c", yes, no) + "," + cond("d", graph_arg("yes", branch("tan")), no), "get_d"));
          }) == "graft: two different graphs are called 'yes' "
                "[at $.nodes[1].inputs[1].arg.as_graph.name]");
}

TEST_CASE("pt2_graph: a branch that returns one tensor bare says so") {
    std::string const bare =
        replaced(branch("sin"), R"("sym_int_values")", R"("is_single_tensor_return":true,"sym_int_values")");
    graph_module const module = read(in_flagged(cond("c", graph_arg("yes", bare), no), "get_c"));
    CHECK(fx_text(module.find("yes")->graph).ends_with("return y"));
    CHECK(raised([&] {
              read(replaced(bare, R"("outputs":[{"as_tensor":{"name":"y"}}],"tensor)", R"("outputs":[],"tensor)"));
          }) == "graft: the graph returns one tensor, yet has another number of outputs "
                "[at $.outputs]");
}

TEST_CASE("pt2_graph: metadata texts go to the call, its items and the graphs it takes") {
    std::string const call =
        replaced(cond("c", yes, no), R"("metadata":{},"name":"c")", R"("metadata":{"stack_trace":"here"},"name":"c")");
    graph_module const module = read(in_flagged(call, "get_c"));
    graph const& g = module.graph;
    for (char const* name : {"c", "yes", "no", "get_c"})
        CHECK(g.meta(g.at(name), "stack_trace") == "here");
    CHECK(g.meta(g.at("x"), "stack_trace").empty());
}

//=== malformed graphs ===//

TEST_CASE("pt2_graph: a graph that is none is refused with its path") {
    auto const refused = [](std::string_view from, std::string_view to) {
        return raised([&] { read(replaced(simple, from, to)); });
    };
    CHECK(refused(R"({"name":"self","arg":{"as_tensor":{"name":"x"}})",
                  R"({"name":"self","arg":{"as_tensor":{"name":"add"}})") ==
          "graft: the value 'add' is used before its definition "
          "[at $.nodes[0].inputs[0].arg.as_tensor.name]");
    CHECK(refused(R"("inputs":[{"as_tensor":{"name":"x"}}])", R"("inputs":[{"as_tensor":{"name":"add"}}])")
              .starts_with("graft: the value 'x' is used before its definition"));
    CHECK(refused(R"("inputs":[{"as_tensor":{"name":"x"}}])",
                  R"("inputs":[{"as_tensor":{"name":"x"}},{"as_tensor":{"name":"x"}}])") ==
          "graft: two nodes of one name [at $.inputs[1].as_tensor.name]");
    CHECK(refused(R"("outputs":[{"as_tensor":{"name":"add"}}])", R"("outputs":[{"as_tensor":{"name":"x"}}])") ==
          "graft: two nodes of one name [at $.nodes[0].outputs[0].as_tensor.name]");
    CHECK(refused(R"("add":{"dtype")", R"("sub":{"dtype")") == "graft: the graph says nothing of the value 'add' "
                                                               "[at $.nodes[0].outputs[0].as_tensor.name]");
    CHECK(refused(R"("target":"torch.ops.aten.add.Tensor",)", "") ==
          "graft: the member 'target' is missing [at $.nodes[0]]");
    CHECK(refused(R"("metadata":{})", R"("metadata":{"stack_trace":1})") ==
          "graft: expected a string, found an integer [at $.nodes[0].metadata.stack_trace]");
    CHECK(refused(R"("tensor_values")", R"("tensor_valves")") == "graft: the member 'tensor_values' is missing [at $]");
    CHECK(refused(R"("nodes":[)", R"("nodes":[7,)") == "graft: expected an object, found an integer [at $.nodes[0]]");
}

} // namespace
