#include <graft/transform/shape_prop.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/pass/pass.hpp>

#include "../io/raises.hpp"
#include "../runtime/test_program.hpp"

#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

sym_int const s0 = symbol{"s0"};

// relu(x @ x.t()) of an x of s0 rows, and how many rows there are.
exported_program gram() {
    program_builder b;
    value const x = b.input("x", f32_spec({s0, 3}));
    value const rows{&b.g(), b.g().call_function(aten::sym_size.int_.info(), {arg::node(x.id), 0})};
    value const square = aten::mm(x, aten::t(x));
    exported_program p = b.finish({aten::relu(square), rows}, {{symbol{"s0"}, {1, 8}}});
    return p;
}

value_spec val(exported_program const& p, std::string_view name) { return *p.graph().val(p.graph().at(name)); }

TEST_CASE("shape_prop: what is known already stays, what is missing or wrong is inferred") {
    exported_program p = gram();
    CHECK_FALSE(shape_prop{}(p).modified);
    p.graph().clear_val(p.graph().at("mm_default"));
    p.graph().set_val(p.graph().at("relu_default"), make_spec(dtype::f16, {1}));
    CHECK(shape_prop{}(p).modified);
    CHECK(text(p.graph()) == text(gram().graph()));
}

TEST_CASE("shape_prop: with sizes the program is one for these sizes") {
    exported_program p = gram();
    shape_prop const for_two({make_spec(dtype::f32, {2, 3})});
    CHECK(for_two(p).modified);
    CHECK(text(p.graph()) == R"(graph():
    %x : f32[2, 3] = placeholder[target=x]
    %sym_size_int : SymInt(2) = call_function[target=torch.ops.aten.sym_size.int](args = (%x, 0), kwargs = {})
    %t_default : f32[3, 2][1, 3] = call_function[target=torch.ops.aten.t.default](args = (%x,), kwargs = {})
    %mm_default : f32[2, 2] = call_function[target=torch.ops.aten.mm.default](args = (%x, %t_default), kwargs = {})
    %relu_default : f32[2, 2] = call_function[target=torch.ops.aten.relu.default](args = (%mm_default,), kwargs = {})
    return (%relu_default, %sym_size_int)
)");
    CHECK(p.range_constraints.empty());
    CHECK_FALSE(for_two(p).modified);
}

TEST_CASE("shape_prop: values that no meta function gives are for these sizes too") {
    exported_program p = gram();
    graph& g = p.graph();
    {
        auto const scope = inserting_before(g, g.back());
        node_id const n = g.call_function("torch.ops.higher_order.wrap", {arg::node(g.at("x"))});
        g.set_val(n, value_spec::of_list({f32_spec({s0 + 1})}));
    }
    shape_prop({make_spec(dtype::f32, {2, 3})})(p);
    CHECK(val(p, "wrap") == value_spec::of_list({f32_spec({3})}));
}

TEST_CASE("shape_prop: inputs that do not fit are refused by name, and the program stays") {
    exported_program p = gram();
    auto const refusal = [&](std::vector<tensor_spec> inputs) {
        return raised([&] { shape_prop(std::move(inputs))(p); });
    };
    CHECK(refusal({make_spec(dtype::f32, {2, 4})}) == "graft: input 'x' has size 4 in dimension 1, not 3");
    CHECK(refusal({make_spec(dtype::f16, {2, 3})}) == "graft: input 'x' has dtype torch.float16, not torch.float32");
    CHECK(refusal({make_spec(dtype::f32, {2, 3}), make_spec(dtype::f32, {})}) ==
          "graft: the program takes 1 inputs, not 2");
    CHECK(refusal({make_spec(dtype::f32, {9, 3})}) ==
          "graft: the size s0 = 9 is outside the range the program was exported for");
    CHECK(text(p.graph()) == text(gram().graph()));
}

TEST_CASE("shape_prop: it is a pass") {
    exported_program p = gram();
    any_pass const pass = shape_prop{};
    CHECK(pass.name == "shape_prop");
    CHECK_FALSE(pass(p).modified);
    CHECK(any_pass{shape_prop({make_spec(dtype::f32, {4, 3})})}(p).modified);
    CHECK(val(p, "mm_default") == value_spec{make_spec(dtype::f32, {4, 4})});
}

} // namespace
