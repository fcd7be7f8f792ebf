#include <graft/subgraph/detail/pattern_replacer.hpp>

#include <graft/ir/text/parse_fx.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/subgraph/subgraph_matcher.hpp>

#include <doctest/doctest.h>

#include <vector>

using namespace graft;

TEST_CASE("replace_pattern_edit: replaces in a copy; a returned placeholder keeps the uses that its new value needs") {
    graph const g = parse_fx(R"(graph():
    %p : [num_users=1] = placeholder[target=p]
    %e : [num_users=2] = call_function[target=torch.ops.aten.exp.default](args = (%p,), kwargs = {})
    %a : [num_users=1] = call_function[target=torch.ops.aten.sigmoid.default](args = (%e,), kwargs = {})
    %t : [num_users=1] = call_function[target=torch.ops.aten.tanh.default](args = (%e,), kwargs = {})
    return (a, t))");
    graph const replacement = parse_fx(R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %n : [num_users=2] = call_function[target=torch.ops.aten.neg.default](args = (%x,), kwargs = {})
    return (n, n))");
    subgraph_matcher const matcher{parse_fx(R"(graph():
    %x : [num_users=2] = placeholder[target=x]
    %a : [num_users=1] = call_function[target=torch.ops.aten.sigmoid.default](args = (%x,), kwargs = {})
    return (a, x))")};
    std::string const before = fx_text(g);
    detail::replacement_source source{replacement};
    detail::replace_pattern_edit edit{g, matcher.pattern()};
    for (internal_match const& m : matcher.match(g))
        CHECK(edit.replace(m, source).replacements.size() == 1);
    CHECK(fx_text(edit.take()) == R"(graph():
    %p : [num_users=1] = placeholder[target=p]
    %e : [num_users=1] = call_function[target=torch.ops.aten.exp.default](args = (%p,), kwargs = {})
    %n : [num_users=2] = call_function[target=torch.ops.aten.neg.default](args = (%e,), kwargs = {})
    %t : [num_users=1] = call_function[target=torch.ops.aten.tanh.default](args = (%n,), kwargs = {})
    return (n, t))");
    CHECK(fx_text(g) == before);
}

TEST_CASE("replacement_source: copies take the values given, in lists and keywords too, as often as wanted") {
    graph const from = parse_fx(R"(graph():
    %x : [num_users=2] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    %c : torch.Tensor [num_users=1] = call_function[target=torch.ops.aten.cat.default](args = ([%x, %y], 1), kwargs = {other: %x, dim: 2})
    return c)");
    graph to;
    node_id const p = to.placeholder("p");
    detail::replacement_source source{from};
    REQUIRE(source.inputs.size() == 2);
    std::vector<operand> values(from.capacity());
    values[source.inputs[0]] = to.encode(arg::node(p));
    values[source.inputs[1]] = to.encode(arg::list({arg::node(p), 3}));
    to.output(arg::tuple(
        {arg::node(source.copy(from.at("c"), to, values)), arg::node(source.copy(from.at("c"), to, values))}));
    CHECK(fx_text(to) == R"(graph():
    %p : [num_users=2] = placeholder[target=p]
    %c : torch.Tensor [num_users=1] = call_function[target=torch.ops.aten.cat.default](args = ([%p, [%p, 3]], 1), kwargs = {other: %p, dim: 2})
    %c_1 : torch.Tensor [num_users=1] = call_function[target=torch.ops.aten.cat.default](args = ([%p, [%p, 3]], 1), kwargs = {other: %p, dim: 2})
    return (c, c_1))");
}
