#include <graft/transform/detail/prepare_regions.hpp>

#include <graft/dialect/aten.hpp>
#include <graft/ir/text/parse.hpp>

#include <doctest/doctest.h>

#include "calls_of.hpp"

#include <string>

namespace {

using namespace graft;

TEST_CASE("prepare_regions: an op of out_dtype stands in its place, in graphs of regions too") {
    std::string const text = "graph():\n"
                             "    %i : i32[2, 2] = placeholder[target=i]\n"
                             "    %r : i32[2, 2] = call_function[target=torch.ops.higher_order.out_dtype](args = "
                             "('torch.ops.aten.mm.default', torch.int32, %i, %i), kwargs = {})\n"
                             "    return (%r,)\n";
    graph_module module{parse(text, find_aten_op), {}};
    module.submodules.push_back({"body", module});
    detail::prepare_regions<>(module);
    for (graph const* const g : {&module.graph, &module.submodules[0].module.graph})
        CHECK(graft_test::calls_of(*g) == "aten::mm(i i ) torch.int32\n");
}

} // namespace
