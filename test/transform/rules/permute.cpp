#include <graft/transform/rules/permute.hpp>

#include <doctest/doctest.h>

#include "simplified.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;
using rule_sets::permute;

using inputs = std::vector<value> const&;
sym_int const s0 = symbol{"s0"}, s1 = symbol{"s1"};

TEST_CASE("permute: t and transpose are permutations") {
    CHECK(simplified(permute<>, elements, {{2, 3}}, [](inputs v) { return aten::t(v[0]); }) == "permute(x0, [1, 0])");
    CHECK(simplified(permute<>, elements, {{2, s0}}, [](inputs v) { return aten::t_copy(v[0]); }) ==
          "permute_copy(x0, [1, 0])");
    CHECK(simplified(permute<>, elements, {{3}}, [](inputs v) { return aten::t(v[0]); }) == "t(x0)");
    auto const swap = [](int a, int b) { return [=](inputs v) { return aten::transpose.int_(v[0], a, b); }; };
    CHECK(simplified(permute<>, elements, {{2, 3, 4}}, swap(0, 2)) == "permute(x0, [2, 1, 0])");
    CHECK(simplified(permute<>, elements, {{2, s0, 4}}, swap(-1, -2)) == "permute(x0, [0, 2, 1])");
    CHECK(simplified(permute<>, f32_only, {{2, 3}}, swap(1, -1)) == "x0");
    CHECK(simplified(permute<>, f32_only, {{2, 3, 4}},
                     [](inputs v) { return aten::transpose_copy.int_(v[0], 0, 1); }) == "permute_copy(x0, [1, 0, 2])");
}

TEST_CASE("permute: a permutation of a permutation is one") {
    auto const twice = [](std::array<int, 3> p, std::array<int, 3> q) {
        return [=](inputs v) { return aten::permute_copy(aten::permute_copy(v[0], p), q); };
    };
    CHECK(simplified(permute<>, elements, {{2, 3, 4}}, twice({1, 2, 0}, {0, 2, 1})) == "permute_copy(x0, [1, 0, 2])");
    CHECK(simplified(permute<>, elements, {{2, s0, s1}}, twice({-2, -1, 0}, {1, 0, -1})) ==
          "permute_copy(x0, [2, 1, 0])");
    CHECK(simplified(permute<>, elements, {{2, 3, 4}}, twice({1, 2, 0}, {2, 0, 1})) == "x0");
    CHECK(simplified(permute<>, f32_only, {{2, 3}}, [](inputs v) {
              return aten::permute(aten::transpose.int_(v[0], 0, 1), std::array{1, 0});
          }) == "x0");
    CHECK(simplified(permute<>, f32_only, {{2, 3}}, [](inputs v) {
              return aten::permute_copy(aten::neg(aten::permute_copy(v[0], std::array{1, 0})), std::array{1, 0});
          }) == "permute_copy(neg(permute_copy(x0, [1, 0])), [1, 0])");
    CHECK(simplified(permute<>, f32_only, {{2, 3}}, [](inputs v) {
              return aten::permute_copy(aten::permute(v[0], std::array{1, 0}), std::array{1, 0});
          }) == "permute_copy(permute(x0, [1, 0]), [1, 0])");
}

TEST_CASE("permute: all 576 pairs of permutations of four dimensions compose") {
    std::array<int, 4> p{0, 1, 2, 3};
    do {
        std::array<int, 4> q{0, 1, 2, 3};
        do {
            graph g;
            value const x = placeholder(g, "x");
            g.set_val(x.id, make_spec(dtype::f32, {2, 3, 5, 7}));
            value const both = aten::permute_copy(aten::permute_copy(x, p), q);
            output(g, {aten::neg(both)});
            infer_all(g);
            std::vector<sym_int> const sizes = g.val(both.id)->tensor.sizes;
            rewrite_result const done = rewrite(g, permute<>);
            CHECK(done.unsound == 0);
            node_id const left = g.arg(g.arg(g.back(), 0)[0].node(), 0).node();
            bool const gone = p[static_cast<std::size_t>(q[0])] == 0 && p[static_cast<std::size_t>(q[1])] == 1 &&
                              p[static_cast<std::size_t>(q[2])] == 2;
            CHECK(g.size() == (gone ? 3 : 4));
            CHECK(g.val(left)->tensor.sizes == sizes);
        } while (std::next_permutation(q.begin(), q.end()));
    } while (std::next_permutation(p.begin(), p.end()));
}

TEST_CASE("permute: one that moves nothing is gone, one that moves something stays") {
    auto const by = [](std::array<int, 3> p) { return [=](inputs v) { return aten::permute_copy(v[0], p); }; };
    CHECK(simplified(permute<>, elements, {{2, 3, s0}}, by({0, 1, 2})) == "x0");
    CHECK(simplified(permute<>, elements, {{2, 3, 4}}, by({0, -2, -1})) == "x0");
    CHECK(simplified(permute<>, elements, {{3, 3, 3}}, by({0, 2, 1})) == "permute_copy(x0, [0, 2, 1])");
    program_builder b;
    value const x = b.input("x", f32_spec({2, 3}));
    exported_program p = b.finish({aten::permute_copy(x, std::array{0, 1})});
    CHECK(rewrite(p, permute<>).rewrites == 0);
}

TEST_CASE("permute: one that moves only dimensions of one element is a view") {
    auto const by = [](std::array<int, 4> p) { return [=](inputs v) { return aten::permute_copy(v[0], p); }; };
    CHECK(simplified(permute<>, elements, {{2, 1, 3, 1}}, by({1, 0, 3, 2})) == "view_copy(x0, [1, 2, 1, 3])");
    CHECK(simplified(permute<>, f32_only, {{2, 1, s0, 3}}, by({0, 2, 1, 3})) == "view_copy(x0, [2, -1, 1, 3])");
    CHECK(simplified(permute<>, f32_only, {{2, 1, 3, 1}}, by({2, 1, 0, 3})) == "permute_copy(x0, [2, 1, 0, 3])");
    CHECK(simplified(permute<>, f32_only, {{s1, 1, s0, 3}}, by({0, 2, 1, 3})) == "permute_copy(x0, [0, 2, 1, 3])");
    CHECK(simplified(permute<>, f32_only, {{2, s0, 3, 1}}, by({1, 0, 2, 3})) == "permute_copy(x0, [1, 0, 2, 3])");
    CHECK(simplified(permute<>, f32_only, {{4, 1}}, [](inputs v) {
              return aten::permute(v[0], std::array{1, 0});
          }) == "view(x0, [1, 4])");
    tensor_spec lies_transposed = make_spec(dtype::f32, {2, 1, 3});
    lies_transposed.strides = {1, 2, 2};
    CHECK(simplified_program(permute<>, {lies_transposed}, [](inputs v) {
              return aten::permute(v[0], std::array{1, 0, 2});
          }) == "permute(x0, [1, 0, 2])");
}

} // namespace
