#include <graft/subgraph/detail/replacement_source.hpp>

#include <graft/ir/text/parse_fx.hpp>
#include <graft/ir/text/print.hpp>

#include <doctest/doctest.h>

#include <vector>

using namespace graft;

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
