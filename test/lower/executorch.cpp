#include <graft/lower/executorch.hpp>

#include <doctest/doctest.h>

#include <graft/core/tensor_compare.hpp>
#include <graft/dialect/aten.hpp>
#include <graft/dialect/quantized_decomposed.hpp>
#include <graft/dialect/verify.hpp>
#include <graft/io/pte/reader.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/lower/cpu_library.hpp>
#include <graft/lower/cpu_ops.hpp>
#include <graft/lower/read_pt2.hpp>
#include <graft/runtime/executor.hpp>
#include <graft/runtime/pte/method.hpp>
#include <graft/runtime/random_inputs.hpp>

#include "../io/raises.hpp"
#include "../runtime/test_program.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace {

using namespace graft;
using graft_test::raised;

exported_program digits() { return read_pt2(GRAFT_TEST_DATA "/models/digits_cnn/model.pt2"); }

float const* elements(tensor const& t) { return reinterpret_cast<float const*>(t.data()); }

std::vector<tensor> run(executorch_program_manager const& manager, std::string const& method,
                        std::vector<tensor> const& inputs) {
    std::string const bytes = manager.buffer();
    storage const file = storage::allocate(bytes.size());
    std::copy(bytes.begin(), bytes.end(), reinterpret_cast<char*>(file.data()));
    pte_program const program = read_pte(file);
    pte_method m(program, method, cpu_library().kernels, find_cpu_op<>);
    vec<tensor> const outputs = m.run(inputs);
    return {outputs.begin(), outputs.end()};
}

TEST_CASE("executorch: a model comes to a file and runs there as it was exported") {
    exported_program const program = digits();
    vec<tensor> const inputs = random_inputs(program, 1);
    vec<tensor> const expected = executor(program, cpu_library()).run(inputs);
    edge_program_manager const edge(program);
    for (edge_program_manager const& manager : {edge, edge.to_backend(cpu_library())}) {
        auto const outputs =
            run(manager.to_executorch({.library = cpu_library()}), "forward", {inputs.begin(), inputs.end()});
        REQUIRE(outputs.size() == expected.size());
        for (std::int64_t i = 0; i < expected[0].numel(); ++i)
            CHECK(elements(outputs[0])[i] == doctest::Approx(elements(expected[0])[i]).epsilon(1e-4));
    }
}

// A sum of integers of a dtype that are quantized to a range.
exported_program quantized_sum(dtype d, std::int64_t least, std::int64_t most) {
    graft_test::program_builder b;
    value_spec const bytes = make_spec(d, {sym_int(4)});
    value const x = b.input("x", bytes), y = b.input("y", bytes);
    return b.finish({quantized_decomposed::add(x, 0.5, 1, least, most, y, 0.25, -1, least, most, 0.5, 2, least, most)});
}

TEST_CASE("executorch: a quantized sum whose range the kernel refuses is one of real numbers") {
    auto const prepared = [](exported_program program) {
        prepare_for_executorch(program, cpu_library());
        return fx_text(program.graph());
    };
    CHECK(prepared(quantized_sum(dtype::u8, 0, 255)).find("dequantize") == std::string::npos);
    CHECK(prepared(quantized_sum(dtype::i8, 0, 127)).find("dequantize") == std::string::npos);
    using range = std::tuple<dtype, std::int64_t, std::int64_t>;
    for (auto const& [d, least, most] : {range{dtype::i8, -128, 127}, range{dtype::i8, -127, 127},
                                         range{dtype::i16, -32768, 32767}, range{dtype::i16, 0, 256}}) {
        exported_program const program = quantized_sum(d, least, most);
        CHECK(prepared(program).find("dequantize") != std::string::npos);
        vec<tensor> const inputs = random_inputs(program, 3);
        vec<tensor> const expected = executor(program, cpu_library()).run(inputs);
        exported_program lowered = program;
        prepare_for_executorch(lowered, cpu_library());
        CHECK(compare(expected[0], executor(lowered, cpu_library()).run(inputs)[0]).agrees());
    }
}

TEST_CASE("executorch: several methods, methods that return constants, and passes on the way") {
    std::map<std::string, exported_program> methods;
    methods.emplace("forward", digits());
    methods.emplace("again", digits());
    std::vector<std::size_t> seen;
    executorch_backend_config config;
    config.passes = pass_manager{{make_pass("see", [&](exported_program& p) { seen.push_back(p.graph().size()); })}};
    config.constant_methods = {{"classes", std::int64_t{10}}};
    executorch_program_manager const manager = to_edge(methods).to_executorch(config);
    CHECK(seen.size() == 2);
    REQUIRE(manager.executorch_program().plans.size() == 3);
    std::vector<std::string> names;
    for (pte_plan const& plan : manager.executorch_program().plans)
        names.push_back(plan.name);
    CHECK(names == std::vector<std::string>{"again", "forward", "classes"});
    CHECK(run(manager, "classes", {})[0].item() == scalar(10));
}

TEST_CASE("executorch: a pass that fails names the method, and the manager is what it was") {
    edge_program_manager const edge(digits());
    executorch_backend_config config;
    config.passes = pass_manager{{make_pass("fail", [](graph&) { raise(errc::invalid_argument, "no"); })}};
    CHECK(raised([&] { static_cast<void>(edge.to_executorch(config)); }).starts_with("graft: method 'forward': "));
    CHECK(verify_edge(edge.exported_program()).empty());
}

TEST_CASE("executorch: the file is written whole or not at all") {
    executorch_program_manager const manager = edge_program_manager(digits()).to_executorch();
    std::filesystem::path const path = std::filesystem::temp_directory_path() / "graft_executorch_test.pte";
    manager.write_to_file(path.string());
    std::ifstream file(path, std::ios::binary);
    CHECK(std::string(std::istreambuf_iterator<char>(file), {}) == manager.buffer());
    std::filesystem::remove(path);
    CHECK(raised([&] { manager.write_to_file("/nowhere/at/all.pte"); }).find("/nowhere/at/all.pte") !=
          std::string::npos);
}

} // namespace
