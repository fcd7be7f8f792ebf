#include <graft/runtime/symbol_values.hpp>

#include <doctest/doctest.h>

#include "../io/raises.hpp"
#include "test_program.hpp"
#include "tensors.hpp"

#include <optional>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

sym_int const s0 = symbol{"s0"}, s1 = symbol{"s1"};

exported_program program_of(std::vector<value_spec> const& inputs, std::vector<symbol_range> ranges = {}) {
    program_builder b;
    b.parameter("weight", f32({1}, {0}));
    for (std::size_t i = 0; i < inputs.size(); ++i)
        b.input("x" + std::to_string(i), inputs[i]);
    return b.finish({}, std::move(ranges));
}

// `s0=3 s1=4`, or what went wrong.
std::string values(exported_program const& p, std::vector<tensor> const& inputs) {
    std::string out;
    std::string const error = raised([&] {
        sym_bindings const bindings = symbol_values(p, inputs);
        for (sym_binding const& b : bindings.all())
            out += (out.empty() ? "" : " ") + std::string{b.name.name()} + "=" + std::to_string(b.value.value());
    });
    return error == "(nothing raised)" ? out : error;
}

tensor zeros(std::vector<std::int64_t> sizes) { return tensor::zeros(std::move(sizes), dtype::f32); }

TEST_CASE("symbol_values: sizes that are symbols take the sizes of the inputs") {
    exported_program const p = program_of({f32_spec({s0, 4}), f32_spec({s1, s0})});
    CHECK(values(p, {zeros({3, 4}), zeros({5, 3})}) == "s0=3 s1=5");
    CHECK(values(p, {zeros({0, 4}), zeros({0, 0})}) == "s0=0 s1=0");
}

TEST_CASE("symbol_values: a program without symbols has none") {
    CHECK(values(program_of({f32_spec({2, 4})}), {zeros({2, 4})}) == "");
    CHECK(values(program_of({}), {}) == "");
}

TEST_CASE("symbol_values: a wrong number of inputs, dtype, rank or size is told") {
    exported_program const p = program_of({f32_spec({s0, 4}), f32_spec({s0})});
    CHECK(values(p, {zeros({3, 4})}) == "graft: the program takes 2 inputs, not 1");
    CHECK(values(p, {i64({1, 4}, {1, 2, 3, 4}), zeros({1})}) ==
          "graft: input 'x0' has dtype torch.int64, not torch.float32");
    CHECK(values(p, {zeros({3}), zeros({3})}) == "graft: input 'x0' has 1 dimensions, not 2");
    CHECK(values(p, {zeros({3, 5}), zeros({3})}) == "graft: input 'x0' has size 5 in dimension 1, not 4");
    CHECK(values(p, {zeros({3, 4}), zeros({2})}) == "graft: input 'x1' has size 2 in dimension 0, not 3");
    CHECK(values(p, {tensor{}, zeros({2})}).substr(0, 28) == "graft: input 'x0' has dtype ");
}

TEST_CASE("symbol_values: a size out of the range of its symbol is told") {
    std::vector<symbol_range> const ranges{{symbol{"s0"}, {2, 8}}, {symbol{"s1"}, {std::nullopt, 4}}};
    exported_program const p = program_of({f32_spec({s0}), f32_spec({s1})}, ranges);
    CHECK(values(p, {zeros({2}), zeros({0})}) == "s0=2 s1=0");
    CHECK(values(p, {zeros({8}), zeros({4})}) == "s0=8 s1=4");
    CHECK(values(p, {zeros({1}), zeros({4})}) ==
          "graft: the size s0 = 1 is outside the range the program was exported for");
    CHECK(values(p, {zeros({9}), zeros({4})}) ==
          "graft: the size s0 = 9 is outside the range the program was exported for");
    CHECK(values(p, {zeros({2}), zeros({5})}) ==
          "graft: the size s1 = 5 is outside the range the program was exported for");
}

TEST_CASE("symbol_values: a derived size is checked, whichever input binds its symbol") {
    exported_program const after = program_of({f32_spec({s0}), f32_spec({s0 * 2 + 1})});
    CHECK(values(after, {zeros({3}), zeros({7})}) == "s0=3");
    CHECK(values(after, {zeros({3}), zeros({6})}) == "graft: input 'x1' has size 6 in dimension 0, not 7");
    exported_program const before = program_of({f32_spec({s0 * 2}), f32_spec({s0})});
    CHECK(values(before, {zeros({6}), zeros({3})}) == "s0=3");
    CHECK(values(before, {zeros({7}), zeros({3})}) == "graft: input 'x0' has size 7 in dimension 0, not 6");
}

TEST_CASE("symbol_values: an input that is no tensor in the graph binds nothing") {
    exported_program const p = program_of({value_spec{}, f32_spec({s0})});
    CHECK(values(p, {tensor{}, zeros({3})}) == "s0=3");
}

TEST_CASE("symbol_values: the same values are told apart from others") {
    sym_bindings a, b;
    CHECK(detail::same_values(a, b));
    a.set(symbol{"s0"}, 1);
    CHECK_FALSE(detail::same_values(a, b));
    b.set(symbol{"s0"}, 2);
    CHECK_FALSE(detail::same_values(a, b));
    b.set(symbol{"s0"}, 1);
    CHECK(detail::same_values(a, b));
}

} // namespace
