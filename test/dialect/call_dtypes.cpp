#include <graft/dialect/call_dtypes.hpp>

#include <graft/dialect/edge.hpp>
#include <graft/dialect/known_ops.hpp>
#include <graft/ir/text/parse.hpp>

#include <doctest/doctest.h>

#include <vector>

namespace {

using namespace graft;

constexpr char const* calls = R"(graph():
    %x : f32[2] = placeholder[target=x]
    %i : i64[2] = placeholder[target=i]
    %add : f32[2] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %i), kwargs = {})
    %cat : f32[4] = call_function[target=torch.ops.aten.cat.default](args = ([%x, %i],), kwargs = {})
    %two : f32[2] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, 2), kwargs = {})
    return %two
)";

std::vector<dtype> dtypes_of_call(graph const& g, std::size_t number) {
    for (node_id const n : g.nodes())
        if (g.op(n) == opcode::call_function && number-- == 0)
            return call_dtypes(g, n, *g.target(n).op, edge_constraint(*g.target(n).op));
    return {};
}

TEST_CASE("call dtypes: a call has those of its tensors and results, in the order of the columns") {
    graph const g = parse(calls, find_known_op);
    CHECK((dtypes_of_call(g, 0) == std::vector{dtype::f32, dtype::i64, dtype::undefined, dtype::f32}));
    CHECK((dtypes_of_call(g, 1) == std::vector{dtype::f32, dtype::f32})); // of a list that of the first
    CHECK((dtypes_of_call(g, 2) == std::vector{dtype::f32, dtype::undefined, dtype::undefined, dtype::f32}));
}

} // namespace
