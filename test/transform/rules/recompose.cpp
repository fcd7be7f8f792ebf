#include <graft/transform/rules/recompose.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/known_ops.hpp>
#include <graft/io/file/safetensors.hpp>
#include <graft/io/pt2/reader.hpp>
#include <graft/lower/cpu_library.hpp>
#include <graft/rewrite/driver.hpp>
#include <graft/runtime/constant_prop.hpp>
#include <graft/runtime/unsupported.hpp>
#include <graft/transform/constant_numbers.hpp>
#include <graft/transform/rules/clamp.hpp>
#include <graft/transform/rules/fold.hpp>
#include <graft/transform/to_edge.hpp>

#include "../check_rewrite.hpp"

#include <array>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

std::string const folder = std::string{GRAFT_TEST_DATA} + "/rules/";

exported_program read_program(std::string const& name) {
    return read_pt2(folder + name + "/model.decomposed.pt2", {.find_op = find_known_op<>, .model = {}});
}

/// Compares what the program returns with what torch does.
void check_against_torch(exported_program const& p, std::string const& name) {
    safetensors const inputs = read_safetensors(folder + name + "/inputs.safetensors"),
                      outputs = read_safetensors(folder + name + "/outputs.safetensors");
    std::vector<tensor> given;
    for (std::size_t i = 0; i < inputs.tensors.size(); ++i)
        given.push_back(inputs.tensors.at("input_" + std::to_string(i)));
    REQUIRE(text(unsupported_calls(p, cpu_library())) == "");
    difference const d = compare(outputs.tensors.at("output_0"), executor(p, cpu_library()).run(given).at(0));
    CAPTURE(d.max_abs);
    CHECK(d.agrees());
}

/// The names of the rules that fire on the program that torch exported, and on what `to_edge` makes of it.
std::string recomposed(std::string const& name, std::string const& expected) {
    std::string names;
    for (bool const edge : {false, true}) {
        CAPTURE(edge);
        exported_program p = read_program(name);
        if (edge)
            static_cast<void>(to_edge(p));
        rewrite_result const result = rewrite(p, rule_sets::recompose<>, {.order = sweep::backward});
        CHECK(result.converged);
        CHECK(result.unsound == 0);
        check_sound(p);
        check_against_torch(p, name);
        std::string fired;
        for (std::size_t i = 0; i < rule_sets::recompose<>.size(); ++i)
            if (result.per_rule[i] != 0)
                fired += (fired.empty() ? "" : " ") + std::string{rule_sets::recompose<>[i].name};
        CHECK(fired == expected);
        names = calls(p);
    }
    return names;
}

TEST_CASE("recompose: finds in programs that torch exported and decomposed what was decomposed") {
    CHECK(recomposed("sdpa", "sdpa-mask gelu") == "scaled_dot_product_attention permute_copy clone permute_copy gelu");
    CHECK(recomposed("attention", "attention-mask linear-batched gelu-tanh") ==
          "scaled_dot_product_attention linear gelu");
    CHECK(recomposed("gated", "rms_norm-in-f32 rms_norm-of-cast log_softmax linear silu narrow-activation") ==
          "rms_norm linear silu rms_norm _to_copy _log_softmax _to_copy");
    CHECK(recomposed("images", "hardswish") ==
          "convolution _native_batch_norm_legit_no_training getitem hardswish convolution "
          "_native_batch_norm_legit_no_training getitem mul.Tensor hardswish hardtanh relu mean.dim");
}

TEST_CASE("recompose: batch norms and factors of exported convolutions become part of their weights") {
    exported_program p = read_program("images");
    std::size_t const rewrites[] = {2, 1, 0};
    for (std::size_t const expected : rewrites) {
        CHECK(rewrite(p, rule_sets::fold<>).rewrites == expected);
        constant_prop(p, cpu_library());
        check_sound(p);
        check_against_torch(p, "images");
    }
    static_cast<void>(rewrite(p, rule_sets::clamp<>));
    static_cast<void>(rewrite(p, rule_sets::recompose<>, {.order = sweep::backward}));
    check_against_torch(p, "images");
    CHECK(calls(p) == "convolution hardswish convolution hardswish clamp mean.dim");
}

} // namespace
