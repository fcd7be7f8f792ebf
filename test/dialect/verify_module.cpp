#include <graft/dialect/verify_module.hpp>

#include <graft/dialect/aten.hpp>
#include <graft/ir/text/parse.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace {

using namespace graft;

std::string violations_of(graph_module const& module) {
    std::string text;
    for (violation const& v : verify_module(module))
        text += graft::text(v) + "\n";
    return text;
}

graph_module module_of(std::string_view lines) {
    return {parse("graph():\n"
                  "    %x : f32[2, 3] = placeholder[target=x]\n" +
                      std::string(lines),
                  find_aten_op),
            {}};
}

} // namespace

TEST_CASE("verify_module: a sound module has no violations") {
    CHECK(
        violations_of(module_of(
            "    %size : SymInt(2) = call_function[target=torch.ops.aten.sym_size.int](args = (%x, 0), kwargs = {})\n"
            "    %ge : SymBool(1) = call_function[target=operator.ge](args = (%size, 1), kwargs = {})\n"
            "    %check = call_function[target=torch.ops.aten._assert_scalar.default](args = (%ge, \"no\"), kwargs = {})\n"
            "    %r : f32[2, 3] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %x), kwargs = {alpha: 2})\n"
            "    return (%r,)\n")) == "");
}

TEST_CASE("verify_module: every violation is told, not only the first") {
    CHECK(violations_of(module_of(
              "    %y = placeholder[target=y]\n"
              "    %a = call_function[target=torch.ops.aten.relu.default](args = (%x,), kwargs = {})\n"
              "    %b : f32[2] = call_function[target=torch.ops.my.op.default](args = (%x,), kwargs = {})\n"
              "    %c : f32[2] = call_function[target=torch.ops.aten.relu.default](args = (%x, 1), kwargs = {})\n"
              "    %d : f32[2] = call_function[target=os.system](args = (\"x\",), kwargs = {})\n"
              "    %e : f32[2] = call_module[target=layer](args = (%x,), kwargs = {})\n"
              "    %f = get_attr[target=body]\n"
              "    return (%a,)\n")) ==
          "the placeholder has no val [at %y]\n"
          "the call of aten::relu has no val [at %a]\n"
          "nothing is known of the op my::op: it stays where it is [at %b]\n"
          "aten::relu: 2 positional arguments are given, where the operator takes 1 [at %c]\n"
          "the function os.system may not be called by a program [at %d]\n"
          "a call_module node is no part of an exported program [at %e]\n"
          "there is no submodule 'body' [at %f]\n");
}

TEST_CASE("verify_module: a function of PyTorch and a region are noted") {
    graph_module module = module_of(
        "    %level = call_function[target=torch._functorch.predispatch._vmap_increment_nesting](args = (2, \"error\"), kwargs = {})\n"
        "    %body = get_attr[target=body]\n"
        "    %r : (f32[2, 3],) = call_function[target=torch.ops.higher_order.wrap_with_set_grad_enabled](args = (False, %body, %x), kwargs = {})\n"
        "    return (%r,)\n");
    module.submodules.push_back(
        {"body", {parse("graph():\n    %y : f32[2, 3] = placeholder[target=y]\n    return (%y,)\n"), {}}});
    CHECK(
        violations_of(module) ==
        "nothing is known of torch._functorch.predispatch._vmap_increment_nesting: it stays where it is [at %level]\n"
        "torch.ops.higher_order.wrap_with_set_grad_enabled only runs a graph: inline_regions puts that in its place [at %r]\n");
}

TEST_CASE("verify_module: what torch decided by its example stands where no symbol says otherwise") {
    auto const squeezed = [](std::string_view result, sym_int rows) {
        graph_module module{
            parse("graph():\n"
                  "    %x : f32[s0, 2, s2][s1, s2, 1] = placeholder[target=x]\n"
                  "    %y : f32[s0, s1] = placeholder[target=y]\n"
                  "    %s : SymInt(s0) = placeholder[target=s]\n"
                  "    %t : SymInt(s1) = placeholder[target=t]\n"
                  "    %a : f32[s0, s1] = call_function[target=torch.ops.aten.view.default](args = (%x, [%s, %t]), "
                  "kwargs = {})\n"
                  "    %b : " +
                      std::string(result) +
                      " = call_function[target=torch.ops.aten.squeeze.dim](args = (%y, 0), kwargs = {})\n"
                      "    return (%a, %b)\n",
                  find_aten_op),
            {}};
        module.graph.set_val(module.graph.at("y"), make_spec(dtype::f32, {std::move(rows), symbol("s1")}));
        return violations_of(module);
    };
    sym_int const s = symbol("s0");
    CHECK(squeezed("f32[s1]", s - 5) == "");
    CHECK(squeezed("f32[s1]", 1) == "");
    CHECK(squeezed("f32[s1]", 2) == "the val is f32[s1], but aten::squeeze.dim gives f32[2, s1] [at %b]\n");
    CHECK(squeezed("f32[s1]", s) == "the val is f32[s1], but aten::squeeze.dim gives f32[s0, s1] [at %b]\n");
}

TEST_CASE("verify_module: a call must fit its schema") {
    CHECK(
        violations_of(module_of(
            "    %s : SymInt(s7) = placeholder[target=s]\n"
            "    %a : f32[2, 3] = call_function[target=torch.ops.aten.relu.default](args = (%s,), kwargs = {})\n"
            "    %b : f32[2, 3] = call_function[target=torch.ops.aten.add.Tensor](args = (%x,), kwargs = {})\n"
            "    %c : f32[2, 3] = call_function[target=torch.ops.aten.view.default](args = (%x, [%s, 3]), kwargs = {sizes: 1})\n"
            "    return (%a,)\n")) == "the val is f32[2, 3], but aten::relu gives i64[] [at %a]\n"
                                      "aten::add.Tensor: argument 'other' has no default and is not given [at %b]\n"
                                      "aten::view: there is no argument 'sizes' [at %c]\n");
}

TEST_CASE("verify_module: submodules are verified and named, broken structure is told") {
    graph_module module = module_of("    %body = get_attr[target=body]\n    return (%x,)\n");
    module.submodules.push_back({"body", {parse("graph():\n    %y = placeholder[target=y]\n    return (%y,)\n"), {}}});
    CHECK(violations_of(module) == "the placeholder has no val [at body.%y]\n");
    graph& g = module.graph;
    node_id const x = g.at("x");
    g.move_before(x, no_node);
    CHECK(violations_of(module).find("'x' of node 'output' is used before it is defined") != std::string::npos);
    CHECK(violations_of(module).find("the graph does not end with an output [at %x]") != std::string::npos);
    CHECK(violations_of({}) == "the graph does not end with an output\n");
}
