#include <graft/ir/text/print_readable.hpp>

#include "../torch_print.hpp"

#include <doctest/doctest.h>

#include <graft/ir/text/parse.hpp>
#include <graft/ir/text/parse_fx.hpp>

namespace {

using namespace graft;

TEST_CASE("print_readable: FX's Python code with shapes, sources and the end of values") {
    graph const g = parse(R"(graph():
    %x : f32[2, s0] = placeholder[target=x]
    %p_w = placeholder[target=*args] type "int"
    %d = placeholder[target=d](default=(1, "a"))
    %w = get_attr[target=layer.0.weight]
    %add : f32[2, s0] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %w), kwargs = {alpha: 2}) {stack_trace: "  File \"a.py\", line 1, in outer\n    f(x)\n  File \"m.py\", line 3, in forward\n    return x + w\n"}
    %n : SymInt(s0) = call_function[target=operator.mul](args = (%p_w, 2), kwargs = {}) {stack_trace: "  File \"a.py\", line 1, in outer\n    f(x)\n  File \"m.py\", line 3, in forward\n    return x + w\n"}
    %v = call_method[target=view](args = (%add, %n, -1), kwargs = {})
    %c = call_module[target=sub.conv](args = (%v,), kwargs = {})
    %i = call_function[target=operator.getitem](args = (%c, slice(None, %n, None)), kwargs = {})
    return (%i, %x)
)");
    char const* const expected = R"py(class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, s0]", *args : int, d = (1, 'a')):
        p_w = args

        # No stacktrace found for following nodes
        w = getattr(self.layer, "0").weight

        # File: m.py:3 in forward, code: return x + w
        add: "f32[2, s0]" = torch.ops.aten.add.Tensor(x, w, alpha = 2);  w = None
        n: "Sym(s0)" = p_w * 2;  p_w = None

        # No stacktrace found for following nodes
        v = add.view(n, -1);  add = None
        c = self.sub.conv(v);  v = None
        i = c[slice(None, n, None)];  c = n = None
        return (i, x)
)py";
    CHECK(print_readable(g) == expected);
}

TEST_CASE("print_readable: prints what torch prints") {
    for (std::string const& name : graft_test::torch_print_names) {
        CAPTURE(name);
        graft_test::torch_print const wanted(name);
        CHECK(print_readable(wanted.g) == wanted.section("readable"));
    }
}

TEST_CASE("print_readable: modules inside are classes inside") {
    graph_module module;
    module.graph = parse("graph():\n    %x = placeholder[target=x]\n    return %x\n");
    graph_module inner;
    module.submodules.push_back({"body", inner});
    CHECK(print_readable(module, "top") == R"(class top(torch.nn.Module):
    def forward(self, x):
        return x

    class body(torch.nn.Module):
        def forward(self):
            pass
)");
}

TEST_CASE("print_readable: an op that is none of torch is one word") {
    graph const g = parse_fx(R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %relu : [num_users=1] = call_function[target=executorch.exir.dialects.edge._ops.aten.relu.default](args = (%x,), kwargs = {})
    return relu)");
    CHECK(print_readable(g).find("relu = executorch_exir_dialects_edge__ops_aten_relu_default(x);  x = None") !=
          std::string::npos);
}

TEST_CASE("print_readable: a stack trace that is none is not summed up") {
    CHECK(detail::stack_summary("").empty());
    CHECK(detail::stack_summary("File \"a.py\"").empty());
    CHECK(detail::stack_summary("File \"a.py\", line 3, in f") == "File: a.py:3 in f, code: ");
}

} // namespace
