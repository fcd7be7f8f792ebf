#include <graft/io/pt2/detail/write_graph.hpp>

#include <graft/dialect/known_ops.hpp>
#include <graft/io/file/json.hpp>
#include <graft/io/pt2/graph.hpp>
#include <graft/ir/compare.hpp>

#include "../../raises.hpp"

#include <doctest/doctest.h>

#include <span>

namespace {

using namespace graft::detail;
using namespace graft;
using graft_test::raised;
using graft_test::sentence;

graph_module reread(graph_module const& module) {
    std::string const text = pt2_graph_writer(module).write({}).dump();
    json_document const document = json_document::parse(text);
    pt2_value_reader values;
    op_finder const find_op = find_known_op<>;
    return pt2_graph_reader(document.root(), values, find_op).read({}, false);
}

// cond(p, a, b, (x,)) whose graphs negate x and return it as it is.
graph_module branches() {
    tensor_spec const spec = make_spec(dtype::f32, {2});
    graph_module negate, keep, outer;
    node_id const a = negate.graph.placeholder("x"), b = keep.graph.placeholder("x");
    negate.graph.set_val(a, spec);
    keep.graph.set_val(b, spec);
    node_id const n = negate.graph.call_function(*find_known_op<>("aten::neg"), {arg::node(a)});
    negate.graph.set_val(n, spec);
    negate.graph.output(arg::tuple({arg::node(n)}));
    keep.graph.output(arg::node(b));
    graph& g = outer.graph;
    node_id const p = g.placeholder("p"), x = g.placeholder("x");
    g.set_val(p, make_spec(dtype::boolean, {}));
    g.set_val(x, spec);
    node_id const first = g.get_attr("true_graph_0"), second = g.get_attr("false_graph_0");
    g.rename(second, "another_name");
    node_id const cond = g.call_function(
        "torch.ops.higher_order.cond", {arg::node(p), arg::node(first), arg::node(second), arg::tuple({arg::node(x)})});
    g.set_val(cond, value_spec::of_list({spec}));
    node_id const item = g.call_function("operator.getitem", {arg::node(cond), 0});
    g.set_val(item, spec);
    g.output(arg::tuple({arg::node(item), arg(7), nullptr}));
    outer.submodules.push_back({"true_graph_0", std::move(negate)});
    outer.submodules.push_back({"false_graph_0", std::move(keep)});
    return outer;
}

TEST_CASE("pt2_write_graph: control flow, its graphs and their names are read as they were") {
    graph_module const module = branches();
    CHECK(reread(module) == module);
}

TEST_CASE("pt2_write_graph: what is missing is an error that names the node") {
    graph_module module = branches();
    module.submodules.pop_back();
    CHECK(raised([&] { reread(module); }) == "graft: pt2: there is no submodule 'false_graph_0' [at %cond]");
    graph_module open;
    open.graph.set_val(open.graph.placeholder("x"), make_spec(dtype::f32, {2}));
    CHECK(raised([&] { reread(open); }) == "graft: pt2: the graph does not end with an output");
    graph_module method;
    method.graph.create_node(opcode::call_method, method.graph.intern_target("relu"), std::span<operand const>{}, "m");
    CHECK(raised([&] { reread(method); }) == "graft: pt2: a call_method node cannot be written [at %m]");
}

TEST_CASE("pt2_write_signature: every kind of spec is read as it was") {
    graph_signature signature;
    signature.inputs = {{input_kind::parameter, "p_w", "w", true, false, {}},
                        {input_kind::buffer, "b_a", "a", true, false, {}},
                        {input_kind::buffer, "b_c", "c", false, false, {}},
                        {input_kind::constant_tensor, "c_t", "t", true, false, {}},
                        {input_kind::user_input, "x", "", true, false, {}},
                        {input_kind::user_input, "k", "", true, true, std::int64_t{2}}};
    signature.outputs = {
        {output_kind::buffer_mutation, "add", "a", {}},     {output_kind::parameter_mutation, "sub", "w", {}},
        {output_kind::user_input_mutation, "mul", "x", {}}, {output_kind::gradient_to_user_input, "div", "x", {}},
        {output_kind::loss_output, "sum", "", {}},          {output_kind::user_output, "", "", std::string("text")}};
    pt2_json graph = {{"inputs", pt2_json::array()}, {"outputs", pt2_json::array()}};
    for (input_spec const& spec : signature.inputs)
        graph["inputs"].push_back(spec.is_constant_input ? write_pt2_constant(spec.value)
                                                         : write_pt2_reference(value_spec::kind::tensor, spec.name));
    for (output_spec const& spec : signature.outputs)
        graph["outputs"].push_back(spec.name.empty() ? write_pt2_constant(spec.value)
                                                     : write_pt2_reference(value_spec::kind::tensor, spec.name));
    std::string const text = write_pt2_signature(signature, graph).dump();
    json_document const document = json_document::parse(text);
    CHECK(read_pt2_signature(document.root()) == signature);
}

TEST_CASE("pt2_write_signature: an object and a token cannot be written") {
    CHECK(sentence([] {
              write_pt2_input_spec({input_kind::token, "t", "", true, false, {}}, {});
          }) == "pt2: the input 't' is a TOKEN, which cannot be written");
    CHECK(sentence([] {
              write_pt2_input_spec({input_kind::custom_obj, "o", "", true, false, {}}, {});
          }) == "pt2: the input 'o' is a CUSTOM_OBJ, which cannot be written");
}

std::string target(std::string const& name) {
    graft::json_document const document = graft::json_document::parse('"' + name + '"');
    return graft::detail::read_pt2_target(document.root());
}

std::string refused(std::string const& name) {
    return graft_test::raised([&] { target(name); });
}

TEST_CASE("pt2_target: an op is called by its schema's name") {
    CHECK(target("torch.ops.aten.add.Tensor") == "aten::add.Tensor");
    CHECK(target("torch.ops.aten.relu.default") == "aten::relu");
    CHECK(target("torch.ops.aten.__and__.Tensor") == "aten::__and__.Tensor");
    CHECK(target("torch.ops.quantized_decomposed.dequantize_per_tensor.tensor") ==
          "quantized_decomposed::dequantize_per_tensor.tensor");
}

TEST_CASE("pt2_target: Python functions keep their name") {
    CHECK(target("_operator.ge") == "operator.ge");
    CHECK(target("math.trunc") == "math.trunc");
    CHECK(target("torch.sym_float") == "torch.sym_float");
    CHECK(target("torch.ops.higher_order.cond") == "torch.ops.higher_order.cond");
}

TEST_CASE("pt2_target: what names no operator is refused") {
    for (std::string const name : {"", ".", "a.", ".a", "a..b", "1a", "a b", "aten::add", "#ext:op"})
        CHECK(refused(name) == "graft: no name of an operator [at $]");
    for (std::string const name : {"torch.ops.aten", "torch.ops.aten.add", "torch.ops.aten.add.a.b"})
        CHECK(refused(name) == "graft: expected torch.ops, a namespace, an operator and an overload [at $]");
}

} // namespace
