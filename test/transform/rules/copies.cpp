#include <graft/transform/rules/copies.hpp>

#include <doctest/doctest.h>

#include "simplified.hpp"

#include <array>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;
using rule_sets::copies;

using inputs = std::vector<value> const&;
sym_int const s0 = symbol{"s0"};

TEST_CASE("copies: a copy in the same layout is what is copied") {
    CHECK(simplified(copies<>, elements, {{2, s0}}, [](inputs v) { return aten::clone(v[0]); }) == "x0");
    CHECK(simplified(copies<>, elements, {{}}, [](inputs v) { return aten::alias_copy(v[0]); }) == "x0");
    CHECK(simplified(copies<>, elements, {{2}}, [](inputs v) { return aten::detach(v[0]); }) == "x0");
    CHECK(simplified(copies<>, elements, {{2}}, [](inputs v) { return aten::lift_fresh_copy(v[0]); }) == "x0");
    CHECK(simplified(copies<>, f32_only, {{2}}, [](inputs v) { return aten::alias(v[0]); }).starts_with("x0"));
    CHECK(simplified(copies<>, f32_only, {{2}}, [](inputs v) { return aten::detach_copy(v[0]); }).starts_with("x0"));
    CHECK(simplified(copies<>, f32_only, {{2, 3}}, [](inputs v) {
              return aten::clone(v[0], "memory_format"_a = memory_format::contiguous);
          }) == "x0");
    CHECK(simplified(copies<>, f32_only, {{2, 3}}, [](inputs v) {
              return dim_order_ops::_clone_dim_order(v[0], "dim_order"_a = std::array{0, 1});
          }).starts_with("x0"));
}

TEST_CASE("copies: a copy that lies otherwise stays") {
    CHECK(simplified(copies<>, f32_only, {{2, 3, 4, 5}}, [](inputs v) {
              return aten::clone(v[0], "memory_format"_a = memory_format::channels_last);
          }).starts_with("clone(x0"));
    CHECK(simplified(copies<>, f32_only, {{2, 3}}, [](inputs v) {
              return dim_order_ops::_clone_dim_order(v[0], "dim_order"_a = std::array{1, 0});
          }).starts_with("_clone_dim_order(x0"));
    CHECK(simplified(copies<>, f32_only, {{3}}, [](inputs v) {
              return aten::clone(aten::expand(v[0], std::array{2, 3}));
          }) == "clone(expand(x0, [2, 3]))");
}

TEST_CASE("copies: a copy that keeps an output from being an input or another output stays") {
    program_builder one;
    value const x = one.input("x", f32_spec({2}));
    exported_program p = one.finish({aten::clone(x)});
    CHECK(rewrite(p, copies<>).rewrites == 0);
    program_builder view;
    value const seen = view.input("seen", f32_spec({2, 3}));
    exported_program r = view.finish({aten::clone(aten::view(seen, std::array{6}))});
    CHECK(rewrite(r, copies<>).rewrites == 0);
    program_builder two;
    value const y = aten::neg(two.input("y", f32_spec({2})));
    exported_program q = two.finish({y, aten::clone(y)});
    CHECK(rewrite(q, copies<>).rewrites == 0);
}

TEST_CASE("copies: a copy of what is written to stays") {
    program_builder b;
    value const x = aten::neg(b.input("x", f32_spec({2})));
    value const kept = aten::clone(x);
    exported_program p = b.finish({aten::add.Tensor(aten::relu_(x), kept)});
    CHECK(rewrite(p, copies<>).rewrites == 0);
}

TEST_CASE("copies: dropout that drops nothing is gone") {
    CHECK(simplified(copies<>, floats, {{2, s0}}, [](inputs v) { return aten::dropout(v[0], 0.5, false); }) == "x0");
    CHECK(simplified(copies<>, f32_only, {{2}}, [](inputs v) {
              return aten::dropout(v[0], 0.0, true);
          }).starts_with("x0"));
    auto const first = [](double p, bool train) {
        return [=](program_builder& b, inputs v) { return b.item(aten::native_dropout(v[0], p, train), 0); };
    };
    CHECK(simplified(copies<>, f32_only, {{2}}, first(0.5, false)).starts_with("x0"));
    CHECK(simplified(copies<>, f32_only, {{2}}, first(0.0, true)).starts_with("x0"));
    CHECK(simplified(copies<>, f32_only, {{2}}, [](program_builder& b, inputs v) {
              value const both = aten::native_dropout(v[0], 0.5, false);
              return aten::mul.Tensor(b.item(both, 0), b.item(both, 1));
          }).starts_with("mul(getitem("));
    program_builder b;
    value const x = b.input("x", f32_spec({2}));
    exported_program p = b.finish({aten::neg(aten::dropout(x, 0.5, true))});
    CHECK(rewrite(p, copies<>).rewrites == 0);
}

} // namespace
