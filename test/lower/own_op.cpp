// An op that is declared outside graft has every fact that an op of ATen has, and whatever asks for one finds it.
#include <graft/lower/executorch.hpp>

#include <doctest/doctest.h>

#include <graft/core/tensor_compare.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/derived_op.hpp>
#include <graft/dialect/verify.hpp>
#include <graft/ir/program.hpp>
#include <graft/memory/exact.hpp>
#include <graft/memory/in_place.hpp>
#include <graft/rewrite/bind_pattern.hpp>
#include <graft/runtime/blocked_pattern.hpp>
#include <graft/runtime/evaluate_pattern.hpp>
#include <graft/runtime/executor.hpp>
#include <graft/runtime/kernels/elementwise.hpp>
#include <graft/runtime/pte/method.hpp>
#include <graft/transform/decompose.hpp>
#include <graft/transform/functionalize.hpp>
#include <graft/transform/reinplace.hpp>

#include "../transform/decompositions/agreement.hpp"

#include <string>
#include <utility>
#include <vector>

namespace mine {

// Element by element, as its meta function says; of f32 only.
struct cube_t : graft::op<cube_t> {
    static constexpr graft::schema_text text{"mine::cube(Tensor self) -> Tensor"};
    static constexpr graft::fixed_string dtypes{"T0=Float; self=T0 __ret_0=T0"};
    static constexpr graft::meta_function meta = graft::meta_unary_float;
};
inline constexpr cube_t cube;
inline constexpr graft::inplace<cube_t> cube_;

// Made of others, without a kernel.
struct fourth_t : graft::composite_op<fourth_t> {
    static constexpr graft::schema_text text{"mine::fourth(Tensor self) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        return k(graft::aten::mul.Tensor, k(cube, self), self);
    }
};
inline constexpr fourth_t fourth;

// Of a backend that does two steps at once.
struct cube_sum_t : graft::op<cube_sum_t> {
    static constexpr graft::schema_text text{"mine::cube_sum(Tensor self, Tensor other) -> Tensor"};
    static constexpr graft::meta_function meta = graft::meta_binary_float;
};
inline constexpr cube_sum_t cube_sum;

struct own_ops : graft::dialect<own_ops> {
    using members = graft::op_list<cube_t, graft::inplace<cube_t>, fourth_t, cube_sum_t>;
};

} // namespace mine

template <>
struct graft::kernel_of<mine::cube_t> {
    static void run(call<tensor> const& c, graft::view<tensor> results) {
        tensor const x = c.tensor("self").contiguous();
        for (std::int64_t i = 0; i < results[0].numel(); ++i)
            results[0].data<float>()[i] = x.data<float>()[i] * x.data<float>()[i] * x.data<float>()[i];
    }
};

namespace {

using namespace graft;
using graft_test::random_f32;

constexpr auto self = var<"self">;
constexpr auto other = var<"other">;
constexpr kernel_table kernels{kernel_set<mine::cube_t, decltype(aten::add.Tensor), decltype(aten::mul.Tensor)>};

// The program of what `f` does with one tensor.
template <class F>
exported_program program_of(F const& f, dtype d = dtype::f32) {
    graph g;
    value const x = placeholder(g, "x");
    g.set_val(x.id, make_spec(d, {9000}));
    output(g, {f(x)});
    infer_all(g);
    return make_program(std::move(g));
}

// The names of what a graph calls.
std::string calls(graph const& g) {
    std::string names;
    for (node_id const n : g.nodes())
        if (g.op(n) == opcode::call_function)
            names += (names.empty() ? "" : " ") + std::string{g.target(n).name};
    return names;
}

TEST_CASE("own_op: its result is planned where its argument was") {
    exported_program const program = program_of([](value x) { return mine::cube(aten::mul.Tensor(x, x)); });
    in_place_lifetimes const merged = merge_in_place(program.graph(), find_lifetimes(program).values);
    memory_plan const plan = split_places(plan_exact(merged.values), merged);
    CHECK(plan.offset(program.graph().at("cube_default")) == plan.offset(program.graph().at("mul_tensor")));
    std::vector<tensor> const inputs{random_f32({9000})};
    kernel_library const library{kernels, {}};
    CHECK(compare(executor(program, library).run(inputs)[0], executor(program, library, &plan).run(inputs)[0],
                  tolerance{})
              .agrees());
}

TEST_CASE("own_op: it runs in blocks within a bound pattern") {
    constexpr auto meaning = bind_pattern_to_op(mine::cube_sum, aten::add.Tensor(mine::cube(self), other));
    bound_op const bound = meaning.view();
    tensor const a = random_f32({9000}), b = random_f32({9000}, 9);
    call<tensor> c(mine::cube_sum.info());
    c.set("self", a).set("other", b);
    detail::blocked_evaluator blocks(bound, c, kernels);
    REQUIRE(blocks.applies());
    CHECK(
        compare(detail::pattern_evaluator{bound, c, kernels}.results().front(), blocks.result(), tolerance{}).agrees());
}

TEST_CASE("own_op: a program file calls its out-variant, which follows from its schema") {
    edge_program_manager const manager(program_of([](value x) { return mine::cube(x); }));
    executorch_program_manager const file = manager.to_executorch();
    REQUIRE(file.executorch_program().plans[0].operators.size() == 1);
    CHECK(file.executorch_program().plans[0].operators[0].name == "mine::cube");
    CHECK(file.executorch_program().plans[0].operators[0].overload == "out");
    std::vector<tensor> const inputs{random_f32({9000})};
    pte_method method(file.executorch_program(), "forward", kernels, mine::own_ops::find);
    kernel_library const library{kernels, {}};
    CHECK(compare(executor(manager.exported_program(), library).run(inputs)[0], method.run(inputs)[0], tolerance{})
              .agrees());
}

TEST_CASE("own_op: the verifier goes by its dtypes") {
    auto const violations = [](dtype d) {
        edge_program_manager const manager(program_of([](value x) { return mine::cube(x); }, d));
        return verify_dialect<mine::own_ops>(manager.exported_program()).size();
    };
    CHECK(violations(dtype::f32) == 0);
    CHECK(violations(dtype::f64) == 1);
}

TEST_CASE("own_op: its op in place is made functional, and is put in place again") {
    exported_program program = program_of([](value x) { return mine::cube_(aten::neg(x)); });
    CHECK(functionalize(program));
    CHECK(calls(program.graph()) == "aten::neg mine::cube");
    CHECK(reinplace(program, {"mine::cube"}, mine::own_ops::ops()) == 1);
    CHECK(calls(program.graph()) == "aten::neg mine::cube_");
}

TEST_CASE("own_op: what it is made of takes its place") {
    exported_program program = program_of([](value x) { return mine::fourth(x); });
    CHECK(decompose(program.graph(), decomposition_table<mine::own_ops>()) == 1);
    CHECK(calls(program.graph()) == "mine::cube aten::mul.Tensor");
}

} // namespace
