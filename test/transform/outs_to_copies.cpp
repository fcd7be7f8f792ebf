#include <graft/transform/outs_to_copies.hpp>

#include <graft/dialect/known_ops.hpp>
#include <graft/dialect/out_variant.hpp>
#include <graft/dialect/verify.hpp>
#include <graft/ir/compare.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/lower/cpu_library.hpp>
#include <graft/transform/functionalize.hpp>

#include <doctest/doctest.h>

#include "../io/call_builder.hpp"
#include "../io/raises.hpp"
#include "../runtime/tensors.hpp"
#include "check_rewrite.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <utility>

namespace {

using namespace graft;
using graft_test::call_builder;
using graft_test::check_same_outputs;
using graft_test::f32;
using graft_test::i64;
using graft_test::raised;
using graft_test::show;

tensor_spec const matrix = make_spec(dtype::f32, {4, 6});

/// The call of the out-variant of an op.
arg call_out(call_builder& b, char const* functional, vec<arg> const& args, vec<kwarg> const& outs) {
    graph& g = b.g();
    node_id const n = g.call_function(*out_variant_of(*find_known_op<>(functional)), args, outs);
    infer(g, n);
    return arg::node(n);
}

TEST_CASE("outs_to_copies: what is written is a copy of what the op computes, which the result shows") {
    call_builder b;
    arg const x = b.input("x", matrix), y = b.input("y", matrix);
    arg const to = b.call("aten::clone", {x});
    arg const half = call_out(b, "aten::div.Tensor", {x, 2.0}, {{"out", to}});
    exported_program program = b.output({b.call("aten::add.Tensor", {to, y}), half});
    exported_program const before = program;
    CHECK(outs_to_copies(program.graph()) == 1);
    CHECK(outs_to_copies(program.graph()) == 0);
    update_output_names(program);
    check_same_outputs(before, program);
    CHECK(functionalize(program));
    CHECK(verify_aten(program).empty());
    check_same_outputs(before, program);
}

TEST_CASE("outs_to_copies: calls in the graphs of a module are rewritten with those around them") {
    call_builder b, inner;
    for (call_builder* const each : {&b, &inner}) {
        arg const x = each->input("x", matrix), to = each->call("aten::empty_like", {x});
        each->g().output(arg::list({call_out(*each, "aten::neg", {x}, {{"out", to}})}));
    }
    graph_module module;
    module.graph = std::move(b.g());
    module.submodules.push_back({"inner", {std::move(inner.g()), {}}});
    CHECK(outs_to_copies(module) == 2);
    CHECK(outs_to_copies(module) == 0);
}

TEST_CASE("outs_to_copies: each of several results has its tensor, and the dtype of that") {
    call_builder b;
    arg const x = b.input("x", matrix);
    arg const values = b.call("aten::sum.dim_IntList", {x, arg::list({0})});
    arg const wide = b.call("aten::_to_copy", {values}, {{"dtype", dtype::f64}});
    arg const places = b.call("aten::_to_copy", {values}, {{"dtype", dtype::i64}});
    arg const both = call_out(b, "aten::max.dim", {x, 0}, {{"max", wide}, {"max_values", places}});
    exported_program program = b.output({wide, b.item(both, 0), b.item(both, 1), b.call("aten::neg", {places})});
    CHECK(functionalize(program));
    CHECK(verify_aten(program).empty());
    auto const made = graft_test::random_inputs(program);
    auto const results = executor(program, cpu_library()).run(made);
    CHECK(results.at(0).dtype() == dtype::f64);
    CHECK(compare(results.at(0), results.at(1)).agrees());
    CHECK(results.at(2).dtype() == dtype::i64);
}

// What a program makes of numbers, run as it is and once functionalised.
std::string results_of(exported_program program, tensor const& given) {
    std::string const exported = show(executor(program, cpu_library()).run({given}).at(0));
    CHECK(functionalize(program));
    CHECK(verify_aten(program).empty());
    std::string const functional = show(executor(program, cpu_library()).run({given}).at(0));
    return exported == functional ? exported : exported + " or " + functional;
}

// A program that writes what an op makes of all numbers of a dtype to a tensor of another.
exported_program reduced_into(char const* op, tensor const& of, dtype written) {
    call_builder b;
    arg const x = b.input("x", make_spec(of.dtype(), {static_cast<std::int64_t>(of.numel())}));
    arg const to = b.call("aten::full", {arg::list({}), 0}, {{"dtype", written}});
    return b.output({call_out(b, op, {x, arg::list({0})}, {{"out", to}})});
}

std::string sum_into(tensor const& of, dtype written) {
    return results_of(reduced_into("aten::sum.dim_IntList", of, written), of);
}

TEST_CASE("outs_to_copies: sums and sequences are computed in the dtype that is written") {
    tensor large = tensor::empty({2}, dtype::f16);
    kernel::fill(large, 60000);
    CHECK(sum_into(large, dtype::f32) == "f32[]: 120000");
    CHECK(sum_into(f32({4}, {0.5F, 0.5F, 0.7F, -1.6F}), dtype::i32) == "i32[]: -1");

    call_builder b;
    arg const x = b.input("x", make_spec(dtype::i16, {1}));
    arg const to = b.call("aten::full", {arg::list({4}), 0}, {{"dtype", dtype::i16}});
    arg const line = call_out(b, "aten::linspace", {0.5, 5.7, 4}, {{"out", to}});
    tensor const zero = tensor::zeros({1}, dtype::i16);
    CHECK(results_of(b.output({b.call("aten::add.Tensor", {line, x})}), zero) == "i16[4]: 0 1 3 5");
}

TEST_CASE("outs_to_copies: logarithms of sums are written to any floating-point dtype, as in PyTorch") {
    tensor const numbers = f32({3}, {1, 2, 3});
    CHECK(results_of(reduced_into("aten::logsumexp", numbers, dtype::f64), numbers) == "f64[]: 3.40761");
    CHECK(results_of(reduced_into("aten::logsumexp", numbers, dtype::f16), numbers) == "f16[]: 3.4082");
    tensor const integers = i64({3}, {3, 6, 9});
    CHECK(results_of(reduced_into("aten::logsumexp", integers, dtype::f64), integers) == "f64[]: 9.05095");
    exported_program const program = reduced_into("aten::logsumexp", numbers, dtype::i64);
    CHECK(graft_test::sentence([&] { static_cast<void>(executor(program, cpu_library()).run({numbers})); }) ==
          "aten::logsumexp.out: the result is torch.float32, but 'out' torch.int64");
}

TEST_CASE("outs_to_copies: sums without NaNs are computed in the dtype that is written") {
    tensor const numbers = f32({3}, {1, std::numeric_limits<float>::quiet_NaN(), 3}), integers = i64({2}, {4, 5});
    CHECK(results_of(reduced_into("aten::nansum", numbers, dtype::f64), numbers) == "f64[]: 4");
    CHECK(results_of(reduced_into("aten::nansum", integers, dtype::i32), integers) == "i32[]: 9");
}

TEST_CASE("outs_to_copies: each part of a list is written to its tensor") {
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::f32, {3}));
    arg const one = b.call("aten::full", {arg::list({1}), 0.0}), two = b.call("aten::full", {arg::list({2}), 0.0});
    graph& g = b.g();
    g.call_function(*out_variant_of(*find_known_op<>("aten::split_with_sizes_copy")), {x, arg::list({1, 2})},
                    {{"out", arg::list({one, two})}});
    CHECK(results_of(b.output({b.call("aten::mul.Tensor", {one, two})}), f32({3}, {2, 3, 4})) == "f32[2]: 6 8");
}

TEST_CASE("outs_to_copies: a tensor that would get other sizes is an error, and the program stays") {
    call_builder b;
    arg const x = b.input("x", matrix);
    arg const to = b.call("aten::sum.dim_IntList", {x, arg::list({0})});
    exported_program program = b.output({call_out(b, "aten::neg", {x}, {{"out", to}})});
    std::string const said = raised([&] { functionalize(program); });
    CAPTURE(said);
    CHECK(said.find("outs_to_copies: aten::neg.out gives '") != std::string::npos);
    CHECK(program.graph().find("neg_out").has_value());
}

} // namespace
