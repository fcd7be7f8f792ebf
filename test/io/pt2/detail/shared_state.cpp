#include <graft/io/pt2/detail/shared_state.hpp>

#include <graft/dialect/known_ops.hpp>
#include <graft/ir/lint.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/symbolic/spec_of.hpp>

#include <doctest/doctest.h>

#include "../../call_builder.hpp"
#include "../../pt2_fixture.hpp"
#include "../../raises.hpp"

#include <string>
#include <string_view>

namespace {

using namespace graft;
using graft_test::call_builder;
using graft_test::raised;
using graft_test::replaced;

// A program of two buffers, `a` and `b`, that show what these tensors show; `calls` adds to it and gives its result.
template <class F>
exported_program of_buffers(tensor const& a, tensor const& b, F const& calls) {
    call_builder build;
    arg const first = build.input("a", spec_of(a)), second = build.input("b", spec_of(b));
    exported_program program = build.output({calls(build, first, second)});
    program.signature.inputs[0] = {input_kind::buffer, "a", "a", true, false, {}};
    program.signature.inputs[1] = {input_kind::buffer, "b", "b", true, false, {}};
    program.state_dict.emplace("a", a);
    program.state_dict.emplace("b", b);
    return program;
}

arg written_then_read(call_builder& build, arg const& a, arg const& b) {
    build.call("aten::add_.Scalar", {a, arg(1)});
    return build.call("aten::neg", {b});
}

bool shares(exported_program const& program) {
    return program.state_dict.at("a").shares_storage(program.state_dict.at("b"));
}

TEST_CASE(
    "shared_state: a buffer that is part of one that is written to becomes a view of it, and has its own elements") {
    tensor const all = tensor::zeros({6}, dtype::f32);
    exported_program program = of_buffers(all, all.as_strided({4}, {1}, 2), written_then_read);
    detail::part_shared_state(program);
    CHECK(fx_text(program.graph()) == R"(graph():
    %a : [num_users=2] = placeholder[target=a]
    %b : [num_users=1] = placeholder[target=b]
    %view_default : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%a, [-1]), kwargs = {})
    %slice_tensor : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%view_default, 0, 2, 6), kwargs = {})
    %view_default_1 : [num_users=2] = call_function[target=torch.ops.aten.view.default](args = (%slice_tensor, [4]), kwargs = {})
    %add__scalar : [num_users=0] = call_function[target=torch.ops.aten.add_.Scalar](args = (%a, 1), kwargs = {})
    %neg_default : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%view_default_1,), kwargs = {})
    %copy__default : [num_users=0] = call_function[target=torch.ops.aten.copy_.default](args = (%b, %view_default_1), kwargs = {})
    return (neg_default,))");
    CHECK(lint(program.graph()).empty());
    CHECK(!shares(program));
    std::string const once = fx_text(program.graph());
    detail::part_shared_state(program);
    CHECK(fx_text(program.graph()) == once);
}

TEST_CASE("shared_state: a write to the part is one to the whole; a transposed part lies as it did") {
    tensor const all = tensor::zeros({2, 3}, dtype::f32);
    exported_program program = of_buffers(all.as_strided({3, 2}, {1, 3}, 0), all, written_then_read);
    detail::part_shared_state(program);
    graph const& g = program.graph();
    node_id const part = g.at("as_strided_default");
    REQUIRE(part != no_node);
    CHECK(g.val(part)->tensor.strides == vec<sym_int>{1, 3});
    CHECK(g.arg(g.at("add__scalar"), 0).node() == part);
    CHECK(g.arg(g.at("neg_default"), 0).node() == g.at("b"));
}

TEST_CASE("shared_state: one tensor of two names is one node") {
    tensor const all = tensor::zeros({2}, dtype::f32);
    exported_program program = of_buffers(all, all, written_then_read);
    detail::part_shared_state(program);
    graph const& g = program.graph();
    CHECK(g.arg(g.at("neg_default"), 0).node() == g.at("a"));
    CHECK(g.arg(g.at("copy__default"), 0).node() == g.at("b"));
    CHECK(!shares(program));
}

TEST_CASE("shared_state: what nothing writes to, and parts that have no element in common, stay as they are") {
    tensor const all = tensor::zeros({6}, dtype::f32);
    exported_program read =
        of_buffers(all, all.as_strided({4}, {1}, 2), [](call_builder& build, arg const& a, arg const& b) {
            return build.call("aten::add.Tensor", {build.call("aten::sum", {a}), b});
        });
    exported_program apart = of_buffers(all.as_strided({2}, {1}, 0), all.as_strided({4}, {1}, 2), written_then_read);
    for (exported_program* const program : {&read, &apart}) {
        std::string const before = fx_text(program->graph());
        detail::part_shared_state(*program);
        CHECK(fx_text(program->graph()) == before);
        CHECK(shares(*program));
    }
}

TEST_CASE("shared_state: parts of which none holds all are refused, unless one only is used") {
    tensor const all = tensor::zeros({6}, dtype::f32);
    tensor const left = all.as_strided({4}, {1}, 0), right = all.as_strided({4}, {1}, 2);
    exported_program program = of_buffers(left, right, written_then_read);
    CHECK(raised([&] { detail::part_shared_state(program); }) ==
          "graft: pt2: 'a' and 'b' share elements that are written to, and none of those that share them holds all of "
          "one dtype");
    exported_program alone = of_buffers(left, right, [](call_builder& build, arg const& a, arg const&) {
        return build.call("aten::add_.Scalar", {a, arg(1)});
    });
    std::string const before = fx_text(alone.graph());
    detail::part_shared_state(alone);
    CHECK(fx_text(alone.graph()) == before);
}

TEST_CASE("shared_state: read_pt2 parts it where it knows the ops") {
    graft_test::pt2_records records;
    std::string const entry = R"("w":{"path_name":"weight_0","is_param":true,"use_pickle":false,"tensor_meta":)" +
                              graft_test::tensor_json() + "}";
    records.weights = R"({"config":{)" + entry + "," + replaced(entry, "\"w\"", "\"v\"") + "}}";
    auto const change = [&](std::string_view from, std::string_view to) {
        records.model = replaced(records.model, from, to);
    };
    change(R"("inputs":[{"as_tensor":{"name":"p_w"}})",
           R"("inputs":[{"as_tensor":{"name":"p_v"}},{"as_tensor":{"name":"p_w"}})");
    change(R"("tensor_values":{)", R"("tensor_values":{"p_v":)" + graft_test::tensor_json() + ",");
    change(R"("input_specs":[)", R"("input_specs":[{"parameter":{"arg":{"name":"p_v"},"parameter_name":"v"}},)");
    change("add.Tensor", "add_.Tensor");
    change(R"("arg":{"as_tensor":{"name":"x"}},"kind":1})", R"("arg":{"as_tensor":{"name":"p_v"}},"kind":1})");
    exported_program const program =
        read_pt2(graft_test::open_archive(graft_test::pack(records)), {.find_op = find_known_op<>, .model = {}});
    graph const& g = program.graph();
    CHECK(g.arg(g.at("add"), 1).node() == g.at("p_v"));
    CHECK(g.at("copy__default") != no_node);
    CHECK(!g.is_constant(g.at("p_w")));
}

} // namespace
