#include <graft/runtime/pte/call.hpp>

#include <graft/kernel/elementwise/complex.hpp>
#include <graft/lower/cpu_library.hpp>
#include <graft/lower/cpu_ops.hpp>

#include "../../io/pte_fixture.hpp"
#include "../../io/raises.hpp"
#include "../tensors.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

struct calls {
    pte_program program = add_relu();
    pte_plan& plan = program.plans[0];
    pte_operator_table table{cpu_library().kernels, find_cpu_op<>};

    std::string run(std::string_view name, std::vector<std::int32_t> const& arguments, std::int32_t shown) {
        return sentence_or([&] {
            detail::pte_memory memory(program, plan, {});
            memory[0].tensor.data<float>()[0] = 3;
            memory[0].tensor.data<float>()[1] = -5;
            pte_bound_operator const what = table.find(name);
            detail::pte_call call(memory, what, arguments);
            call.prepare();
            call.run();
            tensor const& t = memory[shown].tensor;
            return show(is_complex(t.dtype()) ? t.view_as_real() : t);
        });
    }
    template <class F>
    static std::string sentence_or(F const& f) {
        std::string result;
        std::string const error = sentence([&] { result = f(); });
        return result.empty() ? error : result;
    }
};

TEST_CASE("pte_call: a kernel writes its result where the plan says") {
    CHECK(calls().run("aten::add.out", {0, 1, 2, 3, 3}, 3) == "f32[2]: 2 -3");
}

TEST_CASE("pte_call: a result may lie where an argument does") {
    CHECK(calls().run("aten::add.out", {0, 1, 2, 0, 0}, 0) == "f32[2]: 2 -3");
    calls shifted;
    std::get<pte_tensor>(shifted.plan.values[3]).allocation->offset = 4;
    CHECK(shifted.run("aten::add.out", {0, 1, 2, 3, 3}, 3) == "f32[2]: 2 -3");
}

TEST_CASE("pte_call: a result is converted and laid out as its tensor says") {
    calls c;
    auto& t = std::get<pte_tensor>(c.plan.values[4]);
    t.dtype = dtype::f64;
    CHECK(c.run("aten::add.out", {0, 1, 2, 4, 4}, 4) == "f64[2]: 2 -3");
    t.dtype = dtype::i8;
    CHECK(c.run("aten::add.out", {0, 1, 2, 4, 4}, 4).find("the result is torch.float32") != std::string::npos);
}

TEST_CASE("pte_call: a value of another type than the argument's is an error that names both") {
    calls c;
    c.plan.values.emplace_back(std::monostate{});
    c.plan.values.emplace_back(pte_tensors{{0, -1}, true});
    c.plan.values.emplace_back(0.5);
    CHECK(c.run("aten::relu.out", {5, 4, 4}, 4) == "aten::relu: value %5 is no 'self', which is Tensor");
    CHECK(c.run("aten::relu.out", {2, 4, 4}, 4) == "aten::relu: value %2 is no 'self', which is Tensor");
    CHECK(c.run("aten::cat.out", {6, 2, 4, 4}, 4) == "aten::cat: value %6 is no 'tensors', which is Tensor[]");
    CHECK(c.run("aten::cat.out", {6, 7, 4, 4}, 4) == "aten::cat: value %6 is no 'tensors', which is Tensor[]");
    CHECK(c.run("aten::sum.IntList_out", {0, 2, 2, 5, 4, 4}, 4).find("is no 'dim'") != std::string::npos);
}

TEST_CASE("pte_call: truth values that are neither true nor false are not read") {
    pte_program program = add_relu();
    std::get<pte_tensor>(program.plans[0].values[0]).dtype = dtype::boolean;
    std::get<pte_tensor>(program.plans[0].values[4]).dtype = dtype::boolean;
    detail::pte_memory memory(program, program.plans[0], {});
    pte_operator_table const table{cpu_library().kernels, find_cpu_op<>};
    pte_bound_operator const what = table.find("aten::logical_not.out");
    detail::pte_call call(memory, what, {0, 4, 4});
    call.prepare();
    memory[0].tensor.data()[1] = std::byte{1};
    call.run();
    CHECK(show(memory[4].tensor) == "b8[2]: 1 0");
    memory[0].tensor.data()[1] = std::byte{2};
    CHECK(sentence([&] { call.run(); }) == "a tensor of truth values holds something else");
}

TEST_CASE("pte_call: integers stand for dtypes, and what makes a tensor is read off the tensor") {
    calls c;
    c.plan.values.emplace_back(pte_integers{{2, 2}});
    c.plan.values.emplace_back(0.5);
    c.plan.values.push_back(planned({1, 1}, 32));
    CHECK(c.run("aten::full.out", {5, 6, 7, 7}, 7) == "f32[1, 1]: 0.5");
}

TEST_CASE("pte_call: a constant of one complex number stands for a number") {
    calls c;
    tensor const constants[] = {tensor::full({}, dtype::c128, scalar::complex(1, -3)), tensor::zeros({2}, dtype::c128)};
    for (tensor const& t : constants) {
        pte_tensor spec;
        spec.dtype = t.dtype();
        spec.sizes.assign(t.sizes().begin(), t.sizes().end());
        spec.data_buffer = static_cast<std::uint32_t>(c.program.buffers.size());
        c.program.buffers.push_back(storage::allocate(static_cast<std::size_t>(t.numel()) * 16));
        std::copy_n(t.data(), t.numel() * 16, c.program.buffers.back().data());
        c.plan.values.push_back(spec);
    }
    c.plan.values.push_back(planned({2}, 32));
    std::get<pte_tensor>(c.plan.values[7]).dtype = dtype::c64;
    CHECK(c.run("aten::full_like.out", {0, 5, 2, 7, 7}, 7) == "f32[2, 2]: 1 -3 1 -3");
    CHECK(c.run("aten::full_like.out", {0, 6, 2, 7, 7}, 7) ==
          "aten::full_like: value %6 is no 'fill_value', which is Scalar");
}

TEST_CASE("pte_call: what does not fit the operator is an error") {
    CHECK(calls().run("aten::add.out", {0, 1, 2, 3}, 3).find("has not as many arguments") != std::string::npos);
    CHECK(calls().run("aten::add.out", {0, 1, 2, 3, 3, 3}, 3).find("has not as many arguments") != std::string::npos);
    CHECK(calls().run("aten::add.out", {0, 1, 2, 1, 1}, 1) == "a constant is written to");
    CHECK(calls().run("aten::add.out", {0, 1, 2, 2, 2}, 2).find("value %2, which is written, is no tensor") !=
          std::string::npos);
    CHECK(calls().run("aten::copy_", {1, 0, 2, 1}, 1).find("value %1, a constant, is written to") != std::string::npos);
    CHECK(calls().run("aten::mm.out", {0, 1, 3, 3}, 3) != "");
}

TEST_CASE("pte_operator: operators are found by the names of program files") {
    pte_operator_table const table(graft::cpu_library().kernels, find_cpu_op<>);
    auto const op = [&](std::string_view name) {
        pte_bound_operator const found = table.find(name);
        return found.op == nullptr ? std::string_view() : found.op->name;
    };
    CHECK(op("aten::add.out") == "aten::add.Tensor");
    CHECK(op("aten::mean.out") == "aten::mean.dim");
    CHECK(op("aten::max_pool2d_with_indices.out") == "aten::max_pool2d_with_indices");
    CHECK(op("aten::arange.start_out") == "aten::arange.start_step");
    CHECK(op("aten::copy_") == "aten::copy_");
    CHECK(table.find("aten::copy_").kind == pte_operator_kind::in_place);
    CHECK(table.find("aten::sym_size.int").kind == pte_operator_kind::reading);
    CHECK(table.find("executorch_prim::add.Scalar").kind == pte_operator_kind::function);
    CHECK(table.find("executorch_prim::et_view.default").kind == pte_operator_kind::view);
    CHECK(table.find("executorch_prim::et_copy_index.tensor").kind == pte_operator_kind::copy_index);
    pte_operator_table const of_no_ops(graft::cpu_library().kernels,
                                       [](std::string_view) { return static_cast<op_info const*>(nullptr); });
    CHECK(of_no_ops.find("aten::add.out").kind == pte_operator_kind::unknown);
    for (char const* const unknown : {"", "aten::add", "aten::add.Tensor", "aten::no_such.out"})
        CHECK(table.find(unknown).kind == pte_operator_kind::unknown);
}

} // namespace
