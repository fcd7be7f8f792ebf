// ExecuTorch's "Export IR Specification", of the dialects of an exported program: what it shows, in its order; the
// Python first.
#include <doctest/doctest.h>

#include <graft/dialect/aten.hpp>
#include <graft/dialect/dtypes_of.hpp>
#include <graft/dialect/edge_yaml.hpp>
#include <graft/dialect/executorch_prim.hpp>
#include <graft/dialect/known_ops.hpp>
#include <graft/dialect/verify.hpp>
#include <graft/io/pte/program.hpp>
#include <graft/ir/find_nodes.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/ir/text/print_program.hpp>
#include <graft/lower/cpu_library.hpp>
#include <graft/lower/edge_program_manager.hpp>
#include <graft/lower/executorch.hpp>
#include <graft/lower/read_pt2.hpp>
#include <graft/pass/manager.hpp>
#include <graft/rewrite/bind_pattern.hpp>
#include <graft/rewrite/driver.hpp>
#include <graft/rewrite/rule_pass.hpp>
#include <graft/runtime/executor.hpp>
#include <graft/schema/runtime_op.hpp>
#include <graft/transform/expand_bound_ops.hpp>
#include <graft/transform/replace_sym_size.hpp>
#include <graft/transform/rules/quantized.hpp>

#include "../io/raises.hpp"
#include "../transform/check_rewrite.hpp"
#include "documented.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

// What is wrong, a sentence a line.
std::string sentences(vec<violation> const& violations) {
    std::string all;
    for (violation const& v : violations)
        all += v.sentence + "\n";
    return all;
}

//=== ATen Dialect ===//

// 1. operators are ATen's, of higher order, or registered custom ones   2. each has a meta kernel
// 4. dtypes may be promoted                                             5. all tensors are in torch.contiguous_format
TEST_CASE("export ir: the properties of the ATen dialect are what its verifier asks for") {
    program_builder b;
    value const x = b.input("x", f32_spec({2, 3})), i = b.input("i", make_spec(dtype::i32, {3}));
    exported_program const p = b.finish({aten::add.Tensor(x, i)}); // an implicit promotion, and a broadcast
    CHECK(sentences(verify_aten(p)) == "");
    CHECK(p.graph().val(p.graph().at("add_tensor"))->tensor == f32_spec({2, 3}).tensor);

    exported_program q = p;
    q.graph().set_target(q.graph().at("add_tensor"), q.graph().intern_target("nothing::knows.this"));
    CHECK(sentences(verify_aten(q)).find("nothing::knows.this") != std::string::npos);
}

//=== Edge Dialect ===//

// 1. operators are Edge operators or registered custom ones   2. numbers are tensors
TEST_CASE("export ir: the properties of the Edge dialect are what its verifier asks for") {
    program_builder b;
    exported_program const p = b.finish({aten::add.Tensor(b.input("x", f32_spec({2})), 2.5)});
    CHECK(sentences(verify_edge(p)) == "the op aten::add.Tensor is no Edge op\n"
                                       "argument 'other' of aten::add.Tensor is a number, not a tensor\n");
    edge_program_manager const edge = to_edge(p);
    CHECK(sentences(verify_edge(edge.exported_program())) == "");
    CHECK(fx_text(edge.exported_program().graph()) == R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %full_default : [num_users=1] = call_function[target=executorch.exir.dialects.edge._ops.aten.full.default](args = ([], 2.5), kwargs = {dtype: torch.float32})
    %add_tensor : [num_users=1] = call_function[target=executorch.exir.dialects.edge._ops.aten.add.Tensor](args = (%x, %full_default), kwargs = {})
    return (add_tensor,))");
}

// class MyModule(torch.nn.Module): ...
// aten_dialect_program = torch.export.export(a, tracing_inputs)
// edge_dialect_program: exir.EdgeProgramManager = exir.to_edge(aten_dialect)
// print(edge_dialect_program.exported_program)
TEST_CASE("export ir: to_edge, and the program printed as Python prints one") {
    program_builder b;
    exported_program const aten_dialect_program = b.finish({aten::relu(b.input("x", f32_spec({2, 2})))});
    edge_program_manager const edge_dialect_program = to_edge(aten_dialect_program);
    CHECK(text(edge_dialect_program.exported_program()) == R"(ExportedProgram:
    class GraphModule(torch.nn.Module):
        def forward(self, x: "f32[2, 2]"):
            # No stacktrace found for following nodes
            relu_default: "f32[2, 2]" = executorch_exir_dialects_edge__ops_aten_relu_default(x);  x = None
            return (relu_default,)
    
Graph signature:
    # inputs
    x: USER_INPUT
    
    # outputs
    relu_default: USER_OUTPUT
    
Range constraints: {}
)");
}

// edge_dialect_program.transform(pass)
TEST_CASE("export ir: transform, whose passes see Edge ops, in order, and leave a valid program or none") {
    program_builder b;
    edge_program_manager const edge = to_edge(b.finish({aten::relu(b.input("x", f32_spec({2, 2})))}));
    std::string seen;
    any_pass const look = make_pass("look", [&](graph& g) {
        for (node_id const n : find_nodes(g, aten::relu))
            seen += g.target(n).dialect == dialect_tag::edge ? "edge relu " : "another relu ";
        return false;
    });
    any_pass const to_sigmoid = make_pass("to_sigmoid", [](graph& g) {
        for (node_id const n : find_nodes(g, aten::relu))
            g.set_target(n, g.intern_target(aten::sigmoid.default_.info(), dialect_tag::edge));
    });
    edge_program_manager const after = edge.transform(pass_manager({look, to_sigmoid, look}));
    CHECK(seen == "edge relu ");
    CHECK(calls(after.exported_program()) == "sigmoid");
    any_pass const to_relu6 = make_pass("to_relu6", [](graph& g) {
        for (node_id const n : find_nodes(g, aten::relu))
            g.set_target(n, g.intern_target(aten::relu6.default_.info(), dialect_tag::edge));
    });
    CHECK(raised([&] { static_cast<void>(edge.transform(pass_manager({to_relu6}))); }).find("aten::relu6") !=
          std::string::npos);
}

// - func: sigmoid
//   namespace: edge
//   ...
constexpr std::string_view sigmoid_yaml = R"(- func: sigmoid
  namespace: edge
  inherits: aten::sigmoid
  type_alias:
    T0: [Bool, Byte, Char, Int, Long, Short]
    T1: [Double, Float]
    T2: [Float]
  type_constraint:
  - self: T0
    __ret_0: T2
  - self: T1
    __ret_0: T1
)";

// "if self is one of Bool, ..., then the return would be Float; if self is Double or Float, it is the same"
TEST_CASE("export ir: edge.yaml is read, means what the page says, and is written") {
    edge_yaml const yaml{std::string(sigmoid_yaml)};
    dtype_constraint const constraint = yaml(aten::sigmoid.default_.info());
    auto const admits = [&](dtype self, dtype result) {
        return constraint.admits({{{"self", self}, {"__ret_0", result}}});
    };
    for (dtype const d : {dtype::boolean, dtype::u8, dtype::i8, dtype::i32, dtype::i64, dtype::i16}) {
        CHECK(admits(d, dtype::f32));
        CHECK_FALSE(admits(d, d));
    }
    CHECK(admits(dtype::f32, dtype::f32));
    CHECK(admits(dtype::f64, dtype::f64));
    CHECK_FALSE(admits(dtype::f64, dtype::f32));
    CHECK_FALSE(admits(dtype::f16, dtype::f16));
    CHECK(edge_yaml_text(yaml.entries()) == sigmoid_yaml);
}

// sigmoid = exir_ops.edge.aten.sigmoid.default
// print(sigmoid._schema)                  # aten::sigmoid(Tensor self) -> Tensor
// print(self_arg.allowed_types)           # {torch.float32, torch.int8, ...}: a set of Python, in no order
// print(_return.allowed_types)            # {torch.float32, torch.float64}
TEST_CASE("export ir: the schema of an Edge op and its allowed types") {
    edge_yaml const yaml{std::string(sigmoid_yaml)};
    op_info const& sigmoid = aten::sigmoid.default_.info();
    edge_schema const s = schema(sigmoid, yaml(sigmoid));
    CHECK(s.text == "aten::sigmoid(Tensor self) -> Tensor");
    CHECK(text(s.arguments[0].allowed_types) == "{torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, "
                                                "torch.int64, torch.float32, torch.float64}");
    CHECK(text(s.returns[0].allowed_types) == "{torch.float32, torch.float64}");
    // Without a file, from ExecuTorch's present table, which has two dtypes more.
    CHECK(text(schema(aten::sigmoid).returns[0].allowed_types) ==
          "{torch.float16, torch.bfloat16, torch.float32, torch.float64}");
}

// "a validator to check if the graph is still complying with these dtype constraints"
TEST_CASE("export ir: the validator, with the constraints of a file") {
    program_builder b;
    exported_program const p =
        to_edge(b.finish({aten::sigmoid(b.input("x", make_spec(dtype::f16, {2})))})).exported_program();
    CHECK(sentences(verify_edge(p)) == "");
    edge_yaml const yaml{std::string(sigmoid_yaml)};
    edge_rules rules;
    rules.constraint = yaml;
    CHECK(sentences(verify_edge(p, rules)).find("aten::sigmoid") != std::string::npos);
}

//=== Backend Dialect ===//

// "linear_relu (equivalent to linear + relu)"
struct linear_relu_t : op<linear_relu_t> {
    static constexpr schema_text text{"demo::linear_relu(Tensor input, Tensor weight, Tensor? bias=None) -> Tensor"};
    static constexpr op_tags tags = op_tags::backend;
    static value_spec meta(graft::call<tensor_spec> const& c) {
        graft::call<tensor_spec> linear(aten::linear.default_.info());
        for (std::size_t i = 0; i < 3; ++i)
            linear.set(i, c[i]);
        return infer(linear);
    }
};
inline constexpr linear_relu_t linear_relu;

// @bind_pattern_to_op(library, "linear_relu(Tensor input, Tensor weight, Tensor? bias) -> Tensor")
// def pattern(input, weight, bias): return relu(linear(input, weight, bias))
constexpr auto linear_relu_meaning = bind_pattern_to_op(
    linear_relu, [](auto input, auto weight, auto bias) { return aten::relu(aten::linear(input, weight, bias)); });
constexpr bound_op bound[] = {linear_relu_meaning.view()};

constexpr auto to_linear_relu = rule<"linear-relu">(aten::relu(one_use(aten::linear(var<"x">, var<"w">, var<"b">))) >>
                                                    linear_relu(var<"x">, var<"w">, var<"b">));

exported_program linear_and_relu() {
    program_builder b;
    value const w = b.parameter("w", tensor::full({4, 3}, dtype::f32, 0.5));
    value const bias = b.parameter("b", tensor::full({4}, dtype::f32, -1.0));
    return b.finish({aten::relu(aten::linear(b.input("x", f32_spec({2, 3})), w, bias))});
}

// "replace them with equivalent backend operators": transform(), or ExecutorchBackendConfig.passes
TEST_CASE("export ir: backend passes, by transform") {
    edge_program_manager const edge = to_edge(linear_and_relu(), {.verify = false, .decompose = {{aten::linear}}});
    edge_program_manager const backend = edge.transform(pass_manager({rules<"to_demo">(to_linear_relu)}));
    CHECK(calls(backend.exported_program()) == "linear_relu");
}

TEST_CASE("export ir: ExecutorchBackendConfig.passes are on the way from the Backend dialect to the file") {
    executorch_backend_config config;
    std::string seen;
    config.passes = pass_manager({make_pass("look", [&](exported_program& p) { seen = calls(p); })});
    executorch_program_manager const file = to_edge(linear_and_relu()).to_executorch(config);
    CHECK(seen.ends_with("relu"));
    CHECK(file.executorch_program().plans[0].name == "forward");
}

// "QuantFusion": dequant - some_op - quant becomes quantized_decomposed::some_op
TEST_CASE("export ir: a canonical quantization pattern becomes one operator") {
    using namespace quantized_decomposed;
    program_builder b;
    value const x = b.input("x", make_spec(dtype::i8, {4})), y = b.input("y", make_spec(dtype::i8, {4}));
    value const real_x = dequantize_per_tensor(x, 0.5, 0, -128, 127, dtype::i8),
                real_y = dequantize_per_tensor(y, 0.25, 1, -128, 127, dtype::i8);
    exported_program p =
        b.finish({quantize_per_tensor(aten::add.Tensor(real_x, real_y), 0.75, 2, -128, 127, dtype::i8)});
    CHECK(fired(rule_sets::quantized_arithmetic<>, p) == "quantized-add");
    CHECK(calls(p) == "add");
}

// "replace sym_size operators with ones that are understood by ExecuTorch"
TEST_CASE("export ir: sizes are asked for by what ExecuTorch has") {
    graph g;
    node_id const x = g.placeholder("x");
    g.set_val(x, f32_spec({symbol{"s0"}, 3}));
    g.output(arg::node(g.call_function(aten::size.int_.info(), {arg::node(x), 0})));
    CHECK(replace_sym_size(g) == 1);
    CHECK(find_nodes(g, aten::sym_size.int_).size() == 1);
}

// 1. no (CPU) kernel needs to be written   2. once retraced, the op is decomposed into the ops of its pattern
TEST_CASE("export ir: an op that a pattern is bound to runs without a kernel, and can be taken apart again") {
    exported_program const before = linear_and_relu();
    exported_program p = before;
    CHECK(rewrite(p.graph(), to_linear_relu).rewrites == 1);
    update_output_names(p);
    std::vector<tensor> const inputs = random_inputs(before);
    kernel_library const library{cpu_library().kernels, bound};
    CHECK(compare(executor(before, library).run(inputs)[0], executor(p, library).run(inputs)[0]).agrees());
    CHECK(expand_bound_ops(p, bound) == 1);
    CHECK(calls(p) == "linear relu");
    check_same_outputs(before, p);
}

// executorch_prims::add.int(SymInt a, SymInt b) -> SymInt, ...; backend: executor
constexpr std::string_view prims[] = {
    "executorch_prims::add.int(SymInt a, SymInt b) -> SymInt",
    "executorch_prims::mul.int(SymInt a, SymInt b) -> SymInt",
    "executorch_prims::sub.int(SymInt a, SymInt b) -> SymInt",
    "executorch_prims::floordiv.int(SymInt a, SymInt b) -> SymInt",
    "executorch_prims::gt.int(SymInt a, SymInt b) -> bool",
    "executorch_prims::lt.int(SymInt a, SymInt b) -> bool",
    "executorch_prims::ge.int(SymInt a, SymInt b) -> bool",
    "executorch_prims::le.int(SymInt a, SymInt b) -> bool",
    "executorch_prims::eq.int(SymInt a, SymInt b) -> bool",
};

// quantized_decomposed::embedding_byte, add, add.scalar, add_relu; backend: quantization
constexpr std::string_view quantized[] = {
    // The page has `Tensor weight_zero_points` here; ExecuTorch has had it optional since.
    "quantized_decomposed::embedding_byte(Tensor weight, Tensor weight_scales, Tensor? weight_zero_points, int "
    "weight_quant_min, int weight_quant_max, Tensor indices) -> Tensor",
    "quantized_decomposed::add(Tensor a, float a_scale, int a_zero_point, int a_quant_min, int a_quant_max, Tensor b, "
    "float b_scale, int b_zero_point, int b_quant_min, int b_quant_max, float out_scale, int out_zero_point, int "
    "out_quant_min, int out_quant_max) -> Tensor qc",
    "quantized_decomposed::add.scalar(Tensor qa, float a_scale, int a_zero_point, int a_quant_min, int a_quant_max, "
    "ScalarType a_dtype, Scalar b, float out_scale, int out_zero_point, int out_quant_min, int out_quant_max, "
    "ScalarType out_dtype) -> Tensor",
    "quantized_decomposed::add_relu(Tensor a, float a_scale, int a_zero_point, int a_quant_min, int a_quant_max, "
    "Tensor b, float b_scale, int b_zero_point, int b_quant_min, int b_quant_max, float out_scale, int "
    "out_zero_point, int out_quant_min, int out_quant_max) -> Tensor qc",
};

TEST_CASE("export ir: the backend operators that the page lists, by their schemas") {
    for (auto const list : {view<std::string_view const>(prims), view<std::string_view const>(quantized)})
        for (std::string_view const schema : list) {
            CAPTURE(schema);
            op_info const* const op = find_known_op<>(schema.substr(0, schema.find('(')));
            REQUIRE(op != nullptr);
            CHECK(op->text == schema);
        }
}

} // namespace
