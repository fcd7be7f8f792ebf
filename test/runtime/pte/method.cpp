#include <graft/runtime/pte/method.hpp>

#include <doctest/doctest.h>

#include <graft/core/tensor_compare.hpp>
#include <graft/dialect/known_ops.hpp>
#include <graft/io/file/safetensors.hpp>
#include <graft/io/pt2/reader.hpp>
#include <graft/io/pte/emit.hpp>
#include <graft/io/pte/reader.hpp>
#include <graft/io/pte/writer.hpp>
#include <graft/lower/cpu_library.hpp>
#include <graft/lower/cpu_ops.hpp>
#include <graft/runtime/executor.hpp>

#include "../../io/mutate.hpp"
#include "../../io/pte_fixture.hpp"
#include "../../io/raises.hpp"
#include "../../sanitized.hpp"
#include "../random_program.hpp"
#include "../tensors.hpp"

#include <fstream>
#include <iterator>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

kernel_table kernels() { return cpu_library().kernels; }
std::string data(std::string const& name) { return GRAFT_TEST_DATA "/" + name; }
std::string contents(std::string const& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

// What is wrong with a method's outputs for a case of a model; empty when nothing is.
std::string compare_case(pte_method& method, std::string const& model, std::string const& which) {
    safetensors const in = read_safetensors(data("models/" + model + "/inputs" + which + ".safetensors")),
                      out = read_safetensors(data("models/" + model + "/outputs" + which + ".safetensors"));
    std::vector<tensor> inputs;
    for (std::size_t i = 0; i < method.input_count(); ++i)
        inputs.push_back(in.tensors.at("input_" + std::to_string(i)));
    std::vector<tensor> const got = method.run(inputs);
    for (std::size_t i = 0; i < got.size(); ++i)
        if (difference const d = compare(out.tensors.at("output_" + std::to_string(i)), got[i]); !d.agrees())
            return "output " + std::to_string(i) + " is off by " + std::to_string(d.max_abs);
    return {};
}

TEST_CASE("pte_method: programs that ExecuTorch has written give the outputs of their models") {
    for (char const* const name : {"mlp", "digits_cnn", "dynamic_mlp"}) {
        pte_program const program = read_pte(data("pte/" + std::string(name) + ".pte"));
        pte_method method(program, "forward", kernels(), find_cpu_op<>);
        CAPTURE(name);
        for (char const* const which : {"", ".case1", ""})
            CHECK(compare_case(method, name, which) == "");
    }
}

TEST_CASE("pte_method: a program that was emitted, written and read gives what it did before") {
    for (std::string const name : {"mlp", "digits_cnn", "dynamic_mlp", "control_flow", "data_dependent"}) {
        exported_program const model =
            read_pt2(data("models/" + name + "/model.pt2"), {.find_op = find_known_op<>, .model = {}});
        pte_program const program = read_pte(storage_of(to_bytes(emit_pte(model))));
        pte_method method(program, "forward", kernels(), find_cpu_op<>);
        CAPTURE(name);
        for (char const* const which : {"", ".case1", ""})
            CHECK(compare_case(method, name, which) == "");
    }
}

TEST_CASE("pte_method: random programs run as the executor runs them, for every size") {
    for (std::uint32_t seed = 0; seed < 25; ++seed) {
        exported_program const model = random_program(seed, 25);
        pte_program const program = read_pte(storage_of(to_bytes(emit_pte(model))));
        pte_method method(program, "forward", kernels(), find_cpu_op<>);
        for (std::int64_t const rows : {16, 1, 5}) {
            std::vector<tensor> const inputs{random_tensor(seed, {rows, 3}), random_tensor(seed + 1, {rows, 1})};
            CHECK(show(method.run(inputs)) == show(run_once(model, cpu_library(), inputs)));
        }
    }
}

TEST_CASE("pte_method: state that a run changes lasts to the next one, until a reset") {
    program_builder b;
    value const count = b.buffer("count", f32({2}, {1, 2})), x = b.input("x", f32_spec({2}));
    value const next = aten::add.Tensor(count, x);
    b.mutate("count", next);
    exported_program const model = b.finish({aten::mul.Tensor(count, count)});
    pte_program const program = read_pte(storage_of(to_bytes(emit_pte(model))));
    pte_method method(program, "forward", kernels(), find_cpu_op<>);
    std::vector<tensor> const ones{f32({2}, {1, 1})};
    CHECK(show(method.run(ones)) == "f32[2]: 1 4\n");
    CHECK(show(method.run(ones)) == "f32[2]: 4 9\n");
    method.reset();
    CHECK(show(method.run(ones)) == "f32[2]: 1 4\n");
}

TEST_CASE("pte_method: operators and delegates that are not there are named in one error") {
    pte_program program = add_relu();
    program.plans[0].operators[0].name = "mine::add";
    program.plans[0].operators.push_back({"mine::mul", "out"});
    program.plans[0].delegates.push_back({"Xnn", {}, {}});
    CHECK(sentence([&] { pte_method(program, "forward", kernels(), find_cpu_op<>); }) ==
          "method 'forward' needs what there is not: delegate 'Xnn', mine::add.out, mine::mul.out");
    CHECK(sentence([&] { pte_method(program, "backward", kernels(), find_cpu_op<>); }) ==
          "the program has no method 'backward', only 'forward'");
}

TEST_CASE("pte_method: inputs are what the method takes, outputs are the caller's own") {
    pte_program const program = add_relu();
    pte_method method(program, "forward", kernels(), find_cpu_op<>);
    std::vector<tensor> const first = method.run(std::vector{f32({2}, {3, -5})});
    CHECK(show(method.run(std::vector{f32({2}, {1, 1})})) == "f32[2]: 0 3\n");
    CHECK(show(first) == "f32[2]: 2 0\n");
    CHECK(sentence([&] { static_cast<void>(method.run({})); }) == "method 'forward' takes 1 inputs, not 0");
    CHECK(sentence([&] {
              static_cast<void>(method.run(std::vector{i64({2}, {1, 1})}));
          }).find("no torch.int64 tensor") != std::string::npos);
}

TEST_CASE("pte_method: a jump that goes on for ever ends at the limit") {
    pte_program program = add_relu();
    program.plans[0].values.emplace_back(false);
    program.plans[0].chains[0].instructions = {{pte_action::jump_false, 5, 0, {}}};
    pte_method method(program, "forward", kernels(), find_cpu_op<>, {.instructions = 1000});
    CHECK(sentence([&] { static_cast<void>(method.run(std::vector<tensor>(1))); }) ==
          "method 'forward' runs more than 1000 instructions");
}

TEST_CASE("pte_method: a mutated program runs to an end or to an error") {
    int ran = 0, failed = 0;
    for (char const* const name :
         {"mlp", "control_flow", "control_flow_map", "mutation", "dtype_zoo", "data_dependent"}) {
        std::string const bytes = contents(data("pte/" + std::string(name) + ".pte"));
        for (std::uint32_t seed = 0; seed < graft_test::cases(700); ++seed)
            try {
                pte_program const program = read_pte(storage_of(mutated(bytes, seed)));
                if (program.plans.empty())
                    raise(errc::file, "no method is left");
                pte_method method(program, program.plans[0].name, kernels(), find_cpu_op<>,
                                  {.bytes = 1 << 22, .instructions = 1000});
                static_cast<void>(method.run(std::vector<tensor>(method.input_count())));
                ++ran;
            } catch (error const&) {
                ++failed;
            }
    }
    CHECK(ran > graft_test::cases(100));
    CHECK(failed > graft_test::cases(1000));
}

} // namespace
