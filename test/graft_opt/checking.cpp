#include "../../examples/graft_opt/checking.hpp"

#include <doctest/doctest.h>

#include <graft/dialect/aten.hpp>

#include "../../examples/graft_opt/lowering.hpp"
#include "../../examples/graft_opt/rewriting.hpp"
#include "../runtime/test_program.hpp"

#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

/// relu(-x) + tanh(x)
exported_program negated() {
    program_builder b;
    value const x = b.input("x", f32_spec({4}));
    return b.finish({aten::add.Tensor(aten::relu(aten::neg(x)), aten::tanh(x))});
}

std::string check_text(exported_program const& reference, exported_program const& original,
                       exported_program const& current, std::vector<stage> const& stages, bool good) {
    std::ostringstream out;
    CHECK(check_program(reference, original, current, stages, {}, out) == good);
    return out.str();
}

TEST_CASE("checking: a program that was lowered correctly agrees on every random input") {
    exported_program const p = negated();
    lowered_program lowered{p, level::aten};
    std::vector<stage> const stages{{stage::to_edge, {}, {}}, {stage::verify, {}, {}}};
    lower(lowered, stages[0], {});
    std::string const report = check_text(p, p, lowered.program, stages, true);
    CHECK(report.find("check: random inputs 2\n  output_0: mse 0, max abs 0, 0 ulp, snr inf dB\n") !=
          std::string::npos);
}

TEST_CASE("checking: names the pass, the rewrite and the node that made a difference") {
    exported_program const p = negated();
    std::string const wrong = std::string{GRAFT_TEST_DATA} + "/graphs/neg_to_relu.rules";
    std::vector<stage> const stages{
        {stage::rules, "canonical", {}}, {stage::rules, wrong, {}}, {stage::to_edge, {}, {}}};
    lowered_program changed{p, level::aten};
    static_cast<void>(rewrite_with(changed.program, "canonical", false));
    static_cast<void>(rewrite_with(changed.program, wrong, false));
    lower(changed, stages[2], {});
    std::string const report = check_text(p, p, changed.program, stages, false);
    CHECK(report.find(", out of tolerance\n") != std::string::npos);
    CHECK(report.find("  first wrong pass: rules file\n") != std::string::npos);
    CHECK(report.find("  first wrong rewrite: rewrite 1 by 'neg-to-relu' at %neg_default\n") != std::string::npos);
    CHECK(report.find("  first node that differs: %") != std::string::npos);
}

TEST_CASE("checking: a program that differs from the reference from the start is told apart") {
    exported_program const p = negated();
    exported_program other = p;
    static_cast<void>(rewrite_with(other, std::string{GRAFT_TEST_DATA} + "/graphs/neg_to_relu.rules", false));
    std::string const report = check_text(p, other, other, {}, false);
    std::string const start = "  the program differs from the reference before it is transformed\n";
    CHECK(report.find(start + "  first node that differs: ") != std::string::npos);
}

} // namespace
