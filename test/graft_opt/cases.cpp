#include "../../examples/graft_opt/cases.hpp"

#include <doctest/doctest.h>

#include <graft/dialect/aten.hpp>
#include <graft/io/file/safetensors_writer.hpp>
#include <graft/lower/read_pt2.hpp>

#include "../io/raises.hpp"
#include "../runtime/test_program.hpp"

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace {

using namespace graft;

TEST_CASE("random_cases: three, of sizes that the range constraints admit") {
    exported_program const program = read_pt2(GRAFT_TEST_DATA "/models/dynamic_mlp/model.pt2");
    test_cases const cases = random_cases(program);
    CHECK(cases.rows == 3);
    REQUIRE(cases.inputs.size() == 3);
    CHECK(cases.expected.size() == 3);
    std::set<std::int64_t> sizes;
    for (std::vector<tensor> const& inputs : cases.inputs) {
        REQUIRE(inputs.size() == 1);
        sizes.insert(inputs[0].size(0));
    }
    CHECK(sizes.size() > 1);
    CHECK(*sizes.begin() >= 1);
    CHECK(*sizes.rbegin() <= 256);
}

TEST_CASE("random_cases: a range of one size leaves that one") {
    graft_test::program_builder b;
    value const x = b.input("x", graft_test::f32_spec({symbol("s0"), 3}));
    exported_program const program = b.finish({aten::relu(x)}, {{symbol("s0"), {40, 40}}});
    for (std::vector<tensor> const& inputs : random_cases(program).inputs)
        CHECK(inputs[0].sizes() == dim_vector{40, 3});
}

TEST_CASE("random_cases: a program that refuses all gives its error") {
    graft_test::program_builder b;
    value const x = b.input("x", graft_test::f32_spec({3}));
    value const index = b.input("index", make_spec(dtype::i64, {sym_int(1)}));
    exported_program const program = b.finish({aten::index_select(x, 0, aten::add.Scalar(index, 1000))});
    CHECK(graft_test::raised([&] { static_cast<void>(random_cases(program)); }).find("index") != std::string::npos);
}

TEST_CASE("read_cases: a program of numbers alone needs no tensor") {
    graft_test::program_builder b;
    value const n = b.input("n", graft_test::f32_spec({2}));
    exported_program program = b.finish({aten::relu(n)});
    program.signature.inputs[0].is_constant_input = true;
    std::string const file = "no_tensors.safetensors";
    write_safetensors(file, {});
    test_cases const cases = read_cases(program, file, file);
    REQUIRE(cases.inputs.size() == 1);
    CHECK(cases.inputs[0].size() == 1);
    std::filesystem::remove(file);
}

} // namespace
