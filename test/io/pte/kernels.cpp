#include <graft/io/pte/kernels.hpp>

#include <doctest/doctest.h>

#include <graft/io/pte/print.hpp>

#include "../pte_fixture.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>

namespace {

using namespace graft;

TEST_CASE("pte_kernels: the names are sorted, each there once") {
    view<std::string_view const> const names = executorch_kernels();
    CHECK(std::adjacent_find(names.begin(), names.end(), std::greater_equal<>()) == names.end());
}

TEST_CASE("pte_kernels: a program says which kernels its runtime must bring") {
    pte_program program = graft_test::add_relu();
    CHECK(missing_kernels(program).empty());
    program.plans.at(0).operators.at(1) = {"aten::erfinv", "out"};
    CHECK(missing_kernels(program) == vec<std::string>{"aten::erfinv.out"});
    CHECK(text(program).find("\nkernels that ExecuTorch does not bring: aten::erfinv.out\n") != std::string::npos);
}

} // namespace
