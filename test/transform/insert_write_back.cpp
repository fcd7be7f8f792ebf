#include <graft/transform/insert_write_back.hpp>

#include <graft/dialect/verify.hpp>
#include <graft/lower/cpu_library.hpp>
#include <graft/transform/functionalize.hpp>

#include <doctest/doctest.h>

#include "../io/call_builder.hpp"
#include "../io/raises.hpp"
#include "check_rewrite.hpp"

#include <vector>

namespace {

using namespace graft;
using graft_test::call_builder;

exported_program counter() {
    call_builder b;
    arg const count = b.input("count", make_spec(dtype::f32, {3})), x = b.input("x", make_spec(dtype::f32, {3}));
    arg const next = b.call("aten::add.Tensor", {count, x}), result = b.call("aten::mul.Tensor", {next, x});
    exported_program program = b.output({next, result});
    program.signature.inputs[0] = {input_kind::buffer, "count", "count", true, false, {}};
    program.signature.outputs[0].kind = output_kind::buffer_mutation;
    program.signature.outputs[0].target = "count";
    program.state_dict["count"] = tensor::zeros({3}, dtype::f32);
    return program;
}

TEST_CASE("insert_write_back: what is written at the end is what the program returned as the new value") {
    exported_program program = counter();
    exported_program const before = program;
    CHECK(insert_write_back(program) == 1);
    CHECK(program.signature.outputs[0].name == "copy__default");
    CHECK(verify(program).empty());
    graft_test::check_same_outputs(before, program);
    CHECK(insert_write_back(program) == 0);
}

TEST_CASE("insert_write_back: what a tensor held before is copied before it is written") {
    call_builder b;
    arg const count = b.input("count", make_spec(dtype::f32, {3})),
              total = b.input("total", make_spec(dtype::f32, {3}));
    arg const as_row = b.call("aten::view", {count, arg::list({1, 3})});
    exported_program program = b.output({total, b.call("aten::add.Tensor", {count, total}), count, as_row});
    for (std::size_t const i : {0U, 1U}) {
        std::string const name(program.signature.inputs[i].name);
        program.signature.inputs[i] = {input_kind::buffer, name, name, true, false, {}};
        program.signature.outputs[i].kind = output_kind::buffer_mutation;
        program.signature.outputs[i].target = name;
        program.state_dict[name] = tensor::full({3}, dtype::f32, 1.0 + static_cast<double>(i));
    }
    exported_program const before = program;
    CHECK(insert_write_back(program) == 2);
    CHECK(verify(program).empty());
    std::vector<tensor> const results = executor(program, graft::cpu_library()).run({});
    float const expected[] = {2, 3, 1, 1};
    for (std::size_t i = 0; i < results.size(); ++i)
        CHECK(results[i].contiguous().data<float>()[0] == expected[i]);
}

TEST_CASE("insert_write_back: functionalize takes it back") {
    exported_program program = counter();
    insert_write_back(program);
    for (output_spec& output : program.signature.outputs)
        if (output.kind == output_kind::buffer_mutation)
            output = {output_kind::user_output, output.name, {}, {}};
    CHECK(functionalize(program));
    CHECK(program.signature.outputs[0] == output_spec{output_kind::buffer_mutation, "add_tensor", "count", {}});
}

TEST_CASE("insert_write_back: a mutation of what is no input is an error") {
    exported_program program = counter();
    program.signature.outputs[0].target = "lost";
    CHECK(graft_test::sentence([&] { insert_write_back(program); }) ==
          "insert_write_back: output 0 is the new value of 'lost', which is no input");
}

} // namespace
