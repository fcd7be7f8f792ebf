#include <graft/ir/text/print_tabular.hpp>

#include "../torch_print.hpp"

#include <doctest/doctest.h>

#include <graft/ir/text/parse.hpp>

namespace {

using namespace graft;

TEST_CASE("print_tabular: a line for each node, in columns") {
    graph const g = parse(R"(graph():
    %x = placeholder[target=x]
    %add = call_function[target=torch.ops.aten.add.Tensor](args = (%x, 1), kwargs = {alpha: 2})
    %g = call_function[target=operator.getitem](args = (%add, "k"), kwargs = {})
    return (%g,)
)");
    CHECK(print_tabular(g) == R"(opcode         name    target                       args        kwargs
-------------  ------  ---------------------------  ----------  ------------
placeholder    x       x                            ()          {}
call_function  add     aten.add.Tensor              (x, 1)      {'alpha': 2}
call_function  g       <built-in function getitem>  (add, 'k')  {}
output         output  output                       ((g,),)     {}
)");
}

TEST_CASE("print_tabular: prints what torch prints, but for addresses") {
    for (std::string const& name : graft_test::torch_print_names) {
        CAPTURE(name);
        graft_test::torch_print const wanted(name);
        std::string const tabular = wanted.section("tabular");
        if (tabular.find(" at 0x") == std::string::npos)
            CHECK(print_tabular(wanted.g) == tabular);
        else
            CHECK(name == "functions");
    }
}

TEST_CASE("print_tabular: an empty graph has its heading only") {
    CHECK(print_tabular(graph{}) == "opcode    name    target    args    kwargs\n"
                                    "--------  ------  --------  ------  --------\n");
}

} // namespace
