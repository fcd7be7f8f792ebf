#include <graft/runtime/node_cost.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten.hpp>
#include <graft/dialect/channels_last.hpp>

#include "test_program.hpp"

#include <array>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

value_spec f32(std::vector<sym_int> sizes) { return make_spec(dtype::f32, std::move(sizes)); }

struct costs : program_builder {
    exported_program p;

    std::string of(value result, sym_bindings const& bindings = {}) {
        infer(g(), result.id);
        node_cost const cost = cost_of(g(), result.id, bindings);
        return std::to_string(static_cast<long>(cost.operations)) + " " + std::to_string(static_cast<long>(cost.bytes));
    }
};

TEST_CASE("node_cost: products and convolutions cost two operations for each pair of factors") {
    costs b;
    value const x = b.input("x", f32({2, 3})), y = b.input("y", f32({3, 5})), bias = b.input("b", f32({5}));
    CHECK(b.of(aten::mm(x, y)) == "60 124"); // 2 * (2 * 3 * 5), 4 * (6 + 15 + 10)
    CHECK(b.of(aten::addmm(bias, x, y)) == "60 144");
    value const image = b.input("i", f32({1, 4, 6, 6})), w = b.input("w", f32({8, 2, 3, 3}));
    std::array const one{1, 1}, zero{0, 0};
    // 8 * 4 * 4 results of 2 * 3 * 3 products
    CHECK(b.of(aten::convolution(image, w, nullptr, one, zero, one, false, zero, 2)) == "4608 1664");
    value const last = b.input("l", f32({1, 6, 6, 4}));
    CHECK(b.of(channels_last::convolution(last, w, nullptr, nullptr, one, zero, one, 2, nullptr, nullptr)) ==
          "4608 1664");
}

TEST_CASE("node_cost: a transposed convolution costs what the convolution back does") {
    costs b;
    value const x = b.input("x", f32({1, 4, 3, 3})), w = b.input("w", f32({4, 2, 2, 2}));
    std::array const one{1, 1}, two{2, 2}, zero{0, 0};
    CHECK(b.of(aten::convolution(x, w, nullptr, two, zero, one, true, zero, 1)) == "576 560"); // 36 * 8 pairs
}

TEST_CASE("node_cost: element-wise ops cost an operation for each element, views nothing, sizes may be symbolic") {
    costs b;
    symbol const s{"s0"};
    value const x = b.input("x", f32({s, 3}));
    sym_bindings bindings;
    bindings.set(s, 10);
    CHECK(b.of(aten::relu(x), bindings) == "30 240");
    CHECK(b.of(aten::relu(x)) == "0 0");
    CHECK(b.of(aten::t(x), bindings) == "0 0");
}

} // namespace
