#include "../../examples/graft_opt/lowering.hpp"

#include <doctest/doctest.h>

#include <graft/dialect/known_ops.hpp>
#include <graft/io/pt2/reader.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/lower/cpu_library.hpp>
#include <graft/memory/greedy.hpp>

#include "../../examples/graft_opt/cases.hpp"
#include "../transform/check_rewrite.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

std::string const models = std::string{GRAFT_TEST_DATA} + "/models/";

lowered_program read_model(std::string const& name) {
    return {read_pt2(models + name + "/model.pt2", {find_known_op<>, {}})};
}

// How many rows of the test set have their largest score where the label is.
std::size_t correct(exported_program const& p, test_cases const& cases) {
    memory_plan const plan = plan_greedy(find_lifetimes(p).values);
    executor run(p, cpu_library(), &plan);
    std::size_t row = 0, right = 0;
    for (std::vector<tensor> const& inputs : cases.inputs) {
        tensor const scores = run.run(inputs)[0];
        for (std::int64_t r = 0; r < scores.size(0); ++r) {
            float const* const first = scores.data<float>() + r * scores.size(1);
            right += std::max_element(first, first + scores.size(1)) - first == cases.labels.at(row++);
        }
    }
    return right;
}

TEST_CASE("lowering: digits_cnn is right about 448 of 450 images in every dialect") {
    lowered_program p = read_model("digits_cnn");
    test_cases const cases = read_cases(p.program, models + "digits_cnn/test.safetensors", "");
    REQUIRE(cases.labels.size() == 450);
    exported_program const before = p.program;
    CHECK(correct(p.program, cases) == 448);
    CHECK(verify(p).text == "ok\n");

    lower(p, {stage::to_edge, {}}, {});
    CHECK(correct(p.program, cases) == 448);
    CHECK(verify(p).text == "ok\n");

    lower(p, {stage::to_backend, {}}, {});
    CHECK(correct(p.program, cases) == 448);
    CHECK(verify(p).text == "ok\n");
    CHECK(calls(p.program) ==
          "permute_copy convolution convolution max_pool2d convolution max_pool2d permute_copy view linear linear");
    check_sound(p.program);
    check_same_outputs(before, p.program);
}

TEST_CASE("lowering: straight to the backend is the same as through Edge") {
    lowered_program direct = read_model("digits_cnn"), stepwise = read_model("digits_cnn");
    lower(direct, {stage::to_backend, {}}, {});
    lower(stepwise, {stage::to_edge, {}}, {});
    lower(stepwise, {stage::to_backend, {}}, {});
    CHECK(fx_text(direct.program.graph()) == fx_text(stepwise.program.graph()));
    CHECK(direct.at == level::backend);
}

TEST_CASE("lowering: what the program no longer needs leaves its state") {
    lowered_program p = read_model("digits_cnn");
    lower(p, {stage::to_backend, {}}, {});
    for (input_spec const& spec : p.program.signature.inputs)
        CHECK(p.program.graph().use_count(p.program.graph().at(spec.name)) > 0);
    CHECK(p.program.state_dict.size() + p.program.constants.size() + 1 == p.program.signature.inputs.size());
}

TEST_CASE("lowering: named passes run in the order given") {
    lowered_program p = read_model("dynamic_mlp");
    exported_program const before = p.program;
    lower(p, {stage::passes, "decompose,eliminate_dead_code"}, {});
    CHECK(p.at == level::aten);
    CHECK(calls(p.program) == "sub.Tensor div.Tensor permute_copy addmm relu permute_copy addmm sigmoid "
                              "permute_copy addmm");
    check_sound(p.program);
    check_same_outputs(before, p.program);
}

} // namespace
