#include <graft/runtime/constant_prop.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/verify_signature.hpp>
#include <graft/ir/lint.hpp>
#include <graft/ir/text/parse.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/memory/greedy.hpp>
#include <graft/runtime/executor.hpp>
#include <graft/runtime/kernels/composite.hpp>
#include <graft/runtime/kernels/creation.hpp>
#include <graft/runtime/kernels/elementwise.hpp>
#include <graft/runtime/kernels/linear_algebra.hpp>
#include <graft/runtime/kernels/random.hpp>
#include <graft/runtime/kernels/shape.hpp>
#include <graft/runtime/kernels/view.hpp>

#include "random_program.hpp"
#include "tensors.hpp"
#include "toy.hpp"

#include <array>
#include <string>
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
               decltype(aten::hardtanh.default_), decltype(aten::unsqueeze.default_), decltype(aten::select.int_),
               decltype(aten::detach.default_), decltype(aten::dropout.default_), decltype(aten::mm.default_),
               decltype(aten::permute_copy.default_), decltype(aten::permute.default_), decltype(aten::full.default_),
               decltype(aten::add_.Tensor), decltype(aten::arange.start_step), decltype(aten::expand_copy.default_),
               decltype(aten::view.default_), toy::twice_t, toy::split_sign_t>;
constexpr kernel_library library{kernel_table{kernels}, bound};

std::string run(exported_program const& p, std::vector<tensor> const& inputs) {
    memory_plan const plan = plan_greedy(find_lifetimes(p).values);
    return show(executor(p, library, &plan).run(inputs));
}

// What must hold of every program.
void check_sound(exported_program const& p) {
    CHECK(lint(p.graph()).empty());
    for (violation const& v : verify_signature(p))
        FAIL_CHECK(text(v));
}

TEST_CASE("constant_prop: what depends on constants alone becomes a constant before the user's inputs") {
    program_builder b;
    value const w = b.parameter("w", f32({2, 2}, {1, 2, 3, 4}));
    value const scale = b.buffer("scale", f32({1}, {10}), false);
    value const shift = b.constant("shift", f32({2}, {100, 200}));
    value const x = b.input("x", f32_spec({1, 2}));
    value const scaled = aten::mul.Tensor(aten::permute_copy(w, std::array{1, 0}), scale);
    value const twice_shift = aten::add.Tensor(shift, shift);
    exported_program p = b.finish({aten::add.Tensor(aten::mm(x, scaled), twice_shift)});
    std::string const before = run(p, {f32({1, 2}, {1, 1})});

    CHECK(constant_prop(p, library) == 2);
    CHECK(fx_text(p.graph()) == R"(graph():
    %p_w : [num_users=0] = placeholder[target=p_w]
    %b_scale : [num_users=0] = placeholder[target=b_scale]
    %c_shift : [num_users=0] = placeholder[target=c_shift]
    %_prop_tensor_constant0 : [num_users=1] = placeholder[target=_prop_tensor_constant0]
    %_prop_tensor_constant1 : [num_users=1] = placeholder[target=_prop_tensor_constant1]
    %x : [num_users=1] = placeholder[target=x]
    %mm_default : [num_users=1] = call_function[target=torch.ops.aten.mm.default](args = (%x, %_prop_tensor_constant0), kwargs = {})
    %add_tensor_1 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%mm_default, %_prop_tensor_constant1), kwargs = {})
    return (add_tensor_1,))");
    CHECK(text(p.signature) == R"(
# inputs
p_w: PARAMETER target='w'
b_scale: BUFFER target='scale' persistent=False
c_shift: CONSTANT_TENSOR target='shift'
_prop_tensor_constant0: CONSTANT_TENSOR target='_prop_tensor_constant0'
_prop_tensor_constant1: CONSTANT_TENSOR target='_prop_tensor_constant1'
x: USER_INPUT

# outputs
add_tensor_1: USER_OUTPUT
)");
    CHECK(show(p.constants.at("_prop_tensor_constant0")) == "f32[2, 2]: 10 30 20 40");
    CHECK(show(p.constants.at("_prop_tensor_constant1")) == "f32[2]: 200 400");
    CHECK(p.state_dict.size() == 1);
    check_sound(p);
    CHECK(before == "f32[1, 2]: 230 470\n");
    CHECK(run(p, {f32({1, 2}, {1, 1})}) == before);
    CHECK(constant_prop(p, library) == 0);
}

TEST_CASE("constant_prop: new constants are constants of the graph, with value, metadata and origin") {
    program_builder b;
    value const w = b.parameter("w", f32({2}, {1, 2}));
    value const x = b.input("x", f32_spec({2}));
    value const folded = aten::neg(w);
    set_stack_trace(b.g(), folded.id, "File \"model.py\", line 3");
    exported_program p = b.finish({aten::add.Tensor(x, folded)});
    CHECK(constant_prop(p, library) == 1);
    node_id const n = p.graph().at("_prop_tensor_constant0");
    REQUIRE(n != no_node);
    CHECK(p.graph().is_constant(n));
    CHECK(p.graph().val(n)->tensor == make_spec(dtype::f32, {2}));
    CHECK(p.graph().meta(n, "stack_trace") == "File \"model.py\", line 3");
    REQUIRE(p.graph().origins(n).size() == 1);
    CHECK(p.graph().origins(n)[0].rule == "constant_prop");
    CHECK(p.graph().origins(n)[0].node == "neg_default");
}

TEST_CASE("constant_prop: a buffer that is mutated is never folded") {
    program_builder b;
    value const count = b.buffer("count", f32({1}, {1}));
    value const still = b.buffer("still", f32({1}, {5}));
    value const x = b.input("x", f32_spec({1}));
    value const next = aten::add.Tensor(count, still);
    b.mutate("count", next);
    exported_program p = b.finish({aten::mul.Tensor(x, aten::neg(still))});
    std::string const before = run(p, {f32({1}, {3})});
    CHECK(constant_prop(p, library) == 1);
    CHECK(p.graph().find("add_tensor"));
    CHECK(!p.graph().find("neg_default"));
    check_sound(p);
    CHECK(run(p, {f32({1}, {3})}) == before);
}

TEST_CASE("constant_prop: what is written to later stays, as each run begins with what it was at first") {
    program_builder b;
    value const w = b.parameter("w", f32({2}, {1, 2}));
    value const x = b.input("x", f32_spec({2}));
    value const copy = aten::neg(w), read_before = aten::neg(copy);
    value const row = aten::unsqueeze(copy, 0);
    static_cast<void>(aten::add_.Tensor(row, x));
    exported_program p = b.finish({copy, read_before});
    std::string const before = run(p, {f32({2}, {10, 20})});
    CHECK(constant_prop(p, library) == 0);
    executor twice(p, library);
    tensor const input[] = {f32({2}, {10, 20})};
    static_cast<void>(twice.run(input));
    CHECK(show(twice.run(input)) == before);
}

TEST_CASE("constant_prop: what has no kernel, is not known, draws numbers or is one number stays") {
    program_builder b;
    value const w = b.parameter("w", f32({2}, {1, 2}));
    value const x = b.input("x", f32_spec({2}));
    value const mystery = toy::mystery(w), dropped = aten::dropout(w, 0.5, false);
    value const full{&b.g(), b.g().call_function(aten::full.default_.info(), {arg::list({2}), 1.0})};
    value const strange{&b.g(), b.g().call_function("strange::op", {arg::node(w.id)})};
    b.g().set_val(strange.id, f32_spec({2}));
    exported_program p = b.finish({mystery, dropped, full, strange, x});
    CHECK(constant_prop(p, library) == 0);
    CHECK(p.graph().size() == 7);
    check_sound(p);
}

value arange(program_builder& b, std::int64_t end) {
    return {&b.g(), b.g().call_function(aten::arange.start_step.info(), {0, end, 1})};
}

TEST_CASE(
    "constant_prop: what is computed of tensors that are made is put in, and what makes them stays where it is used") {
    program_builder b;
    value const x = b.input("x", f32_spec({3}));
    value const places = arange(b, 3);
    value const full{&b.g(), b.g().call_function(aten::full.default_.info(), {arg::list({3}), 2.0})};
    value const number = aten::neg(full), weights = aten::mul.Tensor(places, number);
    exported_program p = b.finish({aten::mul.Tensor(x, weights), aten::mul.Tensor(places, x), aten::neg(number)});
    std::vector<tensor> const inputs{f32({3}, {1, 2, 3})};
    std::string const before = run(p, inputs);
    CHECK(constant_prop(p, library) == 1);
    CHECK(fx_text(p.graph()) == R"(graph():
    %_prop_tensor_constant0 : [num_users=1] = placeholder[target=_prop_tensor_constant0]
    %x : [num_users=2] = placeholder[target=x]
    %arange_start_step : [num_users=1] = call_function[target=torch.ops.aten.arange.start_step](args = (0, 3, 1), kwargs = {})
    %full_default : [num_users=1] = call_function[target=torch.ops.aten.full.default](args = ([3], 2.0), kwargs = {})
    %neg_default : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%full_default,), kwargs = {})
    %mul_tensor_1 : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, %_prop_tensor_constant0), kwargs = {})
    %mul_tensor_2 : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%arange_start_step, %x), kwargs = {})
    %neg_default_1 : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%neg_default,), kwargs = {})
    return (mul_tensor_1, mul_tensor_2, neg_default_1))");
    check_sound(p);
    CHECK(before == "f32[3]: -0 -4 -12\nf32[3]: 0 2 6\nf32[3]: 2 2 2\n");
    CHECK(run(p, inputs) == before);
    CHECK(constant_prop(p, library) == 0);
}

TEST_CASE(
    "constant_prop: what is made of no tensor and is large is computed in each run, but what constants give is not") {
    constexpr auto most = static_cast<std::int64_t>(constant_prop_pass::most_made / sizeof(std::int64_t));
    for (std::int64_t const size : {most, most + 1}) {
        program_builder b;
        value const x = b.input("x", f32_spec({1}));
        exported_program p = b.finish({aten::mul.Tensor(x, aten::neg(arange(b, size)))});
        CHECK(constant_prop(p, library) == (size == most ? 1 : 0));
        check_sound(p);
        program_builder of_weight;
        value const weight = of_weight.parameter("w", f32({1}, {3}));
        value const y = of_weight.input("x", f32_spec({1}));
        exported_program q =
            of_weight.finish({aten::mul.Tensor(y, aten::expand_copy(weight, std::array{size, std::int64_t{1}}))});
        CHECK(constant_prop(q, library) == 1);
    }
}

TEST_CASE("constant_prop: calls with several results and bound ops are folded like any other") {
    program_builder b;
    value const w = b.parameter("w", f32({2}, {-1, 2}));
    value const x = b.input("x", f32_spec({2}));
    value const both = toy::split_sign(w);
    value const negative = b.item(both, 1);
    exported_program p = b.finish({aten::add.Tensor(x, aten::add.Tensor(four_times(negative), b.item(both, 0)))});
    CHECK(constant_prop(p, library) == 1);
    CHECK(show(p.constants.at("_prop_tensor_constant0")) == "f32[2]: -4 2");
    CHECK(p.graph().size() == 5);
    check_sound(p);
}

TEST_CASE("constant_prop: a value is folded once however many use it, and views of constants fold too") {
    program_builder b;
    value const w = b.parameter("w", f32({2, 1}, {1, 2}));
    value const x = b.input("x", f32_spec({2}));
    value const view = aten::select.int_(w, 1, 0);
    exported_program p = b.finish({aten::add.Tensor(x, view), aten::mul.Tensor(view, x)});
    CHECK(constant_prop(p, library) == 1);
    check_sound(p);
    CHECK(run(p, {f32({2}, {10, 20})}) == "f32[2]: 11 22\nf32[2]: 10 40\n");
}

TEST_CASE("constant_prop: what is folded lies as those who use it are told, also within what is folded") {
    program_builder b;
    value const w = b.parameter("w", f32({2, 3}, {1, 2, 3, 4, 5, 6})), x = b.input("x", f32_spec({6}));
    value const turned = aten::neg(aten::permute(w, {1, 0})), back = aten::permute(turned, {1, 0});
    exported_program p = b.finish({aten::add.Tensor(x, aten::view(back, std::array{-1})), turned});
    std::vector<tensor> const inputs{f32({6}, {0, 0, 0, 0, 0, 0})};
    std::string const before = run(p, inputs);
    CHECK(constant_prop(p, library) == 2);
    check_sound(p);
    CHECK(run(p, inputs) == before);
}

TEST_CASE("constant_prop: an output that is folded is a constant, and the signature says so") {
    program_builder b;
    value const w = b.parameter("w", f32({2}, {1, 2}));
    value const x = b.input("x", f32_spec({2}));
    exported_program p = b.finish({aten::neg(x), aten::neg(w)});
    CHECK(constant_prop(p, library) == 1);
    CHECK(p.signature.outputs[1].name == "_prop_tensor_constant0");
    check_sound(p);
    CHECK(run(p, {f32({2}, {1, 1})}) == "f32[2]: -1 -1\nf32[2]: -1 -2\n");
}

TEST_CASE("constant_prop: a program without inputs gets its constants behind the others, in order") {
    program_builder b;
    value const w = b.parameter("w", f32({2}, {1, 2}));
    exported_program p = b.finish({aten::neg(w), aten::add.Tensor(w, w)});
    CHECK(constant_prop(p, library) == 2);
    check_sound(p);
    CHECK(p.signature.inputs.size() == 3);
    CHECK(run(p, {}) == "f32[2]: -1 -2\nf32[2]: 2 4\n");
}

TEST_CASE("constant_prop: a name that is taken is not taken again") {
    program_builder b;
    value const w = b.parameter("w", f32({1}, {1}));
    value const x = b.input("x", f32_spec({1}));
    exported_program p = b.finish({aten::add.Tensor(x, aten::neg(w))});
    CHECK(constant_prop(p, library) == 1);
    // A second round, in which the constant of the first is an argument.
    graph& g = p.graph();
    node_id const add = g.at("add_tensor");
    {
        auto const scope = inserting_before(g, add);
        value const doubled = toy::twice(value{&g, g.at("_prop_tensor_constant0")});
        g.set_arg(add, 1, arg::node(doubled.id));
    }
    infer_all(g);
    CHECK(constant_prop(p, library) == 1);
    CHECK(p.constants.size() == 2);
    check_sound(p);
    CHECK(run(p, {f32({1}, {10})}) == "f32[1]: 8\n");
}

TEST_CASE("constant_prop: a constant of the program that has the name of a new one keeps its value") {
    program_builder b;
    value const w = b.constant("_prop_tensor_constant0", f32({1}, {1}));
    value const x = b.input("x", f32_spec({1}));
    exported_program p = b.finish({aten::add.Tensor(x, w), aten::mul.Tensor(x, aten::neg(w))});
    CHECK(constant_prop(p, library) == 1);
    check_sound(p);
    CHECK(run(p, {f32({1}, {10})}) == "f32[1]: 11\nf32[1]: -10\n");
}

TEST_CASE("constant_prop: random programs keep their results") {
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
        CAPTURE(seed);
        exported_program p = random_program(seed, 30);
        std::vector<tensor> const inputs{random_tensor(seed, {4, 3}), random_tensor(seed + 1, {4, 1})};
        std::string const before = run(p, inputs);
        constant_prop(p, library);
        check_sound(p);
        CHECK(run(p, inputs) == before);
    }
}

} // namespace
