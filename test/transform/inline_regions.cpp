#include <graft/transform/inline_regions.hpp>

#include <doctest/doctest.h>

#include <graft/core/error.hpp>
#include <graft/core/dtype.hpp>
#include <graft/dialect/aten.hpp>
#include <graft/ir/compare.hpp>
#include <graft/ir/lint.hpp>
#include <graft/ir/text/parse.hpp>
#include <graft/ir/text/parse_fx.hpp>
#include <graft/ir/text/print.hpp>

#include <string>
#include <string_view>
#include <utility>

namespace {

using namespace graft;

graph_module leaf(std::string_view op) {
    return {parse_fx("graph():\n    %x : [num_users=1] = placeholder[target=x]\n    %r : [num_users=1] = "
                     "call_function[target=torch.ops.aten." +
                     std::string(op) + ".default](args = (%x,), kwargs = {})\n    return (r,)"),
            {}};
}

exported_program program_of(std::string_view text, vec<submodule> submodules) {
    exported_program p;
    p.module = {parse_fx(text), std::move(submodules)};
    return p;
}

TEST_CASE("inline_regions: graphs stand in the place of the calls that run them, those in them too") {
    graph_module outer{parse_fx(R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %inner : [num_users=1] = get_attr[target=inner]
    %call : [num_users=1] = call_function[target=torch.ops.higher_order.wrap](args = (%inner, %x), kwargs = {})
    %item : [num_users=2] = call_function[target=operator.getitem](args = (%call, 0), kwargs = {})
    return (item, item))"),
                       {}};
    outer.submodules.push_back({"inner", leaf("neg")});
    exported_program p = program_of(R"(graph():
    %a : [num_users=2] = placeholder[target=a]
    %body : [num_users=1] = get_attr[target=body]
    %grad : [num_users=1] = call_function[target=torch.ops.higher_order.wrap_with_set_grad_enabled](args = (False, %body, %a), kwargs = {})
    %first : [num_users=1] = call_function[target=operator.getitem](args = (%grad, 1), kwargs = {})
    %other : [num_users=1] = get_attr[target=other]
    %again : [num_users=1] = call_function[target=torch.ops.higher_order.cond](args = (%a, %other, %other, (%first,)), kwargs = {})
    return (again,))",
                                    {{"body", std::move(outer)}, {"other", leaf("relu")}});
    CHECK(inline_regions(p));
    CHECK(fx_text(p.graph()) == R"(graph():
    %a : [num_users=2] = placeholder[target=a]
    %r : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%a,), kwargs = {})
    %other : [num_users=1] = get_attr[target=other]
    %again : [num_users=1] = call_function[target=torch.ops.higher_order.cond](args = (%a, %other, %other, (%r,)), kwargs = {})
    return (again,))");
    CHECK(lint(p.graph()).empty());
    REQUIRE(p.module.submodules.size() == 1);
    CHECK(p.module.submodules[0].name == "other");
    CHECK_FALSE(inline_regions(p));
}

TEST_CASE("inline_regions: the op of out_dtype stands in its place") {
    exported_program p;
    p.module.graph = parse(R"(graph():
    %a : i8[2] = placeholder[target=a]
    %r : i32[2] = call_function[target=torch.ops.higher_order.out_dtype](args = ('torch.ops.aten.mul.Scalar', torch.int32, %a, 3), kwargs = {})
    return (%r,))",
                           find_aten_op);
    CHECK(inline_regions(p));
    CHECK(fx_text(p.graph()) == R"(graph():
    %a : [num_users=1] = placeholder[target=a]
    %to_dtype : [num_users=1] = call_function[target=torch.ops.aten.to.dtype](args = (%a, torch.int32), kwargs = {})
    %mul_scalar : [num_users=1] = call_function[target=torch.ops.aten.mul.Scalar](args = (%to_dtype, 3), kwargs = {})
    return (mul_scalar,))");
    CHECK_FALSE(inline_regions(p));
}

TEST_CASE("inline_regions: operands that stand in a list") {
    exported_program p = program_of(R"(graph():
    %a : [num_users=1] = placeholder[target=a]
    %body : [num_users=1] = get_attr[target=body]
    %hinted : [num_users=1] = call_function[target=torch.ops.higher_order.hints_wrapper](args = (%body, [%a], {}), kwargs = {hints: {level: 1}})
    %first : [num_users=1] = call_function[target=operator.getitem](args = (%hinted, 0), kwargs = {})
    %other : [num_users=1] = get_attr[target=other]
    %strict : [num_users=1] = call_function[target=torch.ops.higher_order.strict_mode](args = (%other, [%first]), kwargs = {})
    %second : [num_users=1] = call_function[target=operator.getitem](args = (%strict, 0), kwargs = {})
    return (second,))",
                                    {{"body", leaf("neg")}, {"other", leaf("relu")}});
    CHECK(inline_regions(p));
    CHECK(fx_text(p.graph()) == R"(graph():
    %a : [num_users=1] = placeholder[target=a]
    %r : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%a,), kwargs = {})
    %r_1 : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%r,), kwargs = {})
    return (r_1,))");
    CHECK(lint(p.graph()).empty());
}

TEST_CASE("inline_regions: a graph of control flow may have regions, and two calls one graph") {
    graph_module branch{parse_fx(R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %body : [num_users=2] = get_attr[target=body]
    %one : [num_users=1] = call_function[target=torch.ops.higher_order.invoke_subgraph](args = (%body, "body", %x), kwargs = {})
    %first : [num_users=1] = call_function[target=operator.getitem](args = (%one, 0), kwargs = {})
    %two : [num_users=1] = call_function[target=torch.ops.higher_order.invoke_subgraph](args = (%body, "body", %first), kwargs = {})
    %second : [num_users=1] = call_function[target=operator.getitem](args = (%two, 0), kwargs = {})
    return (second,))"),
                        {}};
    branch.submodules.push_back({"body", leaf("neg")});
    exported_program p = program_of(R"(graph():
    %a : [num_users=2] = placeholder[target=a]
    %branch : [num_users=2] = get_attr[target=branch]
    %again : [num_users=1] = call_function[target=torch.ops.higher_order.cond](args = (%a, %branch, %branch, (%a,)), kwargs = {})
    return (again,))",
                                    {{"branch", std::move(branch)}});
    CHECK(inline_regions(p));
    CHECK(fx_text(p.module.submodules.at(0).module.graph) == R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %r : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%x,), kwargs = {})
    %r_1 : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%r,), kwargs = {})
    return (r_1,))");
    CHECK(p.module.submodules[0].module.submodules.empty());
}

TEST_CASE("inline_regions: a call that does not fit its graph is an error, and nothing changes") {
    exported_program p = program_of(R"(graph():
    %a : [num_users=2] = placeholder[target=a]
    %body : [num_users=1] = get_attr[target=body]
    %grad : [num_users=1] = call_function[target=torch.ops.higher_order.wrap_with_set_grad_enabled](args = (False, %body, %a, %a), kwargs = {})
    return (grad,))",
                                    {{"body", leaf("neg")}});
    graph_module const before = p.module;
    CHECK_THROWS_AS(inline_regions(p), error);
    CHECK(p.module == before);
}

// A product under autocast as these arguments say, of `inner` within, and a graph that calls it so.
graph_module product() {
    return {
        parse("graph():\n    %x : f32[2, 2] = placeholder[target=x]\n"
              "    %mm : f32[2, 2] = call_function[target=torch.ops.aten.mm.default](args = (%x, %x), kwargs = {})\n"
              "    return (%mm,)",
              find_aten_op),
        {}};
}
graph_module calling(std::string_view how, std::string_view more, std::string_view results, graph_module body) {
    graph_module made{parse("graph():\n    %x : f32[2, 2] = placeholder[target=x]\n    %body = get_attr[target=body]\n"
                            "    %r : (f32[2, 2],) = call_function[target=torch.ops.higher_order." +
                                std::string(how) + ", %body, %x), kwargs = {})\n" + std::string(more) +
                                "    %item = call_function[target=operator.getitem](args = (%r, 0), kwargs = {})\n"
                                "    return (" +
                                std::string(results) + ")",
                            find_aten_op),
                      {}};
    made.submodules.push_back({"body", std::move(body)});
    return made;
}
constexpr std::string_view on = "wrap_with_autocast](args = (\"cpu\", torch.bfloat16, True, False",
                           half = "wrap_with_autocast](args = (\"cpu\", torch.float16, True, False",
                           off = "wrap_with_autocast](args = (\"cpu\", torch.bfloat16, False, False",
                           cuda = "wrap_with_autocast](args = (\"cuda\", torch.float16, True, False",
                           no_grad = "wrap_with_set_grad_enabled](args = (False";

// The dtypes that the products of the program are of when its regions are inlined.
std::string products(graph_module module) {
    exported_program p;
    p.module = std::move(module);
    CHECK(inline_regions(p));
    CHECK(p.module.submodules.empty());
    CHECK(lint(p.graph()).empty());
    std::string text;
    for (node_id const n : p.graph().nodes())
        if (p.graph().target(n).name == "aten::mm")
            text += std::string(torch_name(p.graph().val(p.graph().arg(n, 0).node())->tensor.dtype)) + " ";
    return text;
}

TEST_CASE("inline_regions: autocast becomes casts, as the region says that is nearest to an op") {
    CHECK(products(calling(on, "", "%item", product())) == "torch.bfloat16 ");
    CHECK(products(calling(half, "", "%item", product())) == "torch.float16 ");
    CHECK(products(calling(off, "", "%item", product())) == "torch.float32 ");
    CHECK(products(calling(cuda, "", "%item", product())) == "torch.float32 ");
    CHECK(products(calling(on, "", "%item", calling(off, "", "%item", product()))) == "torch.float32 ");
    CHECK(products(calling(on, "", "%item", calling(half, "", "%item", product()))) == "torch.float16 ");
    CHECK(products(calling(off, "", "%item", calling(half, "", "%item", product()))) == "torch.float16 ");
    for (std::string_view const within : {cuda, no_grad})
        CHECK(products(calling(on, "", "%item", calling(within, "", "%item", product()))) == "torch.bfloat16 ");
}

TEST_CASE("inline_regions: calls of one graph may cast to several dtypes") {
    std::string const more = "    %s : (f32[2, 2],) = call_function[target=torch.ops.higher_order." +
                             std::string(no_grad) +
                             ", %body, %x), kwargs = {})\n"
                             "    %other = call_function[target=operator.getitem](args = (%s, 0), kwargs = {})\n"
                             "    %t : (f32[2, 2],) = call_function[target=torch.ops.higher_order." +
                             std::string(half) +
                             ", %body, %x), kwargs = {})\n"
                             "    %third = call_function[target=operator.getitem](args = (%t, 0), kwargs = {})\n";
    CHECK(products(calling(on, more, "%item, %other, %third", product())) ==
          "torch.bfloat16 torch.float32 torch.float16 ");
}

} // namespace
