#include <graft/io/pte/check.hpp>

#include <doctest/doctest.h>

#include "../pte_fixture.hpp"
#include "../raises.hpp"

#include <functional>

namespace {

using namespace graft;
using namespace graft_test;

std::string mistake(std::function<void(pte_program&, pte_plan&)> const& damage) {
    pte_program program = add_relu();
    damage(program, program.plans[0]);
    return sentence([&] { check_pte(program); });
}

TEST_CASE("pte_check: a sound program passes") {
    CHECK_NOTHROW(check_pte(add_relu()));
    for (std::uint32_t seed = 0; seed < 50; ++seed)
        CHECK_NOTHROW(check_pte(random_pte(seed)));
}

TEST_CASE("pte_check: an index to nothing is an error that names the method") {
    CHECK(mistake([](auto&, auto& p) { p.inputs = {9}; }) == "method 'forward' of the program has no value 9, only 5");
    CHECK(mistake([](auto&, auto& p) { p.outputs = {-1}; }) ==
          "method 'forward' of the program has no value -1, only 5");
    CHECK(mistake([](auto&, auto& p) { p.chains[0].instructions[0].first = 2; }).ends_with("no operator 2, only 2"));
    CHECK(mistake([](auto&, auto& p) {
              p.chains[0].instructions[1].arguments[0] = 77;
          }).ends_with("no value 77, only 5"));
    CHECK(mistake([](auto&, auto& p) {
              p.chains[0].instructions[0] = {pte_action::jump_false, 0, 3, {}};
          }).ends_with("no instruction 3, only 3"));
    CHECK(mistake([](auto&, auto& p) {
              p.chains[0].instructions[0] = {pte_action::delegate, 0, 0, {}};
          }).ends_with("no delegate 0, only 0"));
    CHECK(mistake([](auto&, auto& p) {
              p.values[2] = pte_integers{{0}};
          }).ends_with("value 2, a list of integers, with value 0, which is none"));
    CHECK(mistake([](auto&, auto& p) { p.values[2] = pte_tensors{{-1}, false}; }).ends_with("no value -1, only 5"));
}

TEST_CASE("pte_check: a tensor lies within its memory and its data") {
    auto const tensor = [](pte_plan& p, std::size_t v) -> pte_tensor& { return std::get<pte_tensor>(p.values[v]); };
    CHECK(mistake([&](auto&, auto& p) {
              tensor(p, 4).allocation->offset = 41;
          }).ends_with("value 4, a tensor of 8 bytes at 41 in a memory of 48"));
    CHECK(mistake([&](auto&, auto& p) {
              tensor(p, 4).allocation->memory_id = 2;
          }).ends_with("value 4, a tensor in memory 2 of 2"));
    CHECK(mistake([&](auto&, auto& p) { tensor(p, 1).data_buffer = 2; }).ends_with("no data of number 2, only 2"));
    CHECK(mistake([&](auto&, auto& p) {
              tensor(p, 1).sizes = {3};
          }).ends_with("value 1, a tensor of 12 bytes whose data has 8"));
    CHECK(mistake([&](auto&, auto& p) { tensor(p, 0).sizes = {-2}; }).ends_with("a tensor of size -2"));
    CHECK(mistake([&](auto&, auto& p) { tensor(p, 0).dim_order = {1}; }).ends_with("whose dimensions are in no order"));
    CHECK(mistake([&](auto&, auto& p) {
              tensor(p, 0).sizes.assign(4, 1 << 30);
              tensor(p, 0).dim_order = {0, 1, 2, 3};
          }).find("overflow") != std::string::npos);
    CHECK(mistake([&](auto&, auto& p) { p.buffer_sizes[1] = -1; }).ends_with("a planned buffer of -1 bytes"));
}

} // namespace
