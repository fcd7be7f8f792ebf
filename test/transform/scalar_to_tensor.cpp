#include <graft/transform/scalar_to_tensor.hpp>

#include <doctest/doctest.h>

#include <graft/ir/text/print.hpp>
#include <graft/lower/cpu_library.hpp>

#include "../io/call_builder.hpp"
#include "check_rewrite.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("scalar_to_tensor: a number in the place of a tensor becomes a tensor of rank 0 before the call") {
    program_builder b;
    value const x = b.input("x", f32_spec({2}));
    value const y = aten::mul.Tensor(aten::add.Tensor(x, 2, "alpha"_a = 3), 0.5);
    set_stack_trace(b.g(), y.id, "File \"model.py\", line 3");
    exported_program p = b.finish({aten::mul.Tensor(true, y)});
    exported_program const before = p;
    CHECK(scalar_to_tensor(p.graph()) == 3);
    CHECK(fx_text(p.graph()) == R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %full_default : [num_users=1] = call_function[target=torch.ops.aten.full.default](args = ([], 2), kwargs = {dtype: torch.int64})
    %add_tensor : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %full_default), kwargs = {alpha: 3})
    %full_default_1 : [num_users=1] = call_function[target=torch.ops.aten.full.default](args = ([], 0.5), kwargs = {dtype: torch.float32})
    %mul_tensor : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%add_tensor, %full_default_1), kwargs = {})
    %full_default_2 : [num_users=1] = call_function[target=torch.ops.aten.full.default](args = ([], True), kwargs = {dtype: torch.bool})
    %mul_tensor_1 : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%full_default_2, %mul_tensor), kwargs = {})
    return (mul_tensor_1,))");
    CHECK(p.graph().meta(p.graph().at("full_default_1"), "stack_trace") == "File \"model.py\", line 3");
    check_sound(p);
    check_same_outputs(before, p);
    CHECK(scalar_to_tensor(p.graph()) == 0);
}

TEST_CASE("scalar_to_tensor: numbers where a schema takes a number stay") {
    program_builder b;
    value const x = b.input("x", f32_spec({2, 2}));
    exported_program p =
        b.finish({aten::mul.Scalar(x, 2), aten::clamp(x, 0, 1), aten::view(x, std::array{4}), aten::hardtanh(x, -1)});
    CHECK(scalar_to_tensor(p.graph()) == 0);
    CHECK(calls(p) == "mul.Scalar clamp view hardtanh");
}

template <class Number, class Op>
void check_keeps(Op const& op, dtype d, std::vector<sym_int> const& sizes, Number number) {
    CAPTURE(op.info().name);
    CAPTURE(fx_name(d));
    CAPTURE(sizes.size());
    CAPTURE(number);
    program_builder b;
    value const x = b.input("x", make_spec(d, sizes));
    exported_program p = b.finish({op(x, number)});
    exported_program const before = p;
    CHECK(scalar_to_tensor(p.graph()) == 1);
    node_id const result = p.graph().at(p.signature.outputs[0].name);
    value_spec const recorded = *p.graph().val(result);
    infer_all(p.graph());
    CHECK(fx_name(p.graph().val(result)->tensor.dtype) == fx_name(recorded.tensor.dtype));
    check_same_outputs(before, p);
}

TEST_CASE("scalar_to_tensor: dtypes and results stay, whatever the dtype and rank of the other operand") {
    for (dtype const d : {dtype::f32, dtype::f64, dtype::f16, dtype::bf16, dtype::i64, dtype::i32, dtype::i16,
                          dtype::i8, dtype::u8, dtype::boolean})
        for (std::vector<sym_int> const& sizes : {std::vector<sym_int>{3}, std::vector<sym_int>{}}) {
            check_keeps(aten::add.Tensor, d, sizes, 3);
            check_keeps(aten::add.Tensor, d, sizes, 0.1);
            check_keeps(aten::mul.Tensor, d, sizes, true);
            check_keeps(aten::mul.Tensor, d, sizes, 2);
            check_keeps(aten::mul.Tensor, d, sizes, -1.7);
            check_keeps(aten::div.Tensor, d, sizes, 3);
            if (is_floating_point(d)) { // more than a number of 16 bits has
                check_keeps(aten::mul.Tensor, d, sizes, 70001.5);
                check_keeps(aten::div.Tensor, d, sizes, 70001.5);
                check_keeps(aten::mul.Tensor, d, sizes, 1e-9);
            }
            check_keeps(aten::eq.Tensor, d, sizes, 1);
            check_keeps(aten::lt.Tensor, d, sizes, 0.5);
        }
}

TEST_CASE("scalar_to_tensor: an integer has the dtype of integers beside it, unless that has no room for it") {
    program_builder b;
    value const x = b.input("x", make_spec(dtype::u8, {3})), y = b.input("y", make_spec(dtype::i16, {3}));
    value const few = aten::add.Tensor(x, 200), less = aten::add.Tensor(x, -1), many = aten::mul.Tensor(y, 40000);
    exported_program p = b.finish({few, less, many});
    scalar_to_tensor(p.graph());
    graph const& g = p.graph();
    auto const dtype_of_number = [&](value v) { return g.val(g.arg(v.id, 1).node())->tensor.dtype; };
    CHECK(dtype_of_number(few) == dtype::u8);
    CHECK(dtype_of_number(less) == dtype::i64);
    CHECK(dtype_of_number(many) == dtype::i64);
}

TEST_CASE("scalar_to_tensor: a symbolic number becomes a tensor as the program runs") {
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::f32, {symbol("s0"), 2})), size = b.call("aten::sym_size.int", {x, 0});
    exported_program p = b.output({b.call("aten::mul.Tensor", {x, size})});
    tensor const given = tensor::full({3, 2}, dtype::f32, 0.5);
    CHECK(executor(p, cpu_library()).run(std::vector{given})[0].data<float>()[5] == 1.5F);
    CHECK(scalar_to_tensor(p.graph()) == 1);
    CHECK(calls(p) == "sym_size.int scalar_tensor mul.Tensor");
    CHECK(executor(p, cpu_library()).run(std::vector{given})[0].data<float>()[5] == 1.5F);
}

// As PyTorch, which makes a tensor of f64 of a real number there.
TEST_CASE("scalar_to_tensor: a number that is all there is to copy keeps its dtype") {
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::f64, {2})), real = b.call("aten::_to_copy", {0.1}),
              integer = b.call("aten::_to_copy", {3}, {{"dtype", dtype::f32}});
    exported_program p = b.output({b.call("aten::add.Tensor", {x, real}), integer});
    exported_program const before = p;
    CHECK(scalar_to_tensor(p.graph()) == 2);
    CHECK(calls(p) == "full _to_copy full _to_copy add.Tensor");
    CHECK(p.graph().val(p.graph().at("full_default"))->tensor.dtype == dtype::f64);
    check_sound(p);
    check_same_outputs(before, p);
}

TEST_CASE("scalar_to_tensor: a choice by a symbolic number becomes one between tensors of the result's dtype") {
    tensor const given = tensor::full({3, 2}, dtype::f32, 0.5);
    auto const check = [&](char const* op, bool first, bool second, char const* made, double expected) {
        CAPTURE(op);
        call_builder b;
        arg const x = b.input("x", make_spec(dtype::f32, {symbol("s0"), 2})),
                  size = b.call("aten::sym_size.int", {x, 0}), condition = b.call("aten::gt.Scalar", {x, 0});
        exported_program p = b.output({b.call(op, {condition, first ? size : x, second ? size : x})});
        CHECK(scalar_to_tensor(p.graph()) == static_cast<std::size_t>(first) + static_cast<std::size_t>(second));
        CHECK(calls(p) == made);
        tensor const got = executor(p, cpu_library()).run(std::vector{given})[0];
        CHECK(got.dtype() == (second && first ? dtype::i64 : dtype::f32));
        CHECK((second && first ? static_cast<double>(got.data<std::int64_t>()[5]) : got.data<float>()[5]) == expected);
    };
    check("aten::where.ScalarSelf", true, false, "sym_size.int gt.Scalar scalar_tensor where.self", 3);
    check("aten::where.ScalarOther", false, true, "sym_size.int gt.Scalar scalar_tensor where.self", 0.5);
    check("aten::where.Scalar", true, true, "sym_size.int gt.Scalar scalar_tensor scalar_tensor where.self", 3);
}

TEST_CASE("scalar_to_tensor: a double keeps all its digits beside a tensor of doubles") {
    program_builder b;
    value const x = b.input("x", make_spec(dtype::f64, {3}));
    exported_program p = b.finish({aten::mul.Tensor(x, 0.1)});
    exported_program const before = p;
    scalar_to_tensor(p.graph());
    std::vector<tensor> const inputs = random_inputs(p);
    tensor const expected = executor(before, cpu_library()).run(inputs)[0],
                 got = executor(p, cpu_library()).run(inputs)[0];
    CHECK(compare(expected, got, tolerance{}).agrees());
}

// What torch gives.
TEST_CASE("scalar_to_tensor: a number keeps its digits beside c128, wraps in integers, and divides as it is") {
    check_keeps(aten::add.Tensor, dtype::c128, {2}, 2.7);
    check_keeps(aten::add.Tensor, dtype::i8, {}, 300);
    check_keeps(aten::div.Tensor, dtype::u8, {}, -1);
}

TEST_CASE("scalar_to_tensor: a number has the dtype of the 16-bit float that divides it, though it does not hold it") {
    auto const dtype_of = [](bool first) {
        call_builder b;
        arg const x = b.input("x", make_spec(dtype::f16, {}));
        exported_program& p =
            b.output({first ? b.call("aten::floor_divide", {70001.5, x}) : b.call("aten::floor_divide", {x, 70001.5})});
        CHECK(scalar_to_tensor(p.graph()) == 1);
        return p.graph().val(p.graph().at("full_default"))->tensor.dtype;
    };
    CHECK(dtype_of(true) == dtype::f16);
    CHECK(dtype_of(false) == dtype::f32);
}

} // namespace
