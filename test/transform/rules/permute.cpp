#include <graft/transform/rules/permute.hpp>

#include <doctest/doctest.h>

#include "simplified.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;
using rule_sets::permute;
using rule_sets::view;

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

TEST_CASE("view: what gives the sizes that are there already is gone") {
    CHECK(simplified(view<>, elements, {{2, 3}}, [](inputs v) {
              return aten::view_copy(v[0], std::array{2, 3});
          }) == "x0");
    CHECK(simplified(view<>, elements, {{s0, 3}}, [](inputs v) {
              return aten::view(v[0], std::array{-1, 3});
          }) == "x0");
    CHECK(simplified(view<>, elements, {{2, 3}}, [](inputs v) {
              return aten::reshape(v[0], std::array{2, -1});
          }) == "x0");
    CHECK(simplified(view<>, elements, {{2, 3}}, [](inputs v) {
              return aten::expand_copy(v[0], std::array{2, -1});
          }) == "x0");
    CHECK(simplified(view<>, elements, {{2, s0}}, [](inputs v) {
              return aten::expand(v[0], std::array{2, -1});
          }) == "x0");
    CHECK(simplified(view<>, elements, {{2, 3}}, [](inputs v) {
              return aten::repeat(v[0], std::array{1, 1});
          }).starts_with("x0"));
    CHECK(simplified(view<>, f32_only, {{2, 3}}, [](inputs v) {
              return aten::view_copy(v[0], std::array{3, 2});
          }) == "view_copy(x0, [3, 2])");
    CHECK(simplified(view<>, f32_only, {{1, 3}}, [](inputs v) {
              return aten::expand_copy(v[0], std::array{2, 3});
          }) == "expand_copy(x0, [2, 3])");
    CHECK(simplified(view<>, f32_only, {{3}}, [](inputs v) {
              return aten::expand_copy(v[0], std::array{1, 3});
          }) == "expand_copy(x0, [1, 3])");
    CHECK(simplified(view<>, f32_only, {{3}}, [](inputs v) {
              return aten::repeat(v[0], std::array{2});
          }).starts_with("repeat(x0, [2])"));
    CHECK(simplified(view<>, f32_only, {{3}}, [](inputs v) {
              return aten::repeat(v[0], std::array{1, 1});
          }).starts_with("repeat(x0, [1, 1])"));
}

TEST_CASE("view: a slice of everything is gone, of less it stays") {
    constexpr std::int64_t end = std::numeric_limits<std::int64_t>::max();
    auto const slice = [](int dim, std::int64_t from, std::int64_t to) {
        return [=](inputs v) { return aten::slice_copy.Tensor(v[0], dim, from, to); };
    };
    CHECK(simplified(view<>, elements, {{2, 3}}, slice(1, 0, end)) == "x0");
    CHECK(simplified(view<>, elements, {{2, s0}}, slice(1, 0, end)) == "x0");
    CHECK(simplified(view<>, f32_only, {{2, 3}}, slice(0, -2, 2)) == "x0");
    CHECK(simplified(view<>, f32_only, {{2, 3}}, slice(-1, -9, 7)) == "x0");
    CHECK(simplified(view<>, f32_only, {{2, 3}}, [](inputs v) { return aten::slice.Tensor(v[0]); }) == "x0");
    CHECK(simplified(view<>, f32_only, {{2, 3}}, slice(1, 1, end)) == "slice_copy(x0, 1, 1, 9223372036854775807)");
    CHECK(simplified(view<>, f32_only, {{2, 3}}, slice(1, 0, -1)) == "slice_copy(x0, 1, 0, -1)");
    CHECK(simplified(view<>, f32_only, {{s0, 3}}, slice(0, 0, 2)) == "slice_copy(x0, 0, 0, 2)");
    CHECK(simplified(view<>, f32_only, {{2, 3}}, [](inputs v) { return aten::slice_copy.Tensor(v[0], 1, 0, 3, 2); }) ==
          "slice_copy(x0, 1, 0, 3, 2)");
}

TEST_CASE("view: what changes sizes only is a view_copy, where its sizes can be written") {
    CHECK(simplified(view<>, elements, {{2, 3}}, [](inputs v) { return aten::reshape(v[0], std::array{6}); }) ==
          "view_copy(x0, [6])");
    CHECK(simplified(view<>, elements, {{1, s0}}, [](inputs v) { return aten::unsqueeze_copy(v[0], -1); }) ==
          "view_copy(x0, [1, -1, 1])");
    CHECK(simplified(view<>, elements, {{1, 3, 1}}, [](inputs v) {
              return aten::squeeze_copy.dims(v[0], std::array{0, 1});
          }).starts_with("view_copy(x0, [3, 1])"));
    CHECK(simplified(view<>, f32_only, {{1, 3}}, [](inputs v) {
              return aten::squeeze_copy.dim(v[0], 0);
          }).starts_with("view_copy(x0, [3])"));
    CHECK(simplified(view<>, f32_only, {{s0, s1}}, [](inputs v) { return aten::unsqueeze_copy(v[0], 0); }) ==
          "unsqueeze_copy(x0, 0)");
    CHECK(simplified(view<>, f32_only, {{s0, 0}}, [](inputs v) { return aten::unsqueeze_copy(v[0], 0); }) ==
          "unsqueeze_copy(x0, 0)");
    CHECK(simplified(view<>, f32_only, {{2, 0}}, [](inputs v) { return aten::unsqueeze_copy(v[0], 0); }) ==
          "view_copy(x0, [1, 2, 0])");
}

TEST_CASE("view: of several the last counts") {
    CHECK(simplified(view<>, elements, {{2, 3, 4}}, [](inputs v) {
              return aten::view_copy(aten::view_copy(v[0], std::array{24}), std::array{4, -1});
          }) == "view_copy(x0, [4, -1])");
    CHECK(simplified(view<>, elements, {{2, 3, 4}}, [](inputs v) {
              return aten::unsqueeze_copy(aten::reshape(v[0], std::array{24}), 0);
          }) == "view_copy(x0, [1, 24])");
    CHECK(simplified(view<>, elements, {{2, 3}}, [](inputs v) {
              return aten::view_copy(aten::view_copy(v[0], std::array{6}), std::array{2, 3});
          }) == "x0");
    CHECK(simplified(view<>, f32_only, {{2, 3}}, [](inputs v) {
              return aten::view(aten::view(v[0], std::array{6}), std::array{3, 2});
          }) == "view(x0, [3, 2])");
    CHECK(simplified(view<>, f32_only, {{2, 3}}, [](inputs v) {
              return aten::view_copy(aten::neg(aten::view_copy(v[0], std::array{6})), std::array{3, 2});
          }) == "view_copy(neg(view_copy(x0, [6])), [3, 2])");
}

TEST_CASE("view: views of what is not contiguous stay two") {
    tensor_spec apart = make_spec(dtype::f32, {2, 3});
    apart.strides = {6, 1};
    CHECK(simplified_program(view<>, {apart}, [](inputs v) {
              return aten::view(aten::view(v[0], std::array{2, 3, 1}), std::array{2, 1, 3});
          }) == "view(view(x0, [2, 3, 1]), [2, 1, 3])");
    CHECK(simplified_program(view<>, {apart}, [](inputs v) {
              return aten::view_copy(v[0], std::array{2, 3});
          }) == "view_copy(x0, [2, 3])");
}

} // namespace
