#include <graft/subgraph/pattern_graph.hpp>

#include <graft/core/error.hpp>
#include <graft/dialect/aten.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/pattern/use.hpp>

#include <doctest/doctest.h>

using namespace graft;

namespace {

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

} // namespace

TEST_CASE("pattern_graph: variables, then wildcards, are the placeholders") {
    CHECK(fx_text(pattern_graph(aten::add.Tensor(aten::relu(y), aten::mul.Tensor(x, any)))) == R"(graph():
    %y : [num_users=1] = placeholder[target=y]
    %x : [num_users=1] = placeholder[target=x]
    %any_1 : [num_users=1] = placeholder[target=any]
    %relu_default : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%y,), kwargs = {})
    %mul_tensor : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, %any_1), kwargs = {})
    %add_tensor : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%relu_default, %mul_tensor), kwargs = {})
    return add_tensor)");
}

TEST_CASE("pattern_graph: a right side has the placeholders of the left one, used or not") {
    graph const lhs = pattern_graph(aten::add.Tensor(y, x));
    CHECK(fx_text(replacement_graph(to_pattern(aten::relu(x)), lhs)) == R"(graph():
    %y : [num_users=0] = placeholder[target=y]
    %x : [num_users=1] = placeholder[target=x]
    %relu_default : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%x,), kwargs = {})
    return relu_default)");
    CHECK_THROWS_AS((void)replacement_graph(to_pattern(var<"z">), lhs), error);
}

TEST_CASE("pattern_graph: what a graph cannot say is refused") {
    CHECK_THROWS_AS((void)pattern_graph(one_use(aten::relu(x))), error);
}

TEST_CASE("parse_graph: reads FX's text and the lossless one") {
    graph const g = pattern_graph(aten::relu(x));
    CHECK(fx_text(parse_graph(fx_text(g))) == fx_text(g));
    CHECK(fx_text(parse_graph(text(g))) == fx_text(g));
}
