// ExecuTorch's "Custom Compiler Passes and Partitioners": each of its examples, in its order; the Python first.
#include <doctest/doctest.h>

#include <graft/dialect/aten.hpp>
#include <graft/ir/map_arg.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/lower/edge_program_manager.hpp>
#include <graft/lower/read_pt2.hpp>
#include <graft/partition/capability_based_partitioner.hpp>
#include <graft/partition/operator_support.hpp>
#include <graft/partition/pattern_support.hpp>
#include <graft/partition/source_partitions.hpp>
#include <graft/partition/target_set.hpp>
#include <graft/pass/manager.hpp>
#include <graft/pass/pass_base.hpp>
#include <graft/subgraph/replace_pattern.hpp>
#include <graft/subgraph/subgraph_matcher.hpp>
#include <graft/transform/export_pass.hpp>

#include "../io/raises.hpp"
#include "../transform/check_rewrite.hpp"
#include "documented.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;
using arguments = vec<arg>;
using keyword_arguments = vec<kwarg>;

//=== Level 1: one-to-one ===//

// class ReplaceInPlaceReluWithOutOfPlaceReluPass(ExportPass):
//     def call_operator(self, op, args, kwargs, meta):
//         if op != torch.ops.aten.relu_.default:
//             return super().call_operator(op, args, kwargs, meta)
//         return super().call_operator(Op(torch.ops.aten.relu.default), args, kwargs, meta)
struct replace_inplace_relu : export_pass<replace_inplace_relu> {
    static constexpr std::string_view name = "replace_inplace_relu";
    arg call_operator(call_target const& op, arguments const& args, keyword_arguments const& kwargs,
                      node_metadata const& meta) {
        if (op != aten::relu_)
            return export_pass::call_operator(op, args, kwargs, meta);
        return export_pass::call_operator(aten::relu, args, kwargs, meta);
    }
};

// replace_pass = ReplaceInPlaceReluWithOutOfPlaceReluPass()
// new_graph_module = replace_pass(graph_module).graph_module
TEST_CASE("compiler passes: one-to-one, relu_ becomes relu") {
    program_builder b;
    value const x = b.input("x", f32_spec({2, symbol{"s0"}}));
    exported_program p = b.finish({aten::neg(aten::relu_(aten::neg(x)))}), before = p;
    replace_inplace_relu const replace_pass;
    CHECK(replace_pass(p).modified);
    CHECK(fx_text(p.graph()) == R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %neg_default : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%x,), kwargs = {})
    %relu_default : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%neg_default,), kwargs = {})
    %neg_default_1 : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%relu_default,), kwargs = {})
    return (neg_default_1,))");
    check_sound(p);
    check_same_outputs(before, p);
    CHECK_FALSE(replace_pass(p).modified);
}

//=== Level 1: one-to-X ===//

// class ReplaceAddWithMulSub(ExportPass):
//     def call_operator(self, op, args, kwargs, meta):
//         if op != torch.ops.aten.add.default:
//             return super().call_operator(op, args, kwargs, meta)
//         x, y = args
//         mul_res = super().call_operator(torch.ops.aten.mul.default, args, {}, meta)
//         return super().call_operator(torch.ops.aten.sub.default, (mul_res, y), {}, meta)
struct replace_add_with_mul_sub : export_pass<replace_add_with_mul_sub> {
    static constexpr std::string_view name = "replace_add_with_mul_sub";
    arg call_operator(call_target const& op, arguments const& args, keyword_arguments const& kwargs,
                      node_metadata const& meta) {
        if (op != aten::add.Tensor)
            return export_pass::call_operator(op, args, kwargs, meta);
        arg const mul_res = export_pass::call_operator(aten::mul.Tensor, args, {}, meta);
        return export_pass::call_operator(aten::sub.Tensor, {mul_res, args[1]}, {}, meta);
    }
};

TEST_CASE("compiler passes: one-to-X, add becomes mul and sub, which keep value and stack trace") {
    exported_program p = sum_program();
    CHECK(replace_add_with_mul_sub{}(p).modified);
    CHECK(fx_text(p.graph()) == R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=2] = placeholder[target=y]
    %mul_tensor : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, %y), kwargs = {})
    %sub_tensor : [num_users=1] = call_function[target=torch.ops.aten.sub.Tensor](args = (%mul_tensor, %y), kwargs = {})
    %neg_default : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%sub_tensor,), kwargs = {})
    return (neg_default,))");
    for (char const* const made : {"mul_tensor", "sub_tensor"}) {
        CHECK(p.graph().meta(p.graph().at(made), "stack_trace") == "File \"model.py\", line 3");
        CHECK(*p.graph().val(p.graph().at(made)) == f32_spec({2, 3}));
    }
    check_sound(p);
}

//=== Level 1: one-to-none ===//

// class RemoveDetachPass(ExportPass):
//     def call_operator(self, op, args, kwargs, meta):
//         if op not in (torch.ops.aten.detach.default, torch.ops.aten.detach_copy.default):
//             return super().call_operator(op, args, kwargs, meta)
//         assert len(args) == 1
//         return args[0]
struct remove_detach : export_pass<remove_detach> {
    static constexpr std::string_view name = "remove_detach";
    arg call_operator(call_target const& op, arguments const& args, keyword_arguments const& kwargs,
                      node_metadata const& meta) {
        if (op != aten::detach && op != aten::detach_copy)
            return export_pass::call_operator(op, args, kwargs, meta);
        return args[0];
    }
};

TEST_CASE("compiler passes: one-to-none, detach goes, before an output too") {
    program_builder b;
    value const x = b.input("x", f32_spec({3}));
    value const y = aten::neg(aten::detach(aten::relu(x)));
    exported_program p = b.finish({y, aten::detach_copy(y)}), before = p;
    CHECK(remove_detach{}(p).modified);
    CHECK(calls(p) == "relu neg");
    CHECK(p.signature.outputs[1].name == "neg_default");
    check_sound(p);
    check_same_outputs(before, p);
}

//=== Level 1: what the schema says of each argument ===//

// def args_map(op, fn, args, kwargs): ...           # fn(value, schema) for each argument
// class ScalarToTensorPass(ExportPass):
//     def call_operator(self, op, args, kwargs):
//         def try_coerce(value, arg):
//             return (torch.tensor(value)
//                     if isinstance(value, (float, int, bool)) and type(arg.type) == torch.TensorType
//                     else value)
//         args, kwargs = args_map(op, try_coerce, args, kwargs)
//         return super().call_operator(op, args, kwargs)
struct scalar_to_tensor_pass : export_pass<scalar_to_tensor_pass> {
    static constexpr std::string_view name = "scalar_to_tensor_pass";
    arg call_operator(call_target const& op, arguments const& args, keyword_arguments const& kwargs,
                      node_metadata const& meta) {
        auto const try_coerce = [&](arg const& value, schema_argument const& slot) {
            bool const number =
                value.kind == arg_kind::boolean || value.kind == arg_kind::integer || value.kind == arg_kind::real;
            if (!number || slot.type != type_kind::tensor)
                return value;
            return export_pass::call_operator(aten::full, {arg::list({}), value}, {}, meta);
        };
        call_arguments const mapped = args_map(*op.op(), try_coerce, args, kwargs);
        return export_pass::call_operator(op, mapped.args, mapped.kwargs, meta);
    }
};

TEST_CASE("compiler passes: numbers become tensors where the schema says Tensor, and nowhere else") {
    program_builder b;
    value const x = b.input("x", f32_spec({2}));
    value const y = aten::add.Tensor(x, 2.5, "alpha"_a = 3);
    exported_program p = b.finish({aten::mul.Scalar(y, 2)}), before = p;
    CHECK(scalar_to_tensor_pass{}(p).modified);
    CHECK(fx_text(p.graph()) == R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %full_default : [num_users=1] = call_function[target=torch.ops.aten.full.default](args = ([], 2.5), kwargs = {})
    %add_tensor : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %full_default), kwargs = {alpha: 3})
    %mul_scalar : [num_users=1] = call_function[target=torch.ops.aten.mul.Scalar](args = (%add_tensor, 2), kwargs = {})
    return (mul_scalar,))");
    check_sound(p);
    check_same_outputs(before, p);
    CHECK_FALSE(scalar_to_tensor_pass{}(p).modified);
}

//=== Level 2 ===//

// As torch 2.15 exports `-((x + y) * y)`.
constexpr std::string_view add_mul_text = R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=2] = placeholder[target=y]
    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %y), kwargs = {})
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%add, %y), kwargs = {})
    %neg : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%mul,), kwargs = {})
    return (neg,))";

// def pattern(x, y):
//     x = torch.ops.aten.add.Tensor(x, y)
//     x = torch.ops.aten.mul.Tensor(x, y)
//     return x
// def replacement(x, y):
//     return torch.ops.aten.sub.Tensor(x, y)
// replaced_patterns = subgraph_rewriter.replace_pattern_with_filters(traced_module, pattern, replacement)
TEST_CASE("compiler passes: replace_pattern_with_filters, with functions as pattern and replacement") {
    graph g = printed_graph(add_mul_text);
    auto const pattern = [](auto x, auto y) { return aten::mul.Tensor(aten::add.Tensor(x, y), y); };
    auto const replacement = [](auto x, auto y) { return aten::sub.Tensor(x, y); };
    CHECK(replace_pattern_with_filters(g, pattern, replacement).size() == 1);
    CHECK(fx_text(g) == R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    %sub_tensor : [num_users=1] = call_function[target=torch.ops.aten.sub.Tensor](args = (%x, %y), kwargs = {})
    %neg : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%sub_tensor,), kwargs = {})
    return (neg,))");
}

// class ReplacedPatterns: anchor, nodes_map, replacements
// [ReplacedPatterns(anchor=mul_tensor, nodes_map={mul_tensor: mul, add_tensor: add, x: x, y: y},
//                   replacements=[sub_tensor])]
TEST_CASE("compiler passes: ReplacedPatterns, what was found, and what was added") {
    graph g = printed_graph(add_mul_text);
    set_stack_trace(g, g.at("mul"), "line 3");
    graph const pattern =
        pattern_graph<"x", "y">([](auto x, auto y) { return aten::mul.Tensor(aten::add.Tensor(x, y), y); });
    auto const done = replace_pattern_with_filters(g, pattern, [](auto x, auto y) { return aten::sub.Tensor(x, y); });
    REQUIRE(done.size() == 1);
    std::string map;
    for (mapped_value const& m : done[0].nodes_map)
        map +=
            std::string(pattern.name(m.pattern_node)) + ": " + std::string(g.last_name(g.view(m.value).node())) + ", ";
    CHECK(pattern.name(done[0].anchor) == "mul_tensor");
    CHECK(map == "mul_tensor: mul, add_tensor: add, x: x, y: y, ");
    CHECK(names(g, done[0].replacements) == "[sub_tensor]");
    // In FX, as the page notes, new nodes have no metadata.
    CHECK(g.meta(done[0].replacements[0], "stack_trace") == "line 3");
}

//=== Level 3 ===//

// class ReplaceAddPass(PassBase):
//     def __init__(self, replace_op): self.replace_op = replace_op
//     def call(self, graph_module):
//         for node in gm.graph.nodes:
//             if node.op == "call_function" and node.target == torch.add:
//                 node.target = self.replace_op
//     def requires(self, graph_module): ...         # raises ValueError("No torch.add ops!")
//     def ensures(self, graph_module): pass
class replace_pass : public pass_base {
public:
    replace_pass(std::string own_name, call_target of, op_info const& by)
        : pass_base(std::move(own_name)), of_(of), by_(by) {}

    pass_result call(exported_program& p) const override {
        graph& g = p.graph();
        pass_result result;
        for (node_id const n : g.nodes())
            if (g.target(n) == of_) {
                g.set_target(n, g.intern_target(by_));
                result.modified = true;
            }
        return result;
    }
    void expects(exported_program const& p) const override {
        for (node_id const n : p.graph().nodes())
            if (p.graph().target(n) == of_)
                return;
        raise(errc::verification, "no ", of_.name(), " ops");
    }

private:
    call_target of_;
    op_info const& by_;
};

// replace_add_with_div = ReplaceAddPass(torch.div)
// replace_add_with_div(graph_module)
TEST_CASE("compiler passes: a pass with conditions, and state of its own") {
    replace_pass const replace_add_with_div("replace_add_with_div", aten::add.Tensor, aten::div.Tensor.info());
    exported_program p = sum_program();
    CHECK(replace_add_with_div(p).modified);
    CHECK(calls(p) == "div.Tensor neg");
    CHECK(raised([&] { replace_add_with_div(p); }) == "graft: no aten::add.Tensor ops");
}

//=== Pass Manager ===//

replace_pass const replace_add_with_div("replace_add_with_div", aten::add.Tensor, aten::div.Tensor.info());
replace_pass const replace_div_with_mul("replace_div_with_mul", aten::div.Tensor, aten::mul.Tensor.info());

// pm = PassManager(
//     passes=[replace_add_with_div, replace_div_with_mul],
//     run_checks_after_each_pass=True,
//     suppress_check_failures=False,
// )
// graph_module_out = pm(graph_module)
TEST_CASE("compiler passes: PassManager") {
    pass_manager pm({replace_add_with_div, replace_div_with_mul});
    pm.run_checks_after_each_pass = true;
    pm.suppress_check_failures = false;
    exported_program p = sum_program();
    CHECK(pm(p).modified);
    CHECK(calls(p) == "mul.Tensor neg");
}

// def check_div_target(graph_module):
//     for node in graph_module.graph.nodes:
//         if node.op == "call_function" and node.target != torch.div:
//             raise ValueError("Target should be div!")
// pm.set_checks(check_div_target)
// pm(graph_module)    # raises ValueError after replace_div_with_mul pass
TEST_CASE("compiler passes: set_checks, what must hold after each pass") {
    auto const check_div_target = [](exported_program const& p) {
        for (node_id const n : p.graph().nodes())
            if (p.graph().op(n) == opcode::call_function && p.graph().target(n) != aten::div.Tensor)
                raise(errc::verification, "target should be div");
    };
    program_builder b;
    exported_program p = b.finish({aten::div.Tensor(b.input("x", f32_spec({2})), b.input("y", f32_spec({2})))});
    pass_manager pm({replace_div_with_mul});
    pm.run_checks_after_each_pass = true;
    pm.set_checks(check_div_target);
    CHECK(raised([&] { pm(p); }) == "graft: an error occurred when running the 'replace_div_with_mul' pass after the "
                                    "following passes: []: target should be div");
    CHECK(calls(p) == "div.Tensor");
    // As in FX, and unlike what the page says, the check also runs before the first pass.
    p = sum_program();
    CHECK(raised([&] { pm(p); }) == "graft: target should be div");
}

//=== Subgraph Matcher ===//

// As torch 2.15 exports LargeModel and PatternModel; parameters are placeholders, and so wildcards.
constexpr std::string_view large_model_text = R"(graph():
    %p__weight : [num_users=1] = placeholder[target=p__weight]
    %p__bias : [num_users=1] = placeholder[target=p__bias]
    %x : [num_users=1] = placeholder[target=x]
    %addmm : [num_users=1] = call_function[target=torch.ops.aten.addmm.default](args = (%p__bias, %x, %p__weight), kwargs = {})
    return (addmm,))";
constexpr std::string_view pattern_model_text = R"(graph():
    %p__weight_1 : [num_users=1] = placeholder[target=p__weight_1]
    %p__bias_1 : [num_users=1] = placeholder[target=p__bias_1]
    %x : [num_users=1] = placeholder[target=x]
    %addmm : [num_users=1] = call_function[target=torch.ops.aten.addmm.default](args = (%p__bias_1, %x, %p__weight_1), kwargs = {})
    return (addmm,))";

// class LargeModel(torch.nn.Module):
//     def forward(self, x):
//         return torch.ops.aten.addmm.default(self._bias, x, self._weight)
// class PatternModel(torch.nn.Module):
//     def forward(self, x):
//         return torch.ops.aten.addmm.default(self._bias_1, x, self._weight_1)
// subgraph_matcher = SubgraphMatcher(pattern_graph)
// match_result = subgraph_matcher.match(large_model_graph)
TEST_CASE("compiler passes: SubgraphMatcher, whose answer is the one of torch 2.15") {
    graph const large_model_graph = printed_graph(large_model_text), pattern = printed_graph(pattern_model_text);
    subgraph_matcher const matcher(pattern);
    vec<internal_match> const match_result = matcher.match(large_model_graph);
    REQUIRE(match_result.size() == 1);
    CHECK(printed(match_result[0], matcher.pattern(), large_model_graph) ==
          "InternalMatch(anchors=[addmm], nodes_map={addmm: addmm, p__bias_1: p__bias, x: x, p__weight_1: p__weight}, "
          "placeholder_nodes=[p__weight, p__bias, x], returning_nodes=[addmm], name_node_map={})");
}

// pattern, match_output, match_placeholder, remove_overlapping_matches, ignore_literals
TEST_CASE("compiler passes: the attributes of SubgraphMatcher") {
    graph const large_model_graph = printed_graph(large_model_text), pattern = printed_graph(pattern_model_text);
    subgraph_matcher const to_the_output(pattern, {.match_output = true});
    vec<internal_match> const whole = to_the_output.match(large_model_graph);
    REQUIRE(whole.size() == 1);
    CHECK(printed(whole[0], to_the_output.pattern(), large_model_graph) ==
          "InternalMatch(anchors=[output], nodes_map={output: output, addmm: addmm, p__bias_1: p__bias, x: x, "
          "p__weight_1: p__weight}, placeholder_nodes=[p__weight, p__bias, x], returning_nodes=[addmm], "
          "name_node_map={})");
    graph g;
    value const x = placeholder(g, "x");
    value const y = aten::relu(aten::relu(aten::relu(x)));
    output(g, {aten::mul.Scalar(aten::addmm(y, x, x), 2)});
    CHECK(subgraph_matcher(pattern).match(g).size() == 0); // one node stands for x and for the weight
    auto const relu_of = [](auto v) { return aten::relu(v); };
    CHECK(subgraph_matcher(relu_of).match(g).size() == 3);
    CHECK(subgraph_matcher(relu_of, {.match_placeholder = true}).match(g).size() == 1);
    auto const two = [](auto v) { return aten::relu(aten::relu(v)); };
    CHECK(subgraph_matcher(two).match(g).size() == 1);
    CHECK(subgraph_matcher(two, {.remove_overlapping_matches = false}).match(g).size() == 2);
    auto const by_three = [](auto v) { return aten::mul.Scalar(v, 3); };
    CHECK(subgraph_matcher(by_three).match(g).empty());
    CHECK(subgraph_matcher(by_three, {.ignore_literals = true}).match(g).size() == 1);
}

//=== Capability Based Partitioner ===//

// As torch 2.15 exports it: two sums that are multiplied, with a relu that is not supported between.
constexpr std::string_view sums_text = R"(graph():
    %x : [num_users=2] = placeholder[target=x]
    %y : [num_users=2] = placeholder[target=y]
    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %y), kwargs = {})
    %mul : [num_users=2] = call_function[target=torch.ops.aten.mul.Tensor](args = (%add, %y), kwargs = {})
    %relu : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%mul,), kwargs = {})
    %add_1 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%relu, %mul), kwargs = {})
    %mul_1 : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%add_1, %x), kwargs = {})
    return (mul_1,))";

// class AddMulOperatorSupport(OperatorSupportBase):
//     def is_node_supported(self, submodules, node: torch.fx.Node) -> bool:
//         return node.op == "call_function" and node.target in [
//             torch.ops.aten.add.Tensor, torch.ops.aten.mul.Tensor,
//         ]
struct add_mul_operator_support {
    [[nodiscard]] bool is_node_supported(graph const& g, node_id n) const {
        return g.target(n) == aten::add.Tensor || g.target(n) == aten::mul.Tensor;
    }
};

// capability_partitioner = CapabilityBasedPartitioner(graph_module, op_support)
// partition_list = capability_partitioner.propose_partitions()
TEST_CASE("compiler passes: CapabilityBasedPartitioner, whose partitions are those of torch 2.15") {
    graph const g = printed_graph(sums_text);
    capability_based_partitioner const partitioner(g, add_mul_operator_support{});
    CHECK(printed(g, partitioner.propose_partitions()) == "{1: [add_1, mul_1], 3: [add, mul]}");
}

// allows_single_node_partition, non_compute_ops, allowed_single_node_partition_ops; chain, any_chain
TEST_CASE("compiler passes: the attributes of CapabilityBasedPartitioner, and supports that are chained") {
    graph const g = printed_graph(sums_text);
    auto const proposed = [&](any_operator_support const& support, partitioner_options const& options = {}) {
        return printed(g, capability_based_partitioner(g, support, options).propose_partitions());
    };
    any_operator_support const only_add = support_targets({aten::add.Tensor});
    any_operator_support const only_relu = support_targets({aten::relu});
    CHECK(proposed(only_add) == "{}");
    CHECK(proposed(only_add, {.allows_single_node_partition = true}) == "{0: [add_1], 1: [add]}");
    CHECK(proposed(only_add, {.allowed_single_node_partition_ops = {aten::add.Tensor}}) == "{0: [add_1], 1: [add]}");
    CHECK(proposed(add_mul_operator_support{}, {.non_compute_ops = {aten::mul.Tensor}}) == "{}");
    CHECK(proposed(any_chain(add_mul_operator_support{}, only_relu)) == "{1: [add, mul, relu, add_1, mul_1]}");
    CHECK(proposed(chain(add_mul_operator_support{}, only_relu)) == "{}");
}

// generate_pattern_op_partitions(graph_module, patterns, op_support) -> partitions
// create_op_support(), create_pattern_support()
TEST_CASE("compiler passes: generate_pattern_op_partitions, the union of patterns and supports") {
    graph const g = printed_graph(sums_text);
    auto const add_mul = [](auto x, auto y) { return aten::mul.Tensor(aten::add.Tensor(x, y), y); };
    CHECK(printed(g, generate_pattern_op_partitions(g, {add_mul})) == "{1: [add, mul]}");
    auto const is_relu = create_op_support([](graph const& of, node_id n) { return of.target(n) == aten::relu; });
    CHECK(printed(g, generate_pattern_op_partitions(g, {add_mul}, {.op_support = is_relu})) == "{1: [add, mul, relu]}");
    auto const by_pattern = create_pattern_support([](auto x) { return aten::relu(x); });
    CHECK(printed(g, generate_pattern_op_partitions(g, {add_mul}, {.op_support = by_pattern})) ==
          "{1: [add, mul, relu]}");
}

//=== Source Partitioner ===//

// The graph that the page prints, but for two names that do not fit there: `%t_default` for `%permute_default`, and
// `#users` for `num_users`.
graph documented_graph() {
    graph g = printed_graph(R"(graph():
    %arg0 : [num_users=1] = placeholder[target=arg0]
    %_param_constant0 : [num_users=1] = get_attr[target=_param_constant0]
    %permute_default : [num_users=1] = call_function[target=torch.ops.aten.permute_copy.default](args = (%_param_constant0,), kwargs = {})
    %_param_constant1 : [num_users=1] = get_attr[target=_param_constant1]
    %addmm_default : [num_users=1] = call_function[target=torch.ops.aten.addmm.default](args = (%_param_constant1, %arg0, %permute_default), kwargs = {})
    %_param_constant0_1 : [num_users=1] = get_attr[target=_param_constant0]
    %permute_default_1 : [num_users=1] = call_function[target=torch.ops.aten.permute_copy.default](args = (%_param_constant0_1,), kwargs = {})
    %_param_constant1_1 : [num_users=1] = get_attr[target=_param_constant1]
    %addmm_default_1 : [num_users=1] = call_function[target=torch.ops.aten.addmm.default](args = (%_param_constant1_1, %addmm_default, %permute_default_1), kwargs = {})
    %relu_default : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%addmm_default_1,), kwargs = {})
    %_param_constant2 : [num_users=1] = get_attr[target=_param_constant2]
    %permute_default_2 : [num_users=1] = call_function[target=torch.ops.aten.permute_copy.default](args = (%_param_constant2,), kwargs = {})
    %_param_constant3 : [num_users=1] = get_attr[target=_param_constant3]
    %addmm_default_2 : [num_users=1] = call_function[target=torch.ops.aten.addmm.default](args = (%_param_constant3, %relu_default, %permute_default_2), kwargs = {})
    return [addmm_default_2])");
    auto const set_source = [&](node_id n, std::string_view source) {
        arg dict(arg_kind::dict, {source});
        dict.keys = {"source_fn_stack"};
        g.set_meta(n, dict);
    };
    std::string_view use = "linear,torch.nn.modules.linear.Linear";
    for (node_id const n : g.nodes()) {
        if (g.name(n) == "_param_constant0_1")
            use = "linear_1,torch.nn.modules.linear.Linear";
        if (g.name(n) == "_param_constant2")
            use = "linear_2,torch.nn.modules.linear.Linear";
        if (g.op(n) == opcode::get_attr || g.op(n) == opcode::call_function)
            set_source(n, use);
    }
    set_source(g.at("relu_default"), "relu,torch.nn.modules.activation.ReLU");
    return g;
}

std::string printed(graph const& g, vec<source_partition> const& partitions) {
    std::string text;
    for (source_partition const& p : partitions)
        text += "ModulePartition(nodes=" + names(g, p.nodes) + ", module_type=" + p.source +
                ", input_nodes=" + names(g, p.input_nodes) + ", output_nodes=" + names(g, p.output_nodes) +
                ", params=" + names(g, p.params) + ")\n";
    return text;
}

constexpr std::string_view linear_and_relu[] = {"torch.nn.modules.linear.Linear", "torch.nn.modules.activation.ReLU"};

// class SourcePartition: nodes, module_type, input_nodes, output_nodes, params
// module_partitions = get_source_partitions(edge_graph, [torch.nn.Linear, torch.nn.ReLU])
// {<class 'torch.nn.modules.linear.Linear'>: [ModulePartition(...), ...], ...}
TEST_CASE("compiler passes: get_source_partitions, on the graph that is printed, gives what is printed") {
    graph const g = documented_graph();
    CHECK(printed(g, get_source_partitions(g, linear_and_relu)) ==
          "ModulePartition(nodes=[_param_constant0, permute_default, _param_constant1, addmm_default], "
          "module_type=torch.nn.modules.linear.Linear, input_nodes=[arg0], output_nodes=[addmm_default], "
          "params=[_param_constant0, _param_constant1])\n"
          "ModulePartition(nodes=[_param_constant0_1, permute_default_1, _param_constant1_1, addmm_default_1], "
          "module_type=torch.nn.modules.linear.Linear, input_nodes=[addmm_default], output_nodes=[addmm_default_1], "
          "params=[_param_constant0_1, _param_constant1_1])\n"
          "ModulePartition(nodes=[_param_constant2, permute_default_2, _param_constant3, addmm_default_2], "
          "module_type=torch.nn.modules.linear.Linear, input_nodes=[relu_default], output_nodes=[addmm_default_2], "
          "params=[_param_constant2, _param_constant3])\n"
          "ModulePartition(nodes=[relu_default], module_type=torch.nn.modules.activation.ReLU, "
          "input_nodes=[addmm_default_1], output_nodes=[relu_default], params=[])\n");
}

// class M(torch.nn.Module):
//     def forward(self, x):
//         x = self.linear1(x)
//         x = self.linear1(x)
//         x = self.relu(x)
//         x = self.linear2(x)
//         return x
// edge_graph = to_edge(export(M(), inputs)).exported_program().graph_module.graph
TEST_CASE("compiler passes: get_source_partitions, on the module as torch 2.15 exports it") {
    edge_program_manager const edge(read_pt2(GRAFT_TEST_DATA "/sources/shared_module.pt2"));
    exported_program const& p = edge.exported_program();
    CHECK(printed(p.graph(), get_source_partitions(p, linear_and_relu)) ==
          "ModulePartition(nodes=[permute_copy_default, linear], module_type=torch.nn.modules.linear.Linear, "
          "input_nodes=[x], output_nodes=[linear], params=[p_linear1_weight, p_linear1_bias])\n"
          "ModulePartition(nodes=[permute_copy_default_1, linear_1], module_type=torch.nn.modules.linear.Linear, "
          "input_nodes=[linear], output_nodes=[linear_1], params=[p_linear1_weight, p_linear1_bias])\n"
          "ModulePartition(nodes=[permute_copy_default_2, linear_2], module_type=torch.nn.modules.linear.Linear, "
          "input_nodes=[relu], output_nodes=[linear_2], params=[p_linear2_weight, p_linear2_bias])\n"
          "ModulePartition(nodes=[relu], module_type=torch.nn.modules.activation.ReLU, input_nodes=[linear_1], "
          "output_nodes=[relu], params=[])\n");
}

} // namespace
