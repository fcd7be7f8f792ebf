#include <graft/transform/rules/view.hpp>

#include <doctest/doctest.h>

#include "simplified.hpp"

#include <array>
#include <limits>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;
using rule_sets::view;

using inputs = std::vector<value> const&;
sym_int const s0 = symbol{"s0"}, s1 = symbol{"s1"};

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
