#include <graft/ir/program.hpp>

#include <graft/ir/text/parse.hpp>

#include "../io/raises.hpp"
#include "toy.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace {

using namespace graft;

input_spec input(input_kind kind, std::string name, std::string target = {}, bool persistent = true) {
    input_spec spec;
    spec.kind = kind;
    spec.name = std::move(name);
    spec.target = std::move(target);
    spec.persistent = persistent;
    return spec;
}

// A program whose placeholders are the parameter w, the buffer b, the constant c and the input x.
exported_program program(std::string_view body) {
    exported_program p;
    p.graph() = parse("graph():\n"
                      "%w = placeholder[target=w]\n%b = placeholder[target=b]\n"
                      "%c = placeholder[target=c]\n%x = placeholder[target=x]\n" +
                          std::string(body),
                      toy::find);
    p.signature.inputs = {input(input_kind::parameter, "w", "layer.weight"),
                          input(input_kind::buffer, "b", "layer.mean"),
                          input(input_kind::constant_tensor, "c", "lifted"), input(input_kind::user_input, "x")};
    for (char const* const name : {"layer.weight", "layer.mean"})
        p.state_dict.emplace(name, tensor::zeros({2}, dtype::f32));
    p.constants.emplace("lifted", tensor::zeros({}, dtype::f32));
    return p;
}

// The placeholders that are marked, by name.
std::string marked(exported_program& p) {
    mark_constants(p);
    std::string out;
    for (node_id const n : p.graph().nodes())
        if (p.graph().is_constant(n))
            out += std::string{p.graph().name(n)};
    return out;
}

std::string marked(std::string_view body) {
    exported_program p = program(body);
    return marked(p);
}

TEST_CASE("program: parameters, buffers and constants that nothing changes are marked, inputs are not") {
    CHECK(marked("%a = call_function[target=torch.ops.toy.fma.default](args = (%w, %b, %c), kwargs = {})\n"
                 "%d = call_function[target=torch.ops.toy.neg.default](args = (%x,), kwargs = {})\n"
                 "return (%a, %w)\n") == "wbc");
}

TEST_CASE("program: what an in-place op writes to is not constant") {
    CHECK(marked("%a = call_function[target=torch.ops.toy.relu_.default](args = (%w,), kwargs = {})\n") == "bc");
    CHECK(marked("%a = call_function[target=torch.ops.toy.relu_.default](args = (), kwargs = {self: %w})\n") == "bc");
    CHECK(marked("%a = call_function[target=torch.ops.toy.bump_all_.default](args = ([%x, %c],), kwargs = {})\n") ==
          "wb");
}

TEST_CASE(
    "program: what is written to through views, items of a split, or what an in-place op returns is not constant") {
    CHECK(marked("%v = call_function[target=torch.ops.toy.view.default](args = (%w, [2]), kwargs = {})\n"
                 "%p = call_function[target=torch.ops.toy.permute.default](args = (%v, [0]), kwargs = {})\n"
                 "%a = call_function[target=torch.ops.toy.relu_.default](args = (%p,), kwargs = {})\n") == "bc");
    CHECK(marked("%s = call_function[target=torch.ops.toy.split.default](args = (%b, 1), kwargs = {})\n"
                 "%i = call_function[target=operator.getitem](args = (%s, 0), kwargs = {})\n"
                 "%a = call_function[target=torch.ops.toy.relu_.default](args = (%i,), kwargs = {})\n") == "wc");
    CHECK(marked("%n = call_function[target=torch.ops.toy.neg.default](args = (%w,), kwargs = {})\n"
                 "%a = call_function[target=torch.ops.toy.relu_.default](args = (%n,), kwargs = {})\n") == "wbc");
}

TEST_CASE("program: what goes to an op of which nothing is known is not constant") {
    CHECK(marked("%a = call_function[target=torch.ops.strange.op.default](args = (%x, [%w]), kwargs = {})\n") == "bc");
    CHECK(marked("%v = call_function[target=torch.ops.toy.view.default](args = (%b, [2]), kwargs = {})\n"
                 "%a = call_function[target=torch.ops.strange.op.default](args = (%v,), kwargs = {})\n") == "wc");
}

TEST_CASE("program: what an output of the signature replaces is not constant") {
    exported_program p = program("return (%x,)\n");
    output_spec changed;
    changed.kind = output_kind::buffer_mutation;
    changed.name = "x";
    changed.target = "layer.mean";
    p.signature.outputs = {changed};
    CHECK(marked(p) == "wc");
    p.signature.outputs[0].target = "layer.weight";
    CHECK(marked(p) == "wbc");
    p.signature.outputs[0].kind = output_kind::parameter_mutation;
    CHECK(marked(p) == "bc");
}

TEST_CASE("program: a placeholder without a tensor behind it is not constant, and a mark is taken back") {
    exported_program p = program("return (%x,)\n");
    CHECK(marked(p) == "wbc");
    p.state_dict.erase("layer.weight");
    CHECK(marked(p) == "bc");
}

TEST_CASE("program: a parameter shared by many views is looked at once per view") {
    std::string body;
    std::string last = "w";
    for (int i = 0; i < 60; ++i) {
        std::string const n = std::to_string(i);
        body += "%a" + n + " = call_function[target=torch.ops.toy.view.default](args = (%" + last +
                ", [2]), kwargs = {})\n";
        body += "%b" + n + " = call_function[target=torch.ops.toy.view.default](args = (%" + last +
                ", [2]), kwargs = {})\n";
        body += "%c" + n + " = call_function[target=torch.ops.toy.view.default](args = (%a" + n + ", [%b" + n +
                "]), kwargs = {})\n";
        last = "c" + n;
    }
    CHECK(marked(body) == "wbc");
    CHECK(marked(body + "%z = call_function[target=torch.ops.toy.relu_.default](args = (%" + last +
                 ",), kwargs = {})\n") == "bc");
}

TEST_CASE("program: the state of an input is in the state dict, of a constant or other buffer among the constants") {
    exported_program p = program("return (%x,)\n");
    CHECK(p.find_state(p.signature.inputs[0]) == &p.state_dict.at("layer.weight"));
    CHECK(p.find_state(p.signature.inputs[1]) == &p.state_dict.at("layer.mean"));
    CHECK(p.find_state(p.signature.inputs[2]) == &p.constants.at("lifted"));
    CHECK(p.find_state(p.signature.inputs[3]) == nullptr);
    CHECK(p.find_state(input(input_kind::buffer, "b", "lifted", false)) == &p.constants.at("lifted"));
    CHECK(p.find_state(input(input_kind::buffer, "b", "lifted", true)) == nullptr);
    CHECK(&p.state_of(p.signature.inputs[1]) == &p.state_dict);
    CHECK(&p.state_of(p.signature.inputs[2]) == &p.constants);
}

TEST_CASE("program: the outputs of the signature take the names of the nodes that the graph returns") {
    exported_program p = program("return (%x, 3, %w)\n");
    p.signature.outputs.resize(3);
    p.signature.outputs[1].value = std::int64_t{3};
    update_output_names(p);
    CHECK(p.signature.outputs[0].name == "x");
    CHECK(p.signature.outputs[1].name == "");
    CHECK(p.signature.outputs[2].name == "w");
    exported_program constants = program("return (True, 2, 0.5, 'text', None, [1, 2])\n");
    constants.signature.outputs.assign(6, {.name = "before", .target = {}, .value = {}});
    update_output_names(constants);
    constant_value const expected[] = {true, std::int64_t{2}, 0.5, std::string{"text"}, constant_value{}};
    for (std::size_t i = 0; i < 5; ++i) {
        CHECK(constants.signature.outputs[i].name.empty());
        CHECK(bool(constants.signature.outputs[i].value == expected[i]));
    }
    CHECK(constants.signature.outputs[5].name == "before");
    exported_program one = program("return x\n");
    one.signature.outputs.resize(1);
    update_output_names(one);
    CHECK(one.signature.outputs[0].name == "x");
    exported_program endless = program("");
    update_output_names(endless);
    CHECK(endless.signature.outputs.empty());
}

TEST_CASE("program: submodules are found by name, at one level") {
    graph_module inner;
    inner.graph.placeholder("deep");
    graph_module outer;
    outer.submodules.push_back({"true_graph_0", {}});
    outer.submodules.push_back({"false_graph_0", inner});
    outer.submodules[0].module.submodules.push_back({"nested", {}});
    REQUIRE(outer.find("false_graph_0") != nullptr);
    CHECK(outer.find("false_graph_0")->graph.find("deep"));
    CHECK(outer.find("nested") == nullptr);
    CHECK(outer.find("true_graph_0")->find("nested") != nullptr);
}

TEST_CASE("program: a copy shares tensors and nothing else") {
    exported_program p = program("return (%x,)\n");
    exported_program copy = p;
    copy.graph().placeholder("more");
    CHECK(!p.graph().find("more"));
    CHECK(copy.state_dict.at("layer.mean").shares_storage(p.state_dict.at("layer.mean")));
}

TEST_CASE("make_program: placeholders are the user's inputs, what is returned are the user's outputs") {
    exported_program const program = make_program(parse(R"(graph():
    %x : f32[2] = placeholder[target=x]
    %y : f32[2] = placeholder[target=y]
    %sum : f32[2] = call_function[target=aten.add.Tensor](args = (%x, %y), kwargs = {})
    return (%sum, %x, 3)
)"));
    REQUIRE(program.signature.inputs.size() == 2);
    CHECK(program.signature.inputs[0].name == "x");
    CHECK(program.signature.inputs[1].name == "y");
    CHECK(program.signature.inputs[1].kind == input_kind::user_input);
    REQUIRE(program.signature.outputs.size() == 3);
    CHECK(program.signature.outputs[0].name == "sum");
    CHECK(program.signature.outputs[1].name == "x");
    CHECK(program.signature.outputs[2].name == "");
    CHECK(program.signature.outputs[2].value == constant_value{std::int64_t{3}});
    CHECK(program.verifiers == vec<std::string>{"ATEN"});
}

TEST_CASE("make_program: one value alone") {
    exported_program const program = make_program(parse(R"(graph():
    %x : f32[2] = placeholder[target=x]
    return %x
)"));
    REQUIRE(program.signature.outputs.size() == 1);
    CHECK(program.signature.outputs[0].name == "x");
}

TEST_CASE("make_program: a graph without output is refused") {
    graph g;
    g.placeholder("x");
    CHECK(graft_test::raised([&] { static_cast<void>(make_program(g)); }) ==
          "graft: the graph has no output node at its end: call g.output(...)");
    CHECK(graft_test::raised([] { static_cast<void>(make_program({})); }) ==
          "graft: the graph has no output node at its end: call g.output(...)");
}

} // namespace
