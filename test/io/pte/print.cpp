#include <graft/io/pte/print.hpp>

#include <doctest/doctest.h>

#include "../pte_fixture.hpp"

namespace {

using namespace graft;

TEST_CASE("pte_print: a program reads as its memory, values and instructions") {
    CHECK(text(graft_test::add_relu()) == R"(program of 1 methods, constants of 8 bytes
method forward
  inputs %0
  outputs %4
  memory 1: 48 bytes
  %0 = f32[2] memory 1 at 0
  %1 = f32[2] constant 1
  %2 = 1
  %3 = f32[2] memory 1 at 16
  %4 = f32[2] memory 1 at 32
  chain
    0: aten::add.out %0 %1 %2 %3 %3
    1: aten::relu.out %3 %4 %4
)");
}

TEST_CASE("pte_print: every kind of value and instruction has its form") {
    pte_tensor t = graft_test::planned({1, 2}, 0);
    t.dim_order = {1, 0};
    t.dynamism = pte_dynamism::bounded;
    t.fully_qualified_name = "w";
    CHECK(text(pte_value(t)) == "f32[1, 2] order [1, 0] at most memory 1 at 0 'w'");
    CHECK(text(pte_value()) == "None");
    CHECK(text(pte_value(true)) == "True");
    CHECK(text(pte_value(0.5)) == "0.5");
    CHECK(text(pte_value(std::string("s"))) == "'s'");
    CHECK(text(pte_value(pte_integers{{1, 2}})) == "[%1, %2]");
    CHECK(text(pte_value(pte_reals{{1.0}})) == "[1.0]");
    CHECK(text(pte_value(pte_booleans{{false}})) == "[False]");
    CHECK(text(pte_value(pte_tensors{{3, -1}, true})) == "[%3, None]");
    pte_plan const plan;
    CHECK(text(plan, {pte_action::move, 1, 2, {}}) == "move %1 to %2");
    CHECK(text(plan, {pte_action::jump_false, 1, 2, {}}) == "unless %1 go to 2");
    CHECK(text(plan, {pte_action::free, 1, 0, {}}) == "free %1");
}

} // namespace
