#include <graft/partition/inline_regions.hpp>

#include <doctest/doctest.h>

#include <graft/core/error.hpp>
#include <graft/ir/lint.hpp>
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

} // namespace
