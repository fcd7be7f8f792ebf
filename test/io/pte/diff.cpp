#include <graft/io/pte/diff.hpp>

#include <doctest/doctest.h>

#include "../pte_fixture.hpp"

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("pte_diff: programs that do the same differ in nothing, whatever their values are called") {
    pte_program const a = add_relu();
    CHECK(diff(a, a).empty());
    pte_program b = a;
    b.plans[0].values.push_back(b.plans[0].values[3]);
    std::get<pte_tensor>(b.plans[0].values.back()).allocation->offset = 32;
    for (pte_instruction& i : b.plans[0].chains[0].instructions)
        for (std::int32_t& v : i.arguments)
            v = v == 3 ? 5 : v;
    CHECK(diff(a, b).empty());
}

TEST_CASE("pte_diff: it says what differs") {
    pte_program const a = add_relu();
    pte_program b = a;
    b.plans[0].operators[1].name = "aten::tanh";
    b.plans[0].buffer_sizes[1] = 64;
    b.buffers[1] = storage_of("12345678");
    std::string const changes = diff(a, b);
    CHECK(changes.find("method forward: memory 1: 48 bytes, then 64 bytes\n") != std::string::npos);
    CHECK(changes.find("method forward: operator aten::relu.out: 1 times, then 0\n") != std::string::npos);
    CHECK(changes.find("method forward: operator aten::tanh.out: 0 times, then 1\n") != std::string::npos);
    CHECK(changes.find("method forward: - 1: aten::relu.out(f32[2], f32[2], f32[2])\n") != std::string::npos);
    CHECK(changes.find("method forward: + 1: aten::tanh.out(f32[2], f32[2], f32[2])\n") != std::string::npos);
    CHECK(changes.find("constant f32[2] constant") != std::string::npos);
    CHECK(changes.find("aten::add.out") == std::string::npos);
    b.plans[0].name = "other";
    CHECK(diff(a, b) == "method forward: only in the first program\nmethod other: only in the second program\n");
}

} // namespace
