#include <graft/transform/rules/linear.hpp>

#include <doctest/doctest.h>

#include "simplified.hpp"

#include <array>
#include <span>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

using inputs = std::vector<value> const&;
sym_int const s0 = symbol{"s0"};

std::string made(shapes const& sizes, auto const& f, std::span<dtype const> dtypes = floats) {
    return simplified(rule_sets::linear<>, dtypes, sizes, f, {.order = sweep::backward});
}
value transposed(value w) { return aten::permute_copy(w, std::array{1, 0}); }

TEST_CASE("linear: a product with a transposed weight, with and without bias") {
    CHECK(made({{2, 3}, {4, 3}, {4}}, [](inputs v) { return aten::addmm(v[2], v[0], transposed(v[1])); }) ==
          "linear(x0, x1, x2)");
    CHECK(made({{s0, 3}, {4, 3}, {4}}, [](inputs v) { return aten::mm(v[0], transposed(v[1])); }) == "linear(x0, x1)");
    CHECK(made({{2, 3}, {4, 3}}, [](inputs v) {
              return aten::mm(v[0], aten::permute(v[1], std::array{1, 0}));
          }) == "linear(x0, x1)");
}

TEST_CASE("linear: a sum with a product is addmm, and then linear") {
    CHECK(made({{2, 3}, {3, 4}, {4}}, [](inputs v) { return aten::add.Tensor(aten::mm(v[0], v[1]), v[2]); }) ==
          "addmm(x2, x0, x1)");
    CHECK(made({{2, 3}, {4, 3}, {4}}, [](inputs v) {
              return aten::add.Tensor(v[2], aten::mm(v[0], transposed(v[1])));
          }) == "linear(x0, x1, x2)");
}

TEST_CASE("linear: no other permutation, bias or factor") {
    CHECK(made({{2, 3}, {3, 4}, {4}}, [](inputs v) {
              return aten::addmm(v[2], v[0], aten::permute_copy(v[1], std::array{0, 1}));
          }) == "addmm(x2, x0, permute_copy(x1, [0, 1]))");
    CHECK(made({{2, 3}, {4, 3}, {2, 4}}, [](inputs v) { return aten::addmm(v[2], v[0], transposed(v[1])); }) ==
          "addmm(x2, x0, permute_copy(x1, [1, 0]))");
    CHECK(made({{2, 3}, {4, 3}, {1}}, [](inputs v) { return aten::addmm(v[2], v[0], transposed(v[1])); }) ==
          "addmm(x2, x0, permute_copy(x1, [1, 0]))");
    CHECK(made({{2, 3}, {4, 3}, {4}}, [](inputs v) {
              return aten::addmm(v[2], v[0], transposed(v[1]), "beta"_a = 2);
          }) == "addmm(x2, x0, permute_copy(x1, [1, 0]), beta=2)");
    CHECK(made({{2, 3}, {4, 3}, {4}}, [](inputs v) {
              return aten::addmm(v[2], v[0], transposed(v[1]), "alpha"_a = 0.5);
          }) == "addmm(x2, x0, permute_copy(x1, [1, 0]), alpha=0.5)");
    CHECK(made({{2, 3}, {3, 4}, {4}}, [](inputs v) {
              return aten::add.Tensor(aten::mm(v[0], v[1]), v[2], "alpha"_a = 2);
          }) == "add(mm(x0, x1), x2, alpha=2)");
    CHECK(made({{2, 3}, {3, 4}, {2, 4}}, [](inputs v) { return aten::add.Tensor(aten::mm(v[0], v[1]), v[2]); }) ==
          "add(mm(x0, x1), x2)");
    CHECK(made({{2, 3}, {3, 4}, {4}}, [](inputs v) {
              value const product = aten::mm(v[0], v[1]);
              return aten::mul.Tensor(aten::add.Tensor(product, v[2]), product);
          }) == "mul(add(mm(x0, x1), x2), mm(x0, x1))");
}

TEST_CASE("linear: views that take the leading dimensions for one and apart again") {
    auto const batched = [](std::vector<std::int64_t> const& rows, std::vector<std::int64_t> const& sizes) {
        return [=](inputs v) {
            return aten::view_copy(aten::addmm(v[2], aten::view_copy(v[0], rows), transposed(v[1])), sizes);
        };
    };
    CHECK(made({{2, 5, 3}, {4, 3}, {4}}, batched({10, 3}, {2, 5, 4})) == "linear(x0, x1, x2)");
    CHECK(made({{s0, 5, 3}, {4, 3}, {4}}, batched({-1, 3}, {-1, 5, 4})) == "linear(x0, x1, x2)");
    CHECK(made({{2, 5, 3}, {4, 3}}, [](inputs v) {
              value const rows = aten::view(v[0], std::array{10, 3});
              return aten::view(aten::mm(rows, transposed(v[1])), std::array{2, 5, 4});
          }) == "linear(x0, x1)");
    CHECK(made({{2, 5, 3}, {4, 3}, {4}}, batched({10, 3}, {5, 2, 4})) ==
          "view_copy(linear(view_copy(x0, [10, 3]), x1, x2), [5, 2, 4])");
    CHECK(made({{2, 3, 3}, {4, 3}, {4}}, batched({6, 3}, {2, 12})) ==
          "view_copy(linear(view_copy(x0, [6, 3]), x1, x2), [2, 12])");
    CHECK(made({{3, 5, 4}, {4, 6}, {4}}, batched({10, 6}, {2, 5, 4})) ==
          "view_copy(linear(view_copy(x0, [10, 6]), x1, x2), [2, 5, 4])");
    CHECK(made({{2, 5, 3}, {4, 3}, {4}}, [](inputs v) {
              value const product = aten::addmm(v[2], aten::view_copy(v[0], std::array{10, 3}), transposed(v[1]));
              return aten::add.Tensor(aten::view_copy(product, std::array{2, 5, 4}), aten::select.int_(product, 0, 1));
          }).starts_with("add(view_copy("));
}

} // namespace
