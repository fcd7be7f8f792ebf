// PyTorch's "Writing Graph Transformations on ATen IR": each of its examples, in its order; the Python first.
#include <doctest/doctest.h>

#include <graft/dialect/aten.hpp>
#include <graft/dialect/infer.hpp>
#include <graft/ir/find_nodes.hpp>
#include <graft/ir/map_arg.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/partition/capability_based_partitioner.hpp>
#include <graft/partition/fuse_partitions.hpp>
#include <graft/partition/target_set.hpp>
#include <graft/pass/manager.hpp>
#include <graft/pass/transformer.hpp>
#include <graft/subgraph/replace_pattern.hpp>
#include <graft/subgraph/subgraph_matcher.hpp>

#include "../io/raises.hpp"
#include "../transform/check_rewrite.hpp"
#include "documented.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace {

using namespace graft;
using namespace graft_test;

//=== the graph edited directly ===//

// def replace_add_with_mul(gm: torch.fx.GraphModule) -> torch.fx.GraphModule:
//     for node in gm.graph.nodes:
//         if node.op == "call_function" and node.target == torch.ops.aten.add.Tensor:
//             node.target = torch.ops.aten.mul.Tensor
void replace_add_with_mul(graph& g) {
    std::uint32_t const mul = g.intern_target(aten::mul.Tensor.info());
    for (node_id const n : g.nodes())
        if (g.target(n) == aten::add.Tensor)
            g.set_target(n, mul);
}

TEST_CASE("graph transformations: add becomes mul where it stands") {
    exported_program p = sum_program();
    replace_add_with_mul(p.graph());
    CHECK(fx_text(p.graph()) == R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    %add_tensor : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, %y), kwargs = {})
    %neg_default : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%add_tensor,), kwargs = {})
    return (neg_default,))");
    check_sound(p);
}

// with gm.graph.inserting_after(node):
//     new_relu_node = gm.graph.call_function(torch.ops.aten.relu.default, args=(node,))
//     node.replace_all_uses_with(new_relu_node)
void insert_relu_after_add(graph& g) {
    for (node_id const n : g.nodes())
        if (g.target(n) == aten::add.Tensor) {
            auto const scope = inserting_after(g, n);
            node_id const relu = g.call_function(aten::relu.default_.info(), {arg::node(n)});
            // The relu itself goes on using the sum, which the page leaves to the reader.
            g.replace_all_uses_with(n, operand::node(relu), [&](node_id user) { return user != relu; });
        }
}

TEST_CASE("graph transformations: a relu after each add, which its users get instead") {
    exported_program p = sum_program();
    insert_relu_after_add(p.graph());
    infer_all(p.graph());
    CHECK(fx_text(p.graph()) == R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    %add_tensor : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %y), kwargs = {})
    %relu_default : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%add_tensor,), kwargs = {})
    %neg_default : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%relu_default,), kwargs = {})
    return (neg_default,))");
    check_sound(p);
}

//=== Transformer ===//

// class ReplaceAddWithMul(torch.fx.Transformer):
//     def call_function(self, target, args, kwargs):
//         if target != torch.ops.aten.add.Tensor:
//             return super().call_function(target, args, kwargs)
//         return super().call_function(torch.ops.aten.mul.Tensor, args, kwargs)
struct replace_add_with_mul_transformer : transformer<replace_add_with_mul_transformer> {
    arg call_function(call_target const& target, vec<arg> const& args, vec<kwarg> const& kwargs) {
        if (target != aten::add.Tensor)
            return transformer::call_function(target, args, kwargs);
        return transformer::call_function(aten::mul.Tensor, args, kwargs);
    }
};

// transformed_graph_module = ReplaceAddWithMul(graph_module).transform()
TEST_CASE("graph transformations: one-to-one") {
    exported_program const p = sum_program();
    graph const transformed = replace_add_with_mul_transformer{}.transform(p.graph());
    CHECK(fx_text(transformed) == R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    %mul_tensor : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, %y), kwargs = {})
    %neg_default : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%mul_tensor,), kwargs = {})
    return (neg_default,))");
    CHECK(calls(p) == "add.Tensor neg");
}

// class ReplaceAddWithMulSub(torch.fx.Transformer):
//     def call_function(self, target, args, kwargs):
//         if target != torch.ops.aten.add.Tensor:
//             return super().call_function(target, args, kwargs)
//         x, y = args
//         mul_res = super().call_function(torch.ops.aten.mul.Tensor, args, {})
//         return super().call_function(torch.ops.aten.sub.Tensor, (mul_res, y), {})
struct replace_add_with_mul_sub_transformer : transformer<replace_add_with_mul_sub_transformer> {
    arg call_function(call_target const& target, vec<arg> const& args, vec<kwarg> const& kwargs) {
        if (target != aten::add.Tensor)
            return transformer::call_function(target, args, kwargs);
        arg const mul_res = transformer::call_function(aten::mul.Tensor, args, {});
        return transformer::call_function(aten::sub.Tensor, {mul_res, args[1]}, {});
    }
};

TEST_CASE("graph transformations: one-to-X") {
    exported_program p = sum_program();
    CHECK(replace_add_with_mul_sub_transformer{}(p.graph()));
    CHECK(fx_text(p.graph()) == R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=2] = placeholder[target=y]
    %mul_tensor : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, %y), kwargs = {})
    %sub_tensor : [num_users=1] = call_function[target=torch.ops.aten.sub.Tensor](args = (%mul_tensor, %y), kwargs = {})
    %neg_default : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%sub_tensor,), kwargs = {})
    return (neg_default,))");
    infer_all(p.graph());
    check_sound(p);
}

// class RemoveDetachPass(torch.fx.Transformer):
//     def call_function(self, target, args, kwargs):
//         if target not in (torch.ops.aten.detach.default, torch.ops.aten.detach_copy.default):
//             return super().call_function(target, args, kwargs)
//         assert len(args) == 1
//         return args[0]
struct remove_detach_transformer : transformer<remove_detach_transformer> {
    arg call_function(call_target const& target, vec<arg> const& args, vec<kwarg> const& kwargs) {
        if (target != aten::detach && target != aten::detach_copy)
            return transformer::call_function(target, args, kwargs);
        return args[0];
    }
};

TEST_CASE("graph transformations: one-to-none") {
    program_builder b;
    exported_program p = b.finish({aten::neg(aten::detach(aten::relu(b.input("x", f32_spec({3})))))});
    CHECK(remove_detach_transformer{}(p.graph()));
    CHECK(calls(p) == "relu neg");
    check_sound(p);
}

// def args_map(target, fn, args, kwargs): ...
// class ScalarToTensorPass(torch.fx.Transformer):
//     def call_function(self, target, args, kwargs):
//         args, kwargs = args_map(target, try_coerce, args, kwargs)
//         return super().call_function(target, args, kwargs)
struct scalar_to_tensor_transformer : transformer<scalar_to_tensor_transformer> {
    arg call_function(call_target const& target, vec<arg> const& args, vec<kwarg> const& kwargs) {
        auto const try_coerce = [&](arg const& value, schema_argument const& slot) {
            bool const number =
                value.kind == arg_kind::boolean || value.kind == arg_kind::integer || value.kind == arg_kind::real;
            return number && slot.type == type_kind::tensor
                       ? transformer::call_function(aten::full, {arg::list({}), value})
                       : value;
        };
        call_arguments const mapped = args_map(*target.op(), try_coerce, args, kwargs);
        return transformer::call_function(target, mapped.args, mapped.kwargs);
    }
};

TEST_CASE("graph transformations: numbers become tensors where the schema says Tensor") {
    program_builder b;
    exported_program p = b.finish({aten::mul.Tensor(b.input("x", f32_spec({2})), 2.5)}), before = p;
    CHECK(scalar_to_tensor_transformer{}(p.graph()));
    CHECK(fx_text(p.graph()) == R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %full_default : [num_users=1] = call_function[target=torch.ops.aten.full.default](args = ([], 2.5), kwargs = {})
    %mul_tensor : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, %full_default), kwargs = {})
    return (mul_tensor,))");
    infer_all(p.graph());
    check_sound(p);
    check_same_outputs(before, p);
}

//=== Subgraph Rewriter ===//

// "callable functions or GraphModules"
// replaced_patterns = subgraph_rewriter.replace_pattern_with_filters(traced_module, pattern, replacement)
TEST_CASE("graph transformations: replace_pattern_with_filters, with graphs as pattern and replacement") {
    exported_program p;
    {
        program_builder b;
        value const x = b.input("x", f32_spec({2})), y = b.input("y", f32_spec({2}));
        p = b.finish({aten::mul.Tensor(aten::add.Tensor(x, y), y)});
    }
    graph pattern, replacement;
    value const x = placeholder(pattern, "x"), y = placeholder(pattern, "y");
    output(pattern, {aten::mul.Tensor(aten::add.Tensor(x, y), y)});
    value const a = placeholder(replacement, "x"), b = placeholder(replacement, "y");
    output(replacement, {aten::sub.Tensor(a, b)});
    auto const declines = [](internal_match const&, graph const&, graph const&) { return false; };
    CHECK(replace_pattern_with_filters(p.graph(), pattern, replacement, {}, declines).empty());
    auto const replaced_patterns = replace_pattern_with_filters(p.graph(), pattern, replacement);
    CHECK(calls(p) == "sub.Tensor");
    // `nodes_map` tells which nodes were matched, `replacements` which took their place.
    REQUIRE(replaced_patterns.size() == 1);
    CHECK(pattern.name(replaced_patterns[0].anchor) == "mul_tensor");
    CHECK(replaced_patterns[0].nodes_map.size() == 4);
    CHECK(names(p.graph(), replaced_patterns[0].replacements) == "[sub_tensor]");
}

//=== Pass Manager ===//

any_pass replace_call(std::string name, call_target const& of, op_info const& by) {
    return make_pass(std::move(name), [of, &by](graph& g) {
        for (node_id const n : find_nodes(g, of))
            g.set_target(n, g.intern_target(by));
    });
}

// pm = PassManager(passes=[replace_add_with_div, replace_div_with_mul], run_checks_after_each_pass=True,
//                  suppress_check_failures=False)
// graph_module_out = pm(graph_module)
TEST_CASE("graph transformations: PassManager, with functions as passes") {
    pass_manager pm({replace_call("replace_add_with_div", aten::add.Tensor, aten::div.Tensor.info()),
                     replace_call("replace_div_with_mul", aten::div.Tensor, aten::mul.Tensor.info())});
    pm.run_checks_after_each_pass = true;
    pm.suppress_check_failures = false;
    exported_program p = sum_program();
    CHECK(pm(p).modified);
    CHECK(calls(p) == "mul.Tensor neg");
}

// pm.set_checks(check_div_target)
// pm(graph_module)    # raises ValueError after replace_div_with_mul pass
TEST_CASE("graph transformations: set_checks, whose failures may be let be") {
    pass_manager pm({replace_call("replace_add_with_div", aten::add.Tensor, aten::div.Tensor.info()),
                     replace_call("replace_div_with_mul", aten::div.Tensor, aten::mul.Tensor.info())});
    pm.run_checks_after_each_pass = true;
    pm.set_checks([](exported_program const& p) {
        if (!find_nodes(p.graph(), aten::mul.Tensor).empty())
            raise(errc::verification, "target should be div");
    });
    exported_program p = sum_program();
    CHECK(raised([&] { pm(p); }) == "graft: an error occurred when running the 'replace_div_with_mul' pass after the "
                                    "following passes: ['replace_add_with_div']: target should be div");
    CHECK(calls(p) == "div.Tensor neg");
    pm.suppress_check_failures = true;
    CHECK(pm(p).modified);
    CHECK(calls(p) == "mul.Tensor neg");
}

//=== Partitioner ===//

// subgraph_matcher = SubgraphMatcher(pattern_graph)
// match_result = subgraph_matcher.match(large_model_graph)
TEST_CASE("graph transformations: SubgraphMatcher, with what an InternalMatch holds") {
    program_builder b;
    value const weight = b.parameter("_weight", tensor::full({3, 3}, dtype::f32, 1.0));
    value const bias = b.parameter("_bias", tensor::full({3, 3}, dtype::f32, 1.0));
    exported_program const large = b.finish({aten::addmm(bias, b.input("x", f32_spec({3, 3})), weight)});
    program_builder c;
    value const weight_1 = c.parameter("_weight_1", tensor::full({5, 5}, dtype::f32, 1.0));
    value const bias_1 = c.parameter("_bias_1", tensor::full({5, 5}, dtype::f32, 1.0));
    exported_program const pattern = c.finish({aten::addmm(bias_1, c.input("x", f32_spec({5, 5})), weight_1)});
    subgraph_matcher const matcher(pattern.graph());
    vec<internal_match> const match_result = matcher.match(large.graph());
    REQUIRE(match_result.size() == 1);
    CHECK(printed(match_result[0], matcher.pattern(), large.graph()) ==
          "InternalMatch(anchors=[addmm_default], nodes_map={addmm_default: addmm_default, p__bias_1: p__bias, x: x, "
          "p__weight_1: p__weight}, placeholder_nodes=[p__weight, p__bias, x], returning_nodes=[addmm_default], "
          "name_node_map={})");
}

// capability_partitioner = CapabilityBasedPartitioner(graph_module, AddMulOperatorSupport())
// partition_list = capability_partitioner.propose_partitions()
// fused_graph_module = capability_partitioner.fuse_partitions(partition_list)
TEST_CASE("graph transformations: fuse_partitions, whose graphs are those of torch 2.15") {
    graph_module m;
    m.graph = printed_graph(R"(graph():
    %x : [num_users=2] = placeholder[target=x]
    %y : [num_users=2] = placeholder[target=y]
    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %y), kwargs = {})
    %mul : [num_users=2] = call_function[target=torch.ops.aten.mul.Tensor](args = (%add, %y), kwargs = {})
    %relu : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%mul,), kwargs = {})
    %add_1 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%relu, %mul), kwargs = {})
    %mul_1 : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%add_1, %x), kwargs = {})
    return (mul_1,))");
    capability_based_partitioner const partitioner(m.graph, support_targets({aten::add.Tensor, aten::mul.Tensor}));
    vec<partition> const partition_list = partitioner.propose_partitions();
    static_cast<void>(fuse_partitions(m, partition_list));
    CHECK(fx_text(m.graph) == R"(graph():
    %x : [num_users=2] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    %fused_1 : [num_users=2] = call_module[target=fused_1](args = (%x, %y), kwargs = {})
    %relu : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%fused_1,), kwargs = {})
    %fused_0 : [num_users=1] = call_module[target=fused_0](args = (%relu, %fused_1, %x), kwargs = {})
    return (fused_0,))");
    CHECK(fx_text(m.find("fused_0")->graph) == R"(graph():
    %relu : [num_users=1] = placeholder[target=relu]
    %mul : [num_users=1] = placeholder[target=mul]
    %x : [num_users=1] = placeholder[target=x]
    %add_1 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%relu, %mul), kwargs = {})
    %mul_1 : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%add_1, %x), kwargs = {})
    return mul_1)");
    CHECK(fx_text(m.find("fused_1")->graph) == R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=2] = placeholder[target=y]
    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %y), kwargs = {})
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%add, %y), kwargs = {})
    return mul)");
}

} // namespace
