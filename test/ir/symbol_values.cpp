#include <graft/ir/symbol_values.hpp>

#include <doctest/doctest.h>

#include "../io/raises.hpp"

#include <array>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace {

using namespace graft;
using namespace graft_test;

sym_int const s0 = symbol{"s0"}, s1 = symbol{"s1"};

exported_program program_of(std::initializer_list<std::pair<char const*, tensor_spec>> inputs) {
    exported_program p;
    for (auto const& [name, spec] : inputs) {
        p.graph().set_val(p.graph().placeholder(name), spec);
        p.signature.inputs.push_back({.name = name, .target = {}, .value = {}});
    }
    p.range_constraints = {{symbol{"s0"}, {1, 8}}};
    return p;
}

constexpr std::array<std::int64_t, 2> two_by_three{2, 3}, nine_by_three{9, 3};
constexpr std::array<std::int64_t, 1> four{4}, six{6};

TEST_CASE("symbol_values: a size that is a symbol alone binds it, in whatever input it stands") {
    exported_program const p =
        program_of({{"y", make_spec(dtype::f32, {2 * s0})}, {"x", make_spec(dtype::i64, {s0, s1})}});
    input_shape const shapes[] = {{dtype::f32, four}, {dtype::i64, two_by_three}};
    sym_bindings const values = symbol_values(p, shapes);
    REQUIRE(values.all().size() == 2);
    CHECK(values.find(symbol{"s0"})->value() == 2);
    CHECK(values.find(symbol{"s1"})->value() == 3);
    input_shape const odd[] = {{dtype::f32, six}, {dtype::i64, two_by_three}};
    CHECK(raised([&] { static_cast<void>(symbol_values(p, odd)); }) ==
          "graft: input 'y' has size 6 in dimension 0, not 4");
}

TEST_CASE("symbol_values: what does not fit is refused by name") {
    exported_program const p = program_of({{"x", make_spec(dtype::f32, {s0, 3})}});
    auto const refusal = [&](std::initializer_list<input_shape> shapes) {
        return raised([&] { static_cast<void>(symbol_values(p, {shapes.begin(), shapes.size()})); });
    };
    CHECK(refusal({}) == "graft: the program takes 1 inputs, not 0");
    CHECK(refusal({{dtype::i64, two_by_three}}) == "graft: input 'x' has dtype torch.int64, not torch.float32");
    CHECK(refusal({{dtype::f32, four}}) == "graft: input 'x' has 1 dimensions, not 2");
    CHECK(refusal({{dtype::f32, nine_by_three}}) ==
          "graft: the size s0 = 9 is outside the range the program was exported for");
}

} // namespace
