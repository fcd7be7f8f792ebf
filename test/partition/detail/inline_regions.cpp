#include <graft/partition/detail/inline_regions.hpp>

#include <doctest/doctest.h>

#include <graft/ir/text/parse.hpp>
#include <graft/ir/text/print.hpp>

#include <string>
#include <string_view>
#include <utility>

namespace {

using namespace graft;

graph_module with_region(std::string_view region, std::string_view said) {
    graph_module body{parse(R"(graph():
    %x = placeholder[target=x]
    return (%x,))"),
                      {}};
    graph_module module{parse("graph():\n    %a = placeholder[target=a]\n"
                              "    %body = get_attr[target=body]\n"
                              "    %call = call_function[target=torch.ops.higher_order." +
                              std::string(region) + "](args = (" + std::string(said) +
                              "%body, %a), kwargs = {})\n"
                              "    %r = call_function[target=operator.getitem](args = (%call, 0), "
                              "kwargs = {})\n    return (%r,)"),
                        {}};
    module.submodules.push_back({"body", std::move(body)});
    return module;
}

constexpr std::string_view inlined = "graph():\n    %a : [num_users=1] = placeholder[target=a]\n    return (a,)";

TEST_CASE("inline_regions: a region that only runs its graph is put in its place") {
    graph_module module = with_region("wrap_with_set_grad_enabled", "False, ");
    CHECK(detail::has_regions(module));
    detail::inline_regions_in(module, nullptr);
    CHECK(fx_text(module.graph) == inlined);
    CHECK_FALSE(detail::has_regions(module));
}

TEST_CASE("inline_regions: one in which autocast casts stays, unless what is done before turns that off") {
    graph_module module = with_region("wrap_with_autocast", R"("cpu", torch.bfloat16, True, False, )");
    CHECK(detail::has_regions(module));
    graph_module const before = module;
    detail::inline_regions_in(module, nullptr);
    CHECK(module == before);
    detail::inline_regions_in(module, [](graph_module& m) {
        for (node_id const n : m.graph.nodes())
            if (m.graph.op(n) == opcode::call_function && m.graph.arg_count(n) == 6)
                m.graph.set_arg(n, 2, false);
    });
    CHECK(fx_text(module.graph) == inlined);
}

} // namespace
