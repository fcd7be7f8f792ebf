#include <graft/ir/text/python_target.hpp>

#include <doctest/doctest.h>

#include <graft/ir/text/print_value.hpp>

#include "../toy.hpp"

#include <string>

namespace {

using namespace graft;

target_info interned(graph& g, std::string_view target) {
    return g.target_at(detail::intern_function(g, target, toy::find));
}

TEST_CASE("python_target: the name of an overload is the op, in its dialect, and prints as it was") {
    graph g;
    CHECK(interned(g, "torch.ops.toy.add.Tensor").op == &toy::add_t::info());
    CHECK(interned(g, "torch.ops.toy.relu.default").name == "toy::relu");
    CHECK(interned(g, "executorch.exir.dialects.edge._ops.toy.relu.default").dialect == dialect_tag::edge);
    CHECK(interned(g, "executorch.exir.dialects.backend._ops.DO_NOT.add_relu.default").dialect == dialect_tag::backend);
    for (char const* const target :
         {"torch.ops.toy.add.Tensor", "torch.ops.new.op.default", "torch.ops.aten.add", "operator.getitem",
          "torch._C._nn.linear", "torch.ops.higher_order.cond", "user.f", "f", "torch.ops.a.b.c.d",
          "executorch.exir.dialects.edge._ops.aten.add.Tensor", "executorch.exir.dialects.edge._ops.aten.add"})
        CHECK(detail::python_target(interned(g, target)) == target);
}

TEST_CASE("python_target: what has no overload is no op") {
    graph g;
    CHECK(!interned(g, "torch.ops.toy.relu").is_op());
    CHECK(!interned(g, "torch.relu").is_op());
    CHECK(interned(g, "torch.ops.new.op.default").op == nullptr);
}

TEST_CASE("python_target: a name that would read as an op's is an error") {
    graph g;
    CHECK_THROWS_AS((void)interned(g, "torch.ops.a::b.c.d"), error);
    CHECK_THROWS_AS((void)interned(g, "::"), error);
}

} // namespace
