#include <graft/subgraph/detail/pattern_replacer.hpp>

#include <graft/ir/text/parse_fx.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/subgraph/subgraph_matcher.hpp>

#include <doctest/doctest.h>

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
