#include <graft/runtime/interpreter.hpp>

#include <graft/core/tensor_compare.hpp>
#include <graft/dialect/aten.hpp>
#include <graft/dialect/executorch_prim.hpp>
#include <graft/io/file/safetensors.hpp>
#include <graft/io/pt2/reader.hpp>
#include <graft/runtime/eager.hpp>
#include <graft/runtime/executor.hpp>
#include <graft/runtime/kernels/elementwise.hpp>
#include <graft/runtime/kernels/linear_algebra.hpp>
#include <graft/runtime/kernels/reduction.hpp>
#include <graft/runtime/kernels/shape.hpp>
#include <graft/runtime/kernels/view.hpp>

#include "../io/raises.hpp"
#include "random_program.hpp"
#include "tensors.hpp"
#include "test_program.hpp"
#include "toy.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

constexpr auto kernels =
    kernel_set<decltype(aten::add.Tensor), decltype(aten::sub.Tensor), decltype(aten::mul.Tensor),
               decltype(aten::maximum.default_), decltype(aten::neg.default_), decltype(aten::tanh.default_),
               decltype(aten::relu.default_), decltype(aten::hardtanh.default_), decltype(aten::unsqueeze.default_),
               decltype(aten::select.int_), decltype(aten::detach.default_), decltype(aten::view.default_),
               decltype(aten::linear.default_), decltype(aten::gt.Scalar), decltype(aten::mean.default_),
               decltype(aten::sum.default_), toy::twice_t, toy::split_sign_t>;
constexpr kernel_library library{kernel_table{kernels}, {}};

sym_int const s0 = symbol{"s0"};

/// relu(linear(x, w) + x), and the positive and negative part of it, and how many rows there are.
exported_program layer() {
    program_builder b;
    value const w = b.parameter("w", f32({2, 2}, {0, 1, 1, 0}));
    value const x = b.input("x", f32_spec({s0, 2}));
    value const rows{&b.g(), b.g().call_function(aten::sym_size.int_.info(), {arg::node(x.id), 0})};
    value const doubled{&b.g(), b.g().call_function("operator.mul", {arg::node(rows.id), 2})};
    value const y = aten::add.Tensor(aten::linear(x, w), x);
    value const parts = toy::split_sign(y);
    value const flat{
        &b.g(), b.g().call_function(aten::view.default_.info(), {arg::node(y.id), arg::list({arg::node(doubled.id)})})};
    value const negative = b.item(parts, -1);
    set_stack_trace(b.g(), y.id, "File \"model.py\", line 3");
    return b.finish({aten::relu(y), negative, flat, rows}, {{symbol{"s0"}, {1, 8}}});
}

TEST_CASE("interpreter: a program runs on kernels, sizes and functions of sizes included") {
    tensor const x[] = {f32({2, 2}, {1, 2, -3, -4})};
    CHECK(show_values(plain_interpreter(library).run(layer(), x)) ==
          "f32[2, 2]: 3 3 0 0; f32[2, 2]: 0 0 -7 -7; f32[4]: 3 3 -7 -7; 2; ");
    tensor const one[] = {f32({1, 2}, {1, 2})};
    CHECK(show_values(plain_interpreter(library).run(layer(), one)) ==
          "f32[1, 2]: 3 3; f32[1, 2]: 0 0; f32[2]: 3 3; 1; ");
}

TEST_CASE("interpreter: operations on sizes run by each of their names, on the executor too") {
    program_builder b;
    value const x = b.input("x", f32_spec({s0, 2}));
    value const rows{&b.g(), b.g().call_function(aten::sym_size.int_.info(), {arg::node(x.id), 0})};
    value const more = executorch_prims::add.int_(rows, 1);
    value const half{&b.g(), b.g().call_function("executorch_prims::floordiv.int", {arg::node(more.id), 2})};
    value const all = executorch_prims::mul.int_(rows, 2);
    value const flat{
        &b.g(), b.g().call_function(aten::view.default_.info(), {arg::node(x.id), arg::list({arg::node(all.id)})})};
    exported_program const p =
        b.finish({half, executorch_prims::ge.int_(half, 2), executorch_prim::mul.Scalar(half, 3), flat},
                 {{symbol{"s0"}, {1, 8}}});
    tensor const three[] = {f32({3, 2}, {1, 2, 3, 4, 5, 6})};
    CHECK(show_values(plain_interpreter(library).run(p, three)) == "2; 1; 6; f32[6]: 1 2 3 4 5 6; ");
    vec<tensor> const got = executor(p, library).run(three);
    REQUIRE(got.size() == 4);
    CHECK(graft_test::show(got[3]) == "f32[6]: 1 2 3 4 5 6");
}

TEST_CASE("interpreter: random programs give what they give on the executor") {
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
        CAPTURE(seed);
        exported_program const p = random_program(seed, 15);
        tensor const inputs[] = {random_tensor(seed, {2, 3}), random_tensor(seed + 1, {2, 1})};
        std::vector<tensor> const expected = executor(p, library).run(inputs);
        run_values const got = plain_interpreter(library).run(p, inputs);
        REQUIRE(got.size() == expected.size());
        for (std::size_t i = 0; i < got.size(); ++i)
            CHECK(graft_test::show(got[i].tensor()) == graft_test::show(expected[i]));
    }
}

TEST_CASE("interpreter: a handler decides over a kind of node, and over all of them") {
    struct add_is_mul : interpreter<add_is_mul> {
        using interpreter::interpreter;
        run_value call_function(node_id n) {
            if (g().target(n).name == "aten::add.Tensor")
                return aten::mul.Tensor(arg(n, 0).tensor(), arg(n, 1).tensor());
            return interpreter::call_function(n);
        }
    };
    struct profile : interpreter<profile> {
        using interpreter::interpreter;
        std::string order;
        run_value run_node(node_id n) {
            order += std::string{g().name(n)} + ' ';
            return interpreter::run_node(n);
        }
    };
    program_builder b;
    value const x = b.input("x", f32_spec({2}));
    exported_program const p = b.finish({aten::neg(aten::add.Tensor(x, x))});
    tensor const inputs[] = {f32({2}, {3, 4})};
    CHECK(show_values(add_is_mul(library).run(p, inputs)) == "f32[2]: -9 -16; ");
    profile seen(library);
    CHECK(show_values(seen.run(p, inputs)) == "f32[2]: -6 -8; ");
    CHECK(seen.order == "x add_tensor neg_default output ");
}

TEST_CASE("interpreter: a value is dropped after its last use") {
    struct watch : interpreter<watch> {
        using interpreter::interpreter;
        std::size_t most = 0;
        run_value run_node(node_id n) {
            std::size_t alive = 0;
            for (node_id const m : g().nodes())
                alive += is_alive(m);
            most = std::max(most, alive);
            return interpreter::run_node(n);
        }
        [[nodiscard]] bool is_alive(node_id n) const {
            try {
                static_cast<void>(value(n));
                return true;
            } catch (error const&) {
                return false;
            }
        }
    };
    program_builder b;
    value v = b.input("x", f32_spec({2}));
    for (int i = 0; i < 20; ++i)
        v = aten::neg(v);
    exported_program const p = b.finish({v});
    watch w(library);
    tensor const inputs[] = {f32({2}, {3, 4})};
    CHECK(show_values(w.run(p, inputs)) == "f32[2]: 3 4; ");
    CHECK(w.most == 1);
}

// A module with two graphs of x and y, and a cond, while_loop or call of them.
graph_module two_graphs() {
    graph_module m;
    for (char const* const name : {"sum", "product"}) {
        graph_module inner;
        value const x = placeholder(inner.graph, "x"), y = placeholder(inner.graph, "y");
        output(inner.graph, {std::string_view{name} == "sum" ? aten::add.Tensor(x, y) : aten::mul.Tensor(x, y)});
        m.submodules.push_back({name, inner});
    }
    return m;
}

TEST_CASE("interpreter: the graphs of control flow and modules run with the same handlers") {
    struct count : interpreter<count> {
        using interpreter::interpreter;
        int calls = 0;
        run_value call_function(node_id n) {
            ++calls;
            return interpreter::call_function(n);
        }
    };
    graph_module m = two_graphs();
    graph& g = m.graph;
    arg const flag = arg::node(g.placeholder("flag")), x = arg::node(g.placeholder("x"));
    arg const sum = arg::node(g.get_attr("sum")), product = arg::node(g.get_attr("product"));
    node_id const chosen = g.call_function("torch.ops.higher_order.cond", {flag, sum, product, arg::tuple({x, x})});
    node_id const item = g.call_function("operator.getitem", {arg::node(chosen), 0});
    arg const args[] = {arg::node(item), x};
    node_id const called = g.create_node(opcode::call_module, g.intern_target("product"), args);
    g.output(arg::node(called));
    count c(library);
    auto const run = [&](bool which) { return show_values(c.run(m, {b8({}, {which}), f32({2}, {3, 4})}).items()); };
    CHECK(run(true) == "f32[2]: 18 32; ");
    CHECK(c.calls == 4);
    CHECK(run(false) == "f32[2]: 27 64; ");
}

// Has sines and cosines, for which there are no kernels.
struct with_trigonometry : interpreter<with_trigonometry> {
    using interpreter::interpreter;
    run_value call_function(node_id n) {
        std::string_view const op = g().target(n).name;
        if (op != "aten::sin" && op != "aten::cos")
            return interpreter::call_function(n);
        tensor const made = arg(n, 0).tensor().clone();
        for (float& v : std::span(made.data<float>(), static_cast<std::size_t>(made.numel())))
            v = op == "aten::sin" ? std::sin(v) : std::cos(v);
        return made;
    }
};

TEST_CASE("interpreter: a program with nested conds gives what torch gives") {
    std::string const folder = GRAFT_TEST_DATA "/models/control_flow/";
    exported_program const p = read_pt2(
        folder + "model.pt2", {.find_op = [](std::string_view name) { return find_aten_op(name); }, .model = {}});
    for (std::string const which : {"", ".case1", ".case2", ".case3"}) {
        CAPTURE(which);
        safetensors const given = read_safetensors(folder + "inputs" + which + ".safetensors"),
                          expected = read_safetensors(folder + "outputs" + which + ".safetensors");
        tensor const inputs[] = {given.tensors.at("input_0"), given.tensors.at("input_1")};
        run_values const got = with_trigonometry(library).run(p, inputs);
        REQUIRE(got.size() == 1);
        CHECK(compare(expected.tensors.at("output_0"), got[0].tensor()).agrees());
    }
}

TEST_CASE("interpreter: what is missing is an error that names the node and its stack trace") {
    exported_program p = layer();
    plain_interpreter run(library);
    auto const failure = [&](std::vector<tensor> const& inputs) {
        return raised([&] { static_cast<void>(run.run(p, inputs)); });
    };
    tensor const x = f32({1, 2}, {1, 2});
    CHECK(failure({}) == "graft: the program takes 1 inputs, not 0");
    CHECK(failure({x, x}) == "graft: the program takes 1 inputs, not 2");
    CHECK(failure({i64({1, 2}, {1, 2})}) == "graft: input 'x' has dtype torch.int64, not torch.float32");
    CHECK(raised([&] { static_cast<void>(run.run(p.module, {x})); }) ==
          "graft: there is no input for 'x', only 1 are given [at %x]");
    CHECK(raised([&] { static_cast<void>(run.run(p.module, {x, x, x})); }) == "graft: the graph takes 2 inputs, not 3");
    p.state_dict.clear();
    CHECK(failure({x}) == "graft: the program has no tensor for its input 'p_w'");
}

TEST_CASE("interpreter: what cannot run is an error that names the node and its stack trace") {
    graph_module m;
    graph& g = m.graph;
    arg const x = arg::node(g.placeholder("x"));
    auto const failure = [&](node_id n) {
        set_stack_trace(g, n, "line 5");
        std::string const what = raised([&] {
            static_cast<void>(plain_interpreter(library).run(m, {f32({2}, {1, 2})}));
        });
        g.erase_node(n);
        return what;
    };
    CHECK(failure(g.call_function("my::unknown", {x})) ==
          "graft: my::unknown: no op of this name is known [at %unknown_default]\nline 5");
    CHECK(failure(g.call_function(toy::mystery_t::info(), {x})) ==
          "graft: toy::mystery: there is no kernel for this op [at %mystery_default]\nline 5");
    CHECK(failure(g.call_function("math.sin", {x})) == "graft: math.sin: there is no way to run it [at %sin]\nline 5");
    CHECK(failure(g.get_attr("weight")) == "graft: there is no attribute 'weight' [at %weight]\nline 5");
    CHECK(failure(g.call_function("operator.getitem", {arg::list({x}), 1})) ==
          "graft: item 1 of 1 values [at %getitem]\nline 5");
    arg const args[] = {x};
    CHECK(failure(g.create_node(opcode::call_module, g.intern_target("layer"), args)) ==
          "graft: there is no submodule 'layer' [at %layer]\nline 5");
    CHECK(failure(g.create_node(opcode::call_method, g.intern_target("tanh"), args)) ==
          "graft: the method 'tanh' of a tensor has no kernel [at %tanh]\nline 5");
    CHECK(failure(g.call_function("aten::_assert_tensor_metadata", {x})) == "(nothing raised)");
    CHECK(failure(g.call_function("aten::_assert_scalar", {false, "it must be"})) ==
          "graft: an assertion of the program does not hold: it must be [at %_assert_scalar_default]\nline 5");
    CHECK(raised([&] {
              static_cast<void>(plain_interpreter(library).run(m, {scalar(1), scalar(2)}));
          }) == "graft: the graph takes 1 inputs, not 2");
}

TEST_CASE("interpreter: a placeholder with a default needs no input") {
    graph_module m;
    arg const five[] = {5};
    node_id const n = m.graph.create_node(opcode::placeholder, m.graph.intern_target("n"), five, {}, "n");
    m.graph.output(arg::node(n));
    CHECK(plain_interpreter(library).run(m, {}).number() == scalar(5));
    CHECK(plain_interpreter(library).run(m, {scalar(6)}).number() == scalar(6));
}

TEST_CASE("node_values: a value lives from its node to its last use") {
    graph g;
    node_id const x = g.placeholder("x");
    node_id const unused = g.call_function("my::a", {arg::node(x), arg::node(x)});
    node_id const y = g.call_function("my::b", {arg::list({arg::node(x)})}),
                  z = g.call_function("my::c", {arg::node(y)});
    g.output(arg::node(z));
    node_values<std::string> values(g);
    values.set(x, "x");
    CHECK(values[x] == "x");
    values.set(unused, "unused");
    CHECK(values.held() == 1);
    CHECK(values[x] == "x");
    values.set(y, "y");
    CHECK(values.held() == 1);
    CHECK(raised([&] { static_cast<void>(values[x]); }) == "graft: the node 'x' is used where it has no value");
    values.set(z, "z");
    CHECK(values[z] == "z");
    values.set(g.back(), "output");
    CHECK(values.held() == 0);
    CHECK(raised([&] { static_cast<void>(values[unused]); }).find("no value") != std::string::npos);
}

sym_int const s1 = symbol{"s1"};

exported_program program_of(std::vector<value_spec> const& inputs, std::vector<symbol_range> ranges = {}) {
    program_builder b;
    b.parameter("weight", f32({1}, {0}));
    for (std::size_t i = 0; i < inputs.size(); ++i)
        b.input("x" + std::to_string(i), inputs[i]);
    return b.finish({}, std::move(ranges));
}

// `s0=3 s1=4`, or what went wrong.
std::string values(exported_program const& p, std::vector<tensor> const& inputs) {
    std::string out;
    std::string const error = raised([&] {
        sym_bindings const bindings = symbol_values(p, inputs);
        for (sym_binding const& b : bindings.all())
            out += (out.empty() ? "" : " ") + std::string{b.name.name()} + "=" + std::to_string(b.value.value());
    });
    return error == "(nothing raised)" ? out : error;
}

tensor zeros(std::vector<std::int64_t> sizes) { return tensor::zeros(std::move(sizes), dtype::f32); }

TEST_CASE("symbol_values: sizes that are symbols take the sizes of the inputs") {
    exported_program const p = program_of({f32_spec({s0, 4}), f32_spec({s1, s0})});
    CHECK(values(p, {zeros({3, 4}), zeros({5, 3})}) == "s0=3 s1=5");
    CHECK(values(p, {zeros({0, 4}), zeros({0, 0})}) == "s0=0 s1=0");
}

TEST_CASE("symbol_values: a program without symbols has none") {
    CHECK(values(program_of({f32_spec({2, 4})}), {zeros({2, 4})}) == "");
    CHECK(values(program_of({}), {}) == "");
}

TEST_CASE("symbol_values: a wrong number of inputs, dtype, rank or size is told") {
    exported_program const p = program_of({f32_spec({s0, 4}), f32_spec({s0})});
    CHECK(values(p, {zeros({3, 4})}) == "graft: the program takes 2 inputs, not 1");
    CHECK(values(p, {i64({1, 4}, {1, 2, 3, 4}), zeros({1})}) ==
          "graft: input 'x0' has dtype torch.int64, not torch.float32");
    CHECK(values(p, {zeros({3}), zeros({3})}) == "graft: input 'x0' has 1 dimensions, not 2");
    CHECK(values(p, {zeros({3, 5}), zeros({3})}) == "graft: input 'x0' has size 5 in dimension 1, not 4");
    CHECK(values(p, {zeros({3, 4}), zeros({2})}) == "graft: input 'x1' has size 2 in dimension 0, not 3");
    CHECK(values(p, {tensor{}, zeros({2})}).substr(0, 28) == "graft: input 'x0' has dtype ");
}

TEST_CASE("symbol_values: a size out of the range of its symbol is told") {
    std::vector<symbol_range> const ranges{{symbol{"s0"}, {3, 8}}, {symbol{"s1"}, {std::nullopt, 4}}};
    exported_program const p = program_of({f32_spec({s0}), f32_spec({s1})}, ranges);
    CHECK(values(p, {zeros({3}), zeros({0})}) == "s0=3 s1=0");
    CHECK(values(p, {zeros({8}), zeros({4})}) == "s0=8 s1=4");
    CHECK(values(p, {zeros({1}), zeros({4})}) ==
          "graft: the size s0 = 1 is outside the range the program was exported for");
    CHECK(values(p, {zeros({9}), zeros({4})}) ==
          "graft: the size s0 = 9 is outside the range the program was exported for");
    CHECK(values(p, {zeros({3}), zeros({5})}) ==
          "graft: the size s1 = 5 is outside the range the program was exported for");
}

TEST_CASE("symbol_values: a size of at least 2 may be 0 or 1, as torch only supposes that it is not") {
    exported_program const p = program_of({f32_spec({s0})}, {{symbol{"s0"}, {2, 8}}});
    CHECK(values(p, {zeros({1})}) == "s0=1");
    CHECK(values(p, {zeros({0})}) == "s0=0");
    CHECK(values(p, {zeros({9})}) == "graft: the size s0 = 9 is outside the range the program was exported for");
}

TEST_CASE("symbol_values: a derived size is checked, whichever input binds its symbol") {
    exported_program const after = program_of({f32_spec({s0}), f32_spec({s0 * 2 + 1})});
    CHECK(values(after, {zeros({3}), zeros({7})}) == "s0=3");
    CHECK(values(after, {zeros({3}), zeros({6})}) == "graft: input 'x1' has size 6 in dimension 0, not 7");
    exported_program const before = program_of({f32_spec({s0 * 2}), f32_spec({s0})});
    CHECK(values(before, {zeros({6}), zeros({3})}) == "s0=3");
    CHECK(values(before, {zeros({7}), zeros({3})}) == "graft: input 'x0' has size 7 in dimension 0, not 6");
}

TEST_CASE("symbol_values: an input that is no tensor in the graph binds nothing") {
    exported_program const p = program_of({value_spec{}, f32_spec({s0})});
    CHECK(values(p, {tensor{}, zeros({3})}) == "s0=3");
}

TEST_CASE("symbol_values: the same values are told apart from others") {
    sym_bindings a, b;
    CHECK(detail::same_values(a, b));
    a.set(symbol{"s0"}, 1);
    CHECK_FALSE(detail::same_values(a, b));
    b.set(symbol{"s0"}, 2);
    CHECK_FALSE(detail::same_values(a, b));
    b.set(symbol{"s0"}, 1);
    CHECK(detail::same_values(a, b));
}

} // namespace
