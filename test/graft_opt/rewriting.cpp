#include "../../examples/graft_opt/rewriting.hpp"

#include <doctest/doctest.h>

#include <graft/dialect/aten.hpp>

#include "../io/raises.hpp"
#include "../runtime/test_program.hpp"

#include <fstream>
#include <string>

namespace {

using namespace graft;
using namespace graft_test;

/// neg(x * 1) + neg(x * 1), the ones a parameter.
exported_program times_one() {
    program_builder b;
    value const ones = b.parameter("ones", tensor::full({2}, dtype::f32, 1.0));
    value const x = b.input("x", f32_spec({2}));
    value const product = aten::neg(aten::mul.Tensor(x, ones));
    set_stack_trace(b.g(), product.id, "model.py, line 7");
    return b.finish({aten::add.Tensor(product, product)});
}

TEST_CASE("rewriting: a set of rules says what it did, constants seen through") {
    exported_program p = times_one();
    CHECK(rewrite_with(p, "canonical", false) ==
          "rules: canonical\n  canon: rewrites: 2, nodes: 6 -> 5\n    mul-one: 1\n    add-neg: 1\n");
    CHECK(rewrite_with(p, "canonical", false) == "rules: canonical\n  canon: rewrites: 0, nodes: 5 -> 5\n");
    std::string const all = rewrite_with(p, "all", false);
    for (char const* const phase : {"canon", "fold", "recompose", "quant"})
        CHECK(all.find("  " + std::string{phase} + ": rewrites: 0") != std::string::npos);
}

TEST_CASE("rewriting: with statistics every rule of the set has a line") {
    exported_program p = times_one();
    std::string const report = rewrite_with(p, "canonical", true);
    CHECK(report.find("rule") != std::string::npos);
    CHECK(report.find("\nmul-one ") != std::string::npos);
    CHECK(report.find("\npermute-permute ") != std::string::npos);
}

TEST_CASE("rewriting: rules are read from a file") {
    std::string const path = std::string{GRAFT_TEST_DATA} + "/graphs/neg_to_relu.rules";
    exported_program p = times_one();
    CHECK(rewrite_with(p, path, false).find("    neg-to-relu: 1\n") != std::string::npos);
    CHECK(raised([&] { static_cast<void>(rewrite_with(p, "canonnical", false)); }) ==
          "graft: there is no rule set 'canonnical', and no file of that name");
}

TEST_CASE("rewriting: a rule that does not match is explained, and one that does not exist is an error") {
    exported_program p = times_one();
    std::string const why = explain_rule(p, "mul-one", "neg_default");
    CHECK(why.find("explain at %neg_default: mul-one: 0 of ") != std::string::npos);
    CHECK(why.find("model.py, line 7") != std::string::npos);
    CHECK(explain_rule(p, "mul-one", "mul_tensor").find("it matches") != std::string::npos);
    CHECK(raised([&] { static_cast<void>(explain_rule(p, "mul-two", "neg_default")); }) ==
          "graft: there is no rule 'mul-two'; --list-rules prints all");
    CHECK(raised([&] { static_cast<void>(explain_rule(p, "mul-one", "nothing")); }) ==
          "graft: no node has the name 'nothing'");
}

} // namespace
