#include <graft/io/pte/program.hpp>

#include "../pte_fixture.hpp"

#include <doctest/doctest.h>

#include <set>

namespace {

using namespace graft;

TEST_CASE("pte_program: methods are found by name, operators named as ATen does") {
    pte_program const program = graft_test::add_relu();
    REQUIRE(program.find("forward") != nullptr);
    CHECK(program.find("backward") == nullptr);
    CHECK(program.find("forward")->operators[0].full_name() == "aten::add.out");
    CHECK(pte_operator{"aten::copy_", ""}.full_name() == "aten::copy_");
}

TEST_CASE("pte_program: a tensor with data is a constant, with a place too it has first values") {
    pte_tensor t = graft_test::planned({2}, 0);
    CHECK((!t.is_constant() && !t.has_first_values()));
    t.data_buffer = 1;
    CHECK((!t.is_constant() && t.has_first_values()));
    t.allocation.reset();
    CHECK((t.is_constant() && !t.has_first_values()));
    t.external = true;
    CHECK(!t.is_constant());
}

static_assert(dtype_of_pte(6) == dtype::f32);
static_assert(pte_number(dtype::boolean) == 11);
static_assert(pte_number(dtype::bf16) == 15);
static_assert(pte_number(dtype::f8e5m2) == 23 && pte_number(dtype::f8e4m3fn) == 24);
static_assert(dtype_of_pte(12) == dtype::undefined);

TEST_CASE("pte_dtype: every number stands for one dtype and comes from it") {
    std::set<int> seen;
    for (std::int64_t n = -300; n < 300; ++n)
        if (dtype const d = dtype_of_pte(n); d != dtype::undefined) {
            CHECK(pte_number(d) == n);
            CHECK(seen.insert(static_cast<int>(d)).second);
        }
    CHECK(seen.size() == 18);
}

} // namespace
