#include <graft/transform/to_edge.hpp>

#include <graft/dialect/aten.hpp>
#include <graft/dialect/verify.hpp>
#include <graft/io/file/safetensors.hpp>
#include <graft/io/pt2/reader.hpp>
#include <graft/ir/compare.hpp>
#include <graft/lower/cpu_library.hpp>

#include "../io/call_builder.hpp"
#include "../runtime/tensors.hpp"
#include "check_rewrite.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

std::string const models = std::string{GRAFT_TEST_DATA} + "/models/";

exported_program read_model(std::string const& name) {
    return read_pt2(models + name + "/model.pt2", {&find_aten_op<>, {}});
}

/// How often each op is called, in alphabetical order: `addmm 3, relu 1`.
std::string op_counts(exported_program const& p) {
    std::map<std::string, int> counts;
    graph const& g = p.graph();
    for (node_id const n : g.nodes())
        if (g.op(n) == opcode::call_function) {
            std::string_view name = g.target(n).name;
            name.remove_prefix(g.target(n).is_op() ? name.find("::") + 2 : name.find('.') + 1);
            ++counts[std::string{name.substr(0, name.find('.'))}];
        }
    std::string text;
    for (auto const& [name, count] : counts)
        text += (text.empty() ? "" : ", ") + name + " " + std::to_string(count);
    return text;
}

/// Compares the program's outputs with those that torch gave for the same inputs.
void check_against_torch(exported_program const& p, std::string const& model, std::string const& which) {
    CAPTURE(which);
    safetensors const inputs = read_safetensors(models + model + "/inputs" + which + ".safetensors"),
                      outputs = read_safetensors(models + model + "/outputs" + which + ".safetensors");
    std::vector<tensor> given;
    for (std::size_t i = 0; i < inputs.tensors.size(); ++i)
        given.push_back(inputs.tensors.at("input_" + std::to_string(i)));
    std::vector<tensor> const got = executor(p, cpu_library()).run(given);
    REQUIRE(got.size() == outputs.tensors.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
        difference const d = compare(outputs.tensors.at("output_" + std::to_string(i)), got[i]);
        CAPTURE(d.max_abs);
        CHECK(d.agrees());
    }
}

void check_model(std::string const& name, std::string const& counts) {
    exported_program p = read_model(name);
    exported_program const before = p;
    rewrite_result const result = to_edge(p);
    CHECK(result.converged);
    CHECK(result.unsound == 0);
    CHECK(op_counts(p) == counts);
    CHECK(p.verifiers == std::vector<std::string>{"EDGE"});
    for (violation const& v : verify_edge(p))
        FAIL_CHECK(text(v));
    check_sound(p);
    check_same_outputs(before, p);
    check_against_torch(p, name, "");
    check_against_torch(p, name, ".case1");
}

TEST_CASE("to_edge: exported models have the ops that ExecuTorch gives them, and the same outputs") {
    SUBCASE("mlp") { check_model("mlp", "addmm 3, permute_copy 3, relu 1"); }
    SUBCASE("dynamic_mlp") { check_model("dynamic_mlp", "addmm 3, div 1, permute_copy 3, relu 1, sigmoid 1, sub 1"); }
    SUBCASE("digits_cnn") {
        check_model("digits_cnn", "_native_batch_norm_legit_no_training 3, addmm 2, convolution 3, getitem 5, "
                                  "max_pool2d_with_indices 2, permute_copy 2, relu 4, view_copy 1");
    }
}

TEST_CASE("to_edge: every call of an op is in the Edge dialect, of a Python function it is not") {
    exported_program p = read_model("digits_cnn");
    static_cast<void>(to_edge(p));
    graph const& g = p.graph();
    for (node_id const n : g.nodes())
        if (g.op(n) == opcode::call_function) {
            CAPTURE(g.name(n));
            CHECK((g.target(n).dialect == dialect_tag::edge) == g.target(n).is_op());
        }
}

TEST_CASE("to_edge: an op that is to be preserved stays whole") {
    exported_program p = read_model("mlp");
    static_cast<void>(to_edge(p, {{"aten::linear"}}));
    CHECK(op_counts(p) == "linear 3, relu 1");
    check_sound(p);
    check_against_torch(p, "mlp", "");
}

TEST_CASE("to_edge: what no rule decomposes is decomposed by what it is made of") {
    program_builder b;
    value const x = b.input("x", f32_spec({2, 3}));
    exported_program p = b.finish({aten::mse_loss(aten::silu(x), x)});
    exported_program const before = p;
    static_cast<void>(to_edge(p));
    CHECK(op_counts(p) == "mean 1, mul 2, sigmoid 1, sub 1");
    check_sound(p);
    check_same_outputs(before, p);
}

TEST_CASE("to_edge: labels are smoothed over a number of classes that is not known, as PyTorch smooths them") {
    std::map<std::int64_t, std::pair<double, double>> const of_torch{{1, {1.6678649187088013, 2.207864999771118}},
                                                                     {2, {3.3357298374176025, 4.415729999542236}}};
    tensor const x = f32({2, 3}, {1, 2, 4, 0, -1, 3}), likely = f32({2, 3}, {.2F, .3F, .5F, 1, 0, 0});
    tensor labels = tensor::zeros({2}, dtype::i64);
    labels.data<std::int64_t>()[0] = 2;
    for (auto const& [reduction, losses] : of_torch)
        for (bool const by_label : {true, false}) {
            program_builder b;
            sym_int const classes = symbol{"s0"};
            value const given = b.input("x", f32_spec({2, classes}));
            value const target = b.input("y", by_label ? make_spec(dtype::i64, {2}) : f32_spec({2, classes}));
            exported_program p = b.finish({aten::cross_entropy_loss(given, target, nullptr, reduction, -100, 0.1)});
            static_cast<void>(to_edge(p));
            CHECK(op_counts(p).find("cross_entropy_loss") == std::string::npos);
            check_sound(p);
            for (violation const& v : verify_edge(p))
                FAIL_CHECK(text(v));
            std::vector<tensor> const got = executor(p, cpu_library()).run(std::vector{x, by_label ? labels : likely});
            double const loss = got.front().item().to<double>(), expected = by_label ? losses.first : losses.second;
            CHECK(loss == doctest::Approx(expected).epsilon(1e-6));
        }
}

TEST_CASE("to_edge: combinations of a number of elements that is not known are found by their places") {
    auto const ways = [](tensor const& elements, std::int64_t places, bool again) {
        graph g;
        sym_int const n = symbol{"s0"};
        value const x = placeholder(g, "x");
        g.set_val(x.id, f32_spec({n}));
        value const found = aten::combinations(x, places, again);
        sym_int const pairs = floor_div(n * (again ? n + 1 : n - 1), 2);
        g.set_val(found.id, f32_spec({places == 1 ? n : places == 2 ? pairs : floor_div(pairs * (n - 2), 3), places}));
        output(g, {found});
        exported_program p = make_program(std::move(g));
        static_cast<void>(to_edge(p));
        CHECK(op_counts(p).find("combinations") == std::string::npos);
        check_sound(p);
        for (violation const& v : verify_edge(p))
            FAIL_CHECK(text(v));
        return show(executor(p, cpu_library()).run(std::vector{elements}).front());
    };
    CHECK(ways(f32({3}, {1, 2, 3}), 2, false) == "f32[3, 2]: 1 2 1 3 2 3");
    CHECK(ways(f32({2}, {1, 2}), 2, true) == "f32[3, 2]: 1 1 1 2 2 2");
    CHECK(ways(f32({4}, {4, 3, 2, 1}), 3, false) == "f32[4, 3]: 4 3 2 4 3 1 4 2 1 3 2 1");
    CHECK(ways(f32({2}, {7, 8}), 1, false) == "f32[2, 1]: 7 8");
    CHECK(ways(f32({1}, {7}), 2, false) == "f32[0, 2]:");
}

TEST_CASE("to_edge: where a call names an order of dimensions, those that are made do, too") {
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::f32, {2}));
    arg const copy = b.call("dim_order_ops::_to_dim_order_copy", {x}, {{"dtype", dtype::i64}});
    exported_program program = b.output({b.call("aten::one_hot", {copy, 5})});
    static_cast<void>(to_edge(program));
    for (node_id const n : program.graph().nodes())
        CHECK(program.graph().target(n).name != "aten::_to_copy");
    CHECK(verify_edge(program).empty());
}

TEST_CASE("to_edge: a second time changes nothing") {
    exported_program p = read_model("digits_cnn");
    static_cast<void>(to_edge(p));
    std::string const once = op_counts(p);
    CHECK(to_edge(p).rewrites == 0);
    CHECK(op_counts(p) == once);
}

TEST_CASE("to_edge: numbers become tensors, and an output that is removed stays an output") {
    program_builder b;
    value const x = b.input("x", f32_spec({2}));
    exported_program p = b.finish({aten::dropout(aten::mul.Tensor(x, 3), 0.5, false)});
    exported_program const before = p;
    static_cast<void>(to_edge(p));
    CHECK(calls(p) == "full mul.Tensor");
    check_sound(p);
    check_same_outputs(before, p);
}

TEST_CASE("set_dialect: only the dialect of a call changes") {
    program_builder b;
    value const x = b.input("x", f32_spec({2}));
    exported_program p = b.finish({aten::neg(x)});
    set_dialect(p.graph(), dialect_tag::backend);
    target_info const target = p.graph().target(p.graph().at("neg_default"));
    CHECK(target.dialect == dialect_tag::backend);
    CHECK(target.op == &aten::neg.default_.info());
}

using graft_test::call_builder;

node_id id(arg const& a) { return static_cast<node_id>(a.bits); }

TEST_CASE("kept_calls: what has no decomposition is kept, what has one is not, and the graph stays as it is") {
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::f32, {2, 3})), w = b.input("w", make_spec(dtype::f32, {4, 3}));
    arg const digamma = b.call("aten::digamma", {x}), relu = b.call("aten::relu", {digamma});
    arg const linear = b.call("aten::linear", {relu, w}), view = b.call("aten::view", {linear, arg::list({8})});
    exported_program const p = b.output({view});
    graph const before = p.graph();
    CHECK(kept_calls(p.graph()) == std::vector<node_id>{id(digamma), id(relu)});
    CHECK(p.graph() == before);
}

} // namespace
