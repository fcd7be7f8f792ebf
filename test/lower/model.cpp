#include <graft/lower/model.hpp>

#include <graft/core/error.hpp>
#include <graft/core/tensor_compare.hpp>
#include <graft/dialect/aten.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/io/file/safetensors.hpp>

#include "../runtime/test_program.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <utility>

namespace {

using namespace graft;

std::string const models = std::string{GRAFT_TEST_DATA} + "/models/";

// Whether the model gives what torch gave for the case of this suffix.
bool agrees(model& m, std::string const& folder, std::string const& suffix) {
    safetensors const in = read_safetensors(models + folder + "/inputs" + suffix + ".safetensors");
    safetensors const out = read_safetensors(models + folder + "/outputs" + suffix + ".safetensors");
    vec<tensor> inputs;
    for (std::size_t i = 0; in.tensors.contains("input_" + std::to_string(i)); ++i)
        inputs.push_back(in.tensors.at("input_" + std::to_string(i)));
    vec<tensor> const got = m(inputs);
    bool good = true;
    for (std::size_t i = 0; out.tensors.contains("output_" + std::to_string(i)); ++i)
        good = good && compare(out.tensors.at("output_" + std::to_string(i)), got[i]).agrees();
    return good;
}

TEST_CASE("model: runs what torch 2.6 and 2.8 wrote") {
    for (char const* const folder : {"torch26", "torch28"}) {
        model old{models + folder + "/model.pt2", {}};
        CHECK(agrees(old, folder, ""));
    }
}

TEST_CASE("model: gives what torch gave, lowered or not, planned or not, of every size that the program takes") {
    for (bool const lower : {true, false})
        for (bool const plan : {true, false}) {
            model digits{models + "digits_cnn/model.pt2", {.lower = lower, .plan = plan}};
            model dynamic{models + "dynamic_mlp/model.pt2", {.lower = lower, .plan = plan, .threads = 2}};
            for (char const* const suffix : {"", ".case1", ".case2"}) {
                CHECK(agrees(digits, "digits_cnn", suffix));
                CHECK(agrees(dynamic, "dynamic_mlp", suffix));
            }
            CHECK((digits.plan().planned_bytes != 0) == plan);
        }
}

TEST_CASE("model: a step of training gives the loss, what else is returned, and the gradients") {
    for (bool const lower : {true, false}) {
        model step{models + "training_step/model.pt2", {.lower = lower}};
        CHECK(agrees(step, "training_step", ""));
        safetensors const in = read_safetensors(models + "training_step/inputs.safetensors");
        vec<tensor> const inputs{in.tensors.at("input_0"), in.tensors.at("input_1")};
        CHECK(step(inputs).size() == 8);
        CHECK(step.call({inputs[0], inputs[1]}).size() == 2);
    }
}

TEST_CASE("model: takes and returns values nested as in Python, lowered or not") {
    using values = tree<tensor>;
    auto const pair = [](double value) { return tensor::full({2}, dtype::f32, value); };
    values const first = values::tuple({pair(1), pair(2)});
    values const extras = values::dict({{"rest", values::list({pair(5)})}, {"first", pair(4)}});
    values const offsets = values::dict({{"low", pair(6)}, {"high", pair(7)}});
    for (bool const lower : {true, false}) {
        model m{std::string{GRAFT_TEST_DATA} + "/trees/nested.pt2", {.lower = lower}};
        values const got = m.call({first, extras}, {{"offsets", offsets}, {"scale", pair(10)}});
        auto const second = [](values const& leaf) { return leaf.value().data<float>()[1]; };
        CHECK(second(got.at("sum")) == 36);
        CHECK(second(got.at("parts").at(0).at("x")) == -1);
        CHECK(second(got.at("parts").at(0).at("y")) == 9);
        CHECK(second(got.at("parts").at(1).at(0)) == 7);
        CHECK(got.at("three").value().item().to<int>() == 3);
        CHECK(!got.at("nothing").value().defined());
        std::string said;
        try {
            static_cast<void>(m.call({first, extras}, {{"offset", offsets}, {"scale", pair(10)}}));
        } catch (error const& e) {
            CHECK(e.code() == errc::invalid_argument);
            said = e.sentence();
        }
        CHECK(said.find("TreeSpec(dict, ['scale', 'offsets'], [*,\n") != std::string::npos);
        CHECK(said.find("TreeSpec(dict, ['offset', 'scale'], [TreeSpec(dict") != std::string::npos);
        CHECK(said.ends_with("which differs at [1]['offsets']"));
        CHECK_THROWS_AS(static_cast<void>(m.call({first, values{}}, {{"offsets", offsets}, {"scale", {}}})), error);
    }
}

TEST_CASE("model: gives what the module returns, not what it changes, and keeps its buffers from run to run") {
    graft_test::program_builder b;
    value const total = b.buffer("total", tensor::full({2}, dtype::f32, 0.0));
    value const x = b.input("x", graft_test::f32_spec({2}));
    value const sum = aten::add.Tensor(total, x);
    b.mutate("total", sum);
    model m{b.finish({aten::mul.Tensor(sum, 2)})};
    tensor const one = tensor::full({2}, dtype::f32, 1.0);
    CHECK(m({one}).size() == 1);
    model moved = std::move(m);
    CHECK(moved({one})[0].data<float>()[1] == 4);
}

TEST_CASE("model: values of sizes without a bound are not planned, and have the sizes met") {
    graft_test::program_builder b;
    value const x = b.input("x", make_spec(dtype::f32, {sym_int(symbol{"s0"}), 2}));
    model doubled{b.finish({aten::mul.Scalar(aten::neg(x), -2)})};
    CHECK(doubled.plan().values.empty());
    for (std::int64_t const rows : {3, 1, 50}) {
        tensor const in = tensor::full({rows, 2}, dtype::f32, 1.5);
        tensor const out = doubled({in})[0];
        CHECK(out.sizes() == in.sizes());
        CHECK(out.data<float>()[2 * rows - 1] == 3);
    }
}

TEST_CASE("model: what cannot run is an error that names the call, and so is an input of other sizes") {
    graft_test::program_builder b;
    value const x = b.input("x", graft_test::f32_spec({2}));
    exported_program p = b.finish({aten::neg(x)});
    model m{p};
    CHECK_THROWS_AS(static_cast<void>(m({tensor::full({3}, dtype::f32, 0.0)})), error);
    CHECK_THROWS_AS(static_cast<void>(m({})), error);
    graph& g = p.graph();
    g.set_target(g.at("neg_default"), g.intern_target("mine::neg"));
    std::string message;
    try {
        model const unknown{p};
    } catch (error const& e) {
        message = e.what();
    }
    CHECK(message.find("mine::neg at %neg_default") != std::string::npos);
}

TEST_CASE("level_of: a program says that it is of Edge, and its calls that they are of the Backend") {
    graft_test::program_builder b;
    value const x = b.input("x", graft_test::f32_spec({4}));
    exported_program p = b.finish({aten::neg(x)});
    CHECK(level_of(p) == level::aten);
    p.verifiers = {"EDGE"};
    CHECK(level_of(p) == level::edge);
    graph& g = p.graph();
    node_id const neg = g.at("neg_default");
    g.set_target(neg, g.intern_target(aten::neg.default_.info(), dialect_tag::backend));
    CHECK(level_of(p) == level::backend);
    p.verifiers = {"EDGE", "MINE"};
    CHECK(level_of(p) == level::aten);
}

} // namespace
