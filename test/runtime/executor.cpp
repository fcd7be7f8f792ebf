#include <graft/runtime/executor.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten/symbolic.hpp>
#include <graft/memory/check_plan.hpp>
#include <graft/memory/greedy.hpp>
#include <graft/memory/plan.hpp>
#include <graft/meta/vec.hpp>
#include <graft/runtime/eager.hpp>
#include <graft/runtime/kernels/composite.hpp>
#include <graft/runtime/kernels/elementwise.hpp>
#include <graft/runtime/kernels/index.hpp>
#include <graft/runtime/kernels/linear_algebra.hpp>
#include <graft/runtime/kernels/shape.hpp>
#include <graft/runtime/kernels/view.hpp>
#include <graft/transform/detail/prepare_regions.hpp>

#include "../counting_new.hpp"
#include "../io/raises.hpp"
#include "../sanitized.hpp"
#include "random_program.hpp"
#include "tensors.hpp"
#include "toy.hpp"

#include <array>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

struct four_times_t : op<four_times_t> {
    static constexpr schema_text text{"toy::four_times(Tensor self) -> Tensor"};
    static constexpr value_spec meta(graft::call<tensor_spec> const& c) { return c.tensor("self"); }
};
inline constexpr four_times_t four_times;

constexpr auto four_times_meaning = bind_pattern_to_op(four_times, toy::twice(toy::twice(var<"self">)));
constexpr bound_op bound[] = {four_times_meaning.view()};

constexpr auto kernels =
    kernel_set<decltype(aten::add.Tensor), decltype(aten::sub.Tensor), decltype(aten::mul.Tensor),
               decltype(aten::maximum.default_), decltype(aten::neg.default_), decltype(aten::tanh.default_),
               decltype(aten::relu.default_), decltype(aten::hardtanh.default_), decltype(aten::add_.Tensor),
               decltype(aten::unsqueeze.default_), decltype(aten::select.int_), decltype(aten::detach.default_),
               decltype(aten::view.default_), decltype(aten::permute.default_), decltype(aten::linear.default_),
               decltype(aten::slice.Tensor), decltype(aten::select_scatter.default_),
               decltype(aten::contiguous.default_), toy::twice_t, toy::split_sign_t, toy::pieces_t>;
constexpr kernel_library library{kernel_table{kernels}, bound};

sym_int const s0 = symbol{"s0"};
std::vector<symbol_range> const up_to_eight{{symbol{"s0"}, {1, 8}}};

memory_plan greedy_plan(exported_program const& p) { return plan_greedy(find_lifetimes(p).values); }

std::string run(exported_program const& p, std::vector<tensor> const& inputs, memory_plan const* plan = nullptr) {
    return show(executor(p, library, plan).run(inputs));
}

/// relu(x * w + x) + relu(x * w)
exported_program residual(value_spec const& x_spec) {
    program_builder b;
    value const w = b.parameter("w", f32({3, 3}, {0, 1, 0, 0, 0, 1, 1, 0, 0}));
    value const x = b.input("x", x_spec);
    value const y = aten::linear(x, w);
    return b.finish({aten::add.Tensor(aten::relu(aten::add.Tensor(y, x)), aten::relu(y))}, up_to_eight);
}

TEST_CASE("executor: a static program gives what its ops give, planned or not") {
    exported_program const p = residual(f32_spec({2, 3}));
    tensor const x = f32({2, 3}, {1, 2, 3, -1, -2, 3});
    memory_plan const greedy = greedy_plan(p), naive = plan_naive(find_lifetimes(p).values);
    CHECK(greedy.planned_bytes < naive.planned_bytes);
    CHECK(run(p, {x}) == "f32[2, 3]: 5 8 5 0 4 2\n");
    CHECK(run(p, {x}, &greedy) == "f32[2, 3]: 5 8 5 0 4 2\n");
    CHECK(run(p, {x}, &naive) == "f32[2, 3]: 5 8 5 0 4 2\n");
}

TEST_CASE("executor: a program is called with nested arguments, some by name, and gives what its module returned") {
    program_builder b;
    value const total = b.buffer("total", tensor::full({2}, dtype::f32, 1.0));
    value const x = b.input("x", f32_spec({2})), y = b.input("y", f32_spec({2}));
    value const sum = aten::add.Tensor(total, x);
    b.mutate("total", sum);
    exported_program p = b.finish({sum, aten::sub.Tensor(x, y)});
    tensor const two = tensor::full({2}, dtype::f32, 2.0), five = tensor::full({2}, dtype::f32, 5.0);
    auto const second = [](tree<tensor> const& leaf) { return leaf.value().data<float>()[1]; };
    {
        executor run(p, library);
        tree<tensor> const got = run.call({five, two});
        CHECK(got.size() == 2);
        CHECK(second(got.at(0)) == 6);
        CHECK(second(got.at(1)) == 3);
    }
    p.call.in_spec = tree_spec::tuple({tree_spec::tuple({tree_spec::list({{}})}), tree_spec::dict({{"y", {}}})});
    p.call.out_spec = tree_spec::dict({{"sum", {}}, {"rest", {}}});
    executor run(p, library);
    CHECK(second(run.call({tree<tensor>::list({five})}, {{"y", two}}).at("rest")) == 3);
    CHECK(second(run.call({tree<tensor>::list({five})}, {{"y", two}}).at("sum")) == 11);
    CHECK(sentence([&] {
              static_cast<void>(run.call({tree<tensor>::list({five})}, {{"z", two}}));
          }).ends_with("TreeSpec(dict, ['z'], [*])])\nwhich differs at [1]['y']"));
}

TEST_CASE("executor: one executor runs a dynamic program with changing sizes") {
    exported_program const p = residual(f32_spec({s0, 3}));
    memory_plan const plan = greedy_plan(p);
    executor planned(p, library, &plan), unplanned(p, library);
    for (std::int64_t const rows : {2, 8, 1, 8, 2}) {
        tensor const x[] = {random_tensor(static_cast<std::uint32_t>(rows), {rows, 3})};
        std::string const expected = run(p, {x[0]});
        CHECK(show(planned.run(x)) == expected);
        CHECK(show(unplanned.run(x)) == expected);
    }
    CHECK(planned.arena_bytes() == plan.planned_bytes);
    CHECK(unplanned.arena_bytes() == 0);
    CHECK(raised([&] {
              run(p, {tensor::zeros({9, 3}, dtype::f32)});
          }) == "graft: the size s0 = 9 is outside the range the program was exported for");
}

TEST_CASE("executor: outputs are in memory of their own and stay as they are") {
    program_builder b;
    value const w = b.parameter("w", f32({2}, {10, 20}));
    value const x = b.input("x", f32_spec({2}));
    value const y = aten::neg(x);
    exported_program const p = b.finish({y, aten::detach(y), x, w});
    memory_plan const plan = greedy_plan(p);
    executor e(p, library, &plan);
    tensor const one[] = {f32({2}, {1, 2})}, two[] = {f32({2}, {3, 4})};
    std::vector<tensor> const first = e.run(one);
    std::string const shown = show(first);
    CHECK(shown == "f32[2]: -1 -2\nf32[2]: -1 -2\nf32[2]: 1 2\nf32[2]: 10 20\n");
    std::vector<tensor> const second = e.run(two);
    CHECK(show(first) == shown);
    for (std::size_t i = 0; i < first.size(); ++i) {
        CHECK_FALSE(first[i].shares_storage(second[i]));
        for (std::size_t k = 0; k < i; ++k)
            CHECK_FALSE(first[i].shares_storage(first[k]));
    }
    CHECK_FALSE(first[2].shares_storage(one[0]));
    CHECK_FALSE(first[3].shares_storage(p.state_dict.at("w")));
}

TEST_CASE("executor: a view lives in the memory of what it shows, for as long as it is used") {
    program_builder b;
    value const x = b.input("x", f32_spec({s0, 2}));
    value const doubled = aten::add.Tensor(x, x);
    value const turned = aten::permute(doubled, std::array{1, 0});
    // These come between the view and its use, and could take the place of what it shows.
    value const other = aten::neg(aten::neg(aten::neg(x)));
    exported_program const p = b.finish({aten::neg(turned), aten::view(other, std::array{-1})}, up_to_eight);
    memory_plan const plan = greedy_plan(p);
    CHECK(run(p, {iota({2, 2})}, &plan) == "f32[2, 2]: -0 -4 -2 -6\nf32[4]: -0 -1 -2 -3\n");
}

TEST_CASE("executor: a result has the gaps between elements that its operand has, so that what follows is a copy") {
    program_builder b;
    value const x = b.input("x", f32_spec({2, 4})), column = b.input("column", f32_spec({2}));
    value const gaps = aten::slice.Tensor(aten::add.Tensor(x, x), 1, 0, 4, 2);
    value const t = aten::select_scatter(gaps, column, 1, 0), copy = aten::contiguous(t);
    exported_program const p = b.finish({t, aten::add_.Tensor(copy, copy)});
    memory_plan const plan = greedy_plan(p);
    for (memory_plan const* const planned : {static_cast<memory_plan const*>(nullptr), &plan})
        CHECK(run(p, {iota({2, 4}), f32({2}, {1, 2})}, planned) == "f32[2, 2]: 1 4 2 12\nf32[2, 2]: 2 8 4 24\n");
}

TEST_CASE("executor: results of an op that has several, used, unused and in lists") {
    program_builder b;
    value const x = b.input("x", f32_spec({2}));
    value const both = toy::split_sign(x), again = toy::split_sign(x), list = toy::pieces(x);
    value const negative = b.item(both, 1);
    value const one = b.item(again, 0);
    value const sum = aten::add.Tensor(negative, b.item(both, 0));
    exported_program const p = b.finish({negative, aten::add.Tensor(sum, one), b.item(list, 0)});
    memory_plan const plan = greedy_plan(p);
    char const* const expected = "f32[2]: -3 0\nf32[2]: -3 8\nf32[2]: -3 4\n";
    CHECK(run(p, {f32({2}, {-3, 4})}) == expected);
    CHECK(run(p, {f32({2}, {-3, 4})}, &plan) == expected);
}

TEST_CASE("executor: an item that is not there is an error that names the node") {
    exported_program p;
    {
        program_builder b;
        value const x = b.input("x", f32_spec({2}));
        value const both = toy::split_sign(x);
        value const item = b.item(both, 1);
        p = b.finish({item});
    }
    p.graph().set_arg(p.graph().at("getitem"), 1, 2);
    CHECK(raised([&] {
              run(p, {f32({2}, {1, 2})});
          }) == "graft: node 'getitem' takes an item that is not there [at %getitem]");
}

TEST_CASE("executor: a bound op without a kernel runs by its pattern") {
    program_builder b;
    value const x = b.input("x", f32_spec({2}));
    exported_program const p = b.finish({aten::neg(four_times(x))});
    memory_plan const plan = greedy_plan(p);
    CHECK(run(p, {f32({2}, {1, 2})}) == "f32[2]: -4 -8\n");
    CHECK(run(p, {f32({2}, {1, 2})}, &plan) == "f32[2]: -4 -8\n");
}

TEST_CASE("executor: buffers that the program changes last from run to run, and are reset") {
    program_builder b;
    value const count = b.buffer("count", f32({1}, {5})), other = b.buffer("other", f32({1}, {1}));
    value const x = b.input("x", f32_spec({1}));
    b.mutate("count", aten::add.Tensor(count, other));
    b.mutate("other", count);
    exported_program const p = b.finish({aten::mul.Tensor(x, count)});
    memory_plan const plan = greedy_plan(p);
    executor e(p, library, &plan);
    tensor const x2[] = {f32({1}, {2})};
    for (int i = 0; i < 2; ++i) {
        CHECK(show(e.run(x2)) == "f32[1]: 6\nf32[1]: 5\nf32[1]: 10\n");
        CHECK(show(e.run(x2)) == "f32[1]: 11\nf32[1]: 6\nf32[1]: 12\n");
        e.reset();
    }
    CHECK(show({p.state_dict.at("count"), p.state_dict.at("other")}) == "f32[1]: 5\nf32[1]: 1\n");
}

TEST_CASE("executor: calls in place change the executor's buffer, and not the program's") {
    program_builder b;
    value const count = b.buffer("count", f32({1}, {5}));
    value const x = b.input("x", f32_spec({1}));
    exported_program const p = b.finish({aten::mul.Tensor(x, aten::add_.Tensor(count, x))});
    executor e(p, library);
    tensor const x2[] = {f32({1}, {2})};
    CHECK(show(e.run(x2)) == "f32[1]: 14\n");
    CHECK(show(e.run(x2)) == "f32[1]: 18\n");
    REQUIRE(e.changed_state().size() == 1);
    CHECK(e.changed_state()[0].first == "count");
    CHECK(show(e.changed_state()[0].second) == "f32[1]: 9");
    CHECK(show(p.state_dict.at("count")) == "f32[1]: 5");
}

TEST_CASE("executor: an input that the signature says is changed is changed where it lies") {
    program_builder b;
    value const x = b.input("x", f32_spec({2}));
    value const changed = aten::add.Tensor(x, 1);
    exported_program p = b.finish({changed, aten::neg(x)});
    p.signature.outputs[0].kind = output_kind::user_input_mutation;
    p.signature.outputs[0].target = "x";
    executor e(p, library);
    tensor const given[] = {f32({2}, {1, 2})};
    CHECK(show(e.run(given)) == "f32[2]: 2 3\nf32[2]: -1 -2\n");
    CHECK(show(given[0]) == "f32[2]: 2 3");
    CHECK(show(run_once(p, library, given)) == "f32[2]: 3 4\nf32[2]: -2 -3\n");
    CHECK(show(given[0]) == "f32[2]: 2 3");
}

TEST_CASE("executor: outputs of an earlier run are written again") {
    exported_program const p = residual(f32_spec({s0, 3}));
    executor e(p, library);
    tensor const x1[] = {iota({2, 3})}, x2[] = {tensor::zeros({2, 3}, dtype::f32)}, x3[] = {iota({1, 3})};
    vec<tensor> outputs;
    e.run(x1, outputs);
    tensor const first = outputs.at(0);
    e.run(x2, outputs);
    CHECK(outputs.at(0).shares_storage(first));
    CHECK(show(outputs) == "f32[2, 3]: 0 0 0 0 0 0\n");
    e.run(x3, outputs);
    CHECK_FALSE(outputs.at(0).shares_storage(first));
    CHECK(show(outputs) == show(executor(p, library).run(x3)));
}

TEST_CASE("executor: numbers computed from symbolic sizes are arguments") {
    program_builder b;
    value const x = b.input("x", f32_spec({s0, 2}));
    value const rows = aten::sym_size.int_(x, 0);
    value const twice{&b.g(), b.g().call_function("operator.mul", {arg::node(rows.id), 2})};
    value const flat{
        &b.g(), b.g().call_function(aten::view.default_.info(), {arg::node(x.id), arg::list({arg::node(twice.id)})})};
    exported_program const p = b.finish({aten::neg(flat)}, up_to_eight);
    memory_plan const plan = greedy_plan(p);
    executor e(p, library, &plan);
    for (std::int64_t const n : {1, 3}) {
        tensor const input[] = {iota({n, 2})};
        CHECK(show(e.run(input)) == (n == 1 ? "f32[2]: -0 -1\n" : "f32[6]: -0 -1 -2 -3 -4 -5\n"));
    }
}

TEST_CASE("executor: constant outputs are undefined, and absent inputs are allowed where nothing uses them") {
    program_builder b;
    b.input("flag", value_spec{});
    value const x = b.input("x", f32_spec({1}));
    exported_program p = b.finish({aten::neg(x)});
    p.signature.outputs.push_back({.name = {}, .target = {}, .value = std::int64_t{3}});
    graph& g = p.graph();
    g.set_arg(g.back(), 0, arg::tuple({arg::node(g.arg(g.back(), 0)[0].node()), std::int64_t{3}}));
    CHECK(run(p, {tensor{}, f32({1}, {1})}) == "f32[1]: -1\nundefined\n");
}

TEST_CASE("executor: a program with regions runs as if they were inlined, views and writes in them too") {
    program_builder b;
    value const x = b.input("x", f32_spec({2, 3}));
    program_builder inner;
    value const given = inner.input("y", f32_spec({2, 3}));
    value const doubled = aten::mul.Tensor(given, given);
    exported_program const body = inner.finish({doubled, aten::permute(doubled, std::vector{1, 0})});
    node_id const graph = b.g().get_attr("body");
    node_id const region = b.g().call_function("torch.ops.higher_order.wrap_with_set_grad_enabled",
                                               {false, arg::node(graph), arg::node(x.id)});
    b.g().set_val(region, value_spec::of_list({f32_spec({2, 3}), f32_spec({3, 2})}));
    value const plain = b.item({&b.g(), region}, 0), turned = b.item({&b.g(), region}, 1);
    value const written = aten::add_.Tensor(turned, turned);
    exported_program p = b.finish({plain, written});
    p.module.submodules.push_back({"body", body.module});
    tensor const input = f32({2, 3}, {1, 2, 3, 4, 5, 6});
    std::string const expected = "f32[2, 3]: 2 8 18 32 50 72\nf32[3, 2]: 2 32 8 50 18 72\n";
    memory_plan const plan = greedy_plan(p);
    CHECK(run(p, {input}) == expected);
    CHECK(run(p, {input}, &plan) == expected);
}

TEST_CASE("executor: the op of a call of out_dtype runs in its place") {
    program_builder b;
    value const x = b.input("x", f32_spec({4}));
    node_id const call =
        b.g().call_function("torch.ops.higher_order.out_dtype",
                            {"torch.ops.aten.mul.Tensor", dtype::f32, arg::node(x.id), arg::node(x.id)});
    b.g().set_val(call, f32_spec({4}));
    exported_program const p = b.finish({{&b.g(), call}});
    kernel_library const preparing{kernel_table{kernels}, bound, graft::detail::prepare_regions<>};
    CHECK(show(executor(p, preparing).run({f32({4}, {1, 2, 3, -4.5f})})) == "f32[4]: 1 4 9 20.25\n");
    CHECK(unsupported_calls(p, preparing).empty());
    CHECK(unsupported_calls(p, library).size() == 1);
}

TEST_CASE("executor: a program that cannot run is refused with every reason") {
    program_builder b;
    value const x = b.input("x", f32_spec({2}));
    value const a = toy::mystery(x);
    set_stack_trace(b.g(), a.id, "File \"model.py\", line 3");
    exported_program const p = b.finish({aten::exp(aten::neg(a))});
    CHECK(raised([&] { executor e(p, library); }) == R"(graft: the program cannot run:
unsupported: toy::mystery at %mystery_default: there is no kernel for it
    File "model.py", line 3
unsupported: aten::exp at %exp_default: there is no kernel for it
)");
}

TEST_CASE("executor: what a kernel refuses is told with the node and its stack trace") {
    program_builder b;
    value const x = b.input("x", make_spec(dtype::boolean, {2}));
    value const y = aten::maximum(x, x);
    exported_program p = b.finish({y});
    // The kernel of neg refuses booleans, which the graph does not know.
    p.graph().set_target(y.id, p.graph().intern_target(aten::neg.default_.info()));
    p.graph().set_args(y.id, std::vector{arg::node(x.id)});
    set_stack_trace(p.graph(), y.id, "File \"model.py\", line 7");
    CHECK(raised([&] {
              run(p, {b8({2}, {true, false})});
          }) == "graft: aten::neg: it is not defined for torch.bool [at %maximum_default]\nFile \"model.py\", line 7");
}

TEST_CASE("executor: a parameter without a tensor is an error that names it") {
    exported_program p = residual(f32_spec({s0, 3}));
    p.state_dict.clear();
    CHECK(raised([&] {
              run(p, {iota({2, 3})});
          }) == "graft: the PARAMETER 'w' of the input 'p_w' is not in the state dict");
}

TEST_CASE("executor: a signature that is not that of the graph is an error that names what differs") {
    program_builder b;
    exported_program p = b.finish({aten::neg(b.input("x", f32_spec({1})))});
    p.signature.inputs[0].name = "y";
    CHECK(raised([&] {
              run(p, {f32({1}, {1})});
          }).starts_with("graft: input 0 of the signature is 'y', but the placeholder is 'x'"));
}

TEST_CASE("executor: a run that fails leaves the executor as able as before") {
    exported_program p = residual(f32_spec({s0, 3}));
    memory_plan const plan = greedy_plan(p);
    p.range_constraints.clear();
    executor e(p, library, &plan);
    tensor const small[] = {iota({2, 3})}, large[] = {iota({50, 3})};
    std::string const expected = show(e.run(small));
    for (int i = 0; i < 2; ++i)
        CHECK(raised([&] { static_cast<void>(e.run(large)); }).find("the plan has no room for node '") !=
              std::string::npos);
    CHECK(show(e.run(small)) == expected);
}

TEST_CASE("executor: a vector of outputs is written again, and keeps its tensors where a run fails") {
    exported_program const p = residual(f32_spec({2, 3}));
    executor e(p, library);
    tensor const x[] = {iota({2, 3})}, other[] = {iota({1, 3})};
    std::vector<tensor> outputs;
    e.run(x, outputs);
    tensor const first = outputs.at(0);
    e.run(x, outputs);
    CHECK(outputs.at(0).shares_storage(first));
    CHECK_THROWS_AS(e.run(other, outputs), error);
    REQUIRE(outputs.size() == 1);
    CHECK(outputs[0].shares_storage(first));
}

TEST_CASE("executor: moves, and does not copy, since its arguments point into it") {
    static_assert(!std::is_copy_constructible_v<executor>);
    exported_program const p = residual(f32_spec({s0, 3}));
    executor first(p, library);
    tensor const x[] = {iota({1, 3})};
    std::string const expected = show(first.run(x));
    executor second = std::move(first);
    CHECK(show(second.run(x)) == expected);
}

//=== random programs ===//

/// What the graph returns when each of its calls is made in order, in memory of its own.
std::vector<tensor> walk(exported_program const& p, std::vector<tensor> const& inputs) {
    graph const& g = p.graph();
    std::map<node_id, tensor> values;
    std::size_t next = 0;
    for (input_spec const& spec : p.signature.inputs)
        values[g.at(spec.name)] = spec.kind == input_kind::user_input ? inputs[next++] : *p.find_state(spec);
    auto const tensor_of = [&](node_id n) -> tensor const& { return values.at(n); };
    for (node_id const n : g.nodes())
        if (g.op(n) == opcode::call_function)
            values[n] = evaluate(bind_arguments<tensor>(g, n, tensor_of), library).front();
    std::vector<tensor> results;
    for (output_spec const& spec : p.signature.outputs)
        results.push_back(values.at(g.at(spec.name)));
    return results;
}

std::string all_bits(std::vector<tensor> const& tensors) {
    std::string bits;
    for (tensor const& t : tensors) {
        tensor const flat = t.contiguous();
        bits.append(reinterpret_cast<char const*>(flat.data()), flat.nbytes());
    }
    return bits;
}

TEST_CASE("executor: random programs ask for no memory once they have run") {
    for (std::uint32_t seed = 0; seed < 60; seed += is_sanitized ? 5 : 1) {
        CAPTURE(seed);
        exported_program const p = random_program(seed, 5 + static_cast<int>(seed));
        executor e(p, library);
        vec<tensor> outputs;
        for (std::int64_t const rows : {16, 5}) {
            std::vector<tensor> const inputs{random_tensor(seed, {rows, 3}), random_tensor(seed + 1000, {rows, 1})};
            auto const runs = [&] {
                std::int64_t const before = allocation_count();
                for (int i = 0; i < 3; ++i)
                    e.run(inputs, outputs);
                return allocation_count() - before;
            };
            CHECK(runs() > 0);
            CHECK(runs() == 0);
        }
    }
}

TEST_CASE("executor: random programs give the same bits planned, unplanned, and call by call") {
    int overlaps_seen = 0;
    for (std::uint32_t seed = 0; seed < 60; seed += is_sanitized ? 5 : 1) {
        CAPTURE(seed);
        exported_program const p = random_program(seed, 5 + static_cast<int>(seed));
        memory_plan const greedy = greedy_plan(p), naive = plan_naive(find_lifetimes(p).values);
        REQUIRE(check(greedy).empty());
        memory_plan overlapping = naive;
        overlapping.offsets.assign(overlapping.offsets.size(), 0);
        executor planned(p, library, &greedy), spread(p, library, &naive), unplanned(p, library),
            wrong(p, library, &overlapping);
        for (std::int64_t const rows : {1, 16, 5}) {
            std::vector<tensor> const inputs{random_tensor(seed, {rows, 3}), random_tensor(seed + 1000, {rows, 1})};
            std::string const expected = all_bits(walk(p, inputs));
            CHECK((all_bits(planned.run(inputs)) == expected));
            CHECK((all_bits(spread.run(inputs)) == expected));
            CHECK((all_bits(unplanned.run(inputs)) == expected));
            overlaps_seen += all_bits(wrong.run(inputs)) != expected;
        }
    }
    // The comparison is worth something: values that overlap change the results.
    CHECK(overlaps_seen > static_cast<int>(cases(90)));
}

} // namespace
