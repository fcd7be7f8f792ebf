#include <graft/transform/rules/casts.hpp>

#include <doctest/doctest.h>

#include "simplified.hpp"

#include <array>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;
using rule_sets::casts;
using rule_sets::copies;

using inputs = std::vector<value> const&;
sym_int const s0 = symbol{"s0"};

static_assert(detail::holds_all_of(dtype::f32, dtype::bf16) && !detail::holds_all_of(dtype::f16, dtype::bf16));
static_assert(detail::holds_all_of(dtype::bf16, dtype::u8) && !detail::holds_all_of(dtype::bf16, dtype::i16));
static_assert(detail::holds_all_of(dtype::f32, dtype::i16) && !detail::holds_all_of(dtype::f32, dtype::i32));
static_assert(detail::holds_all_of(dtype::f64, dtype::i32) && !detail::holds_all_of(dtype::f64, dtype::i64));
static_assert(detail::holds_all_of(dtype::i16, dtype::u8) && !detail::holds_all_of(dtype::i8, dtype::u8));
static_assert(!detail::holds_all_of(dtype::u8, dtype::i8) && !detail::holds_all_of(dtype::i64, dtype::f16));
static_assert(!detail::holds_all_of(dtype::boolean, dtype::u8) && detail::holds_all_of(dtype::u8, dtype::boolean));
static_assert(!detail::holds_all_of(dtype::c64, dtype::f32));

value cast(value v, dtype d) { return aten::_to_copy(v, "dtype"_a = d); }

TEST_CASE("casts: a cast to the same dtype is none") {
    for (dtype const d : elements)
        CHECK(simplified(casts<>, std::array{d}, {{2, s0}}, [d](inputs v) { return cast(v[0], d); }) == "x0");
    CHECK(simplified(casts<>, f32_only, {{2}}, [](inputs v) { return aten::_to_copy(v[0]); }) == "x0");
    CHECK(simplified(casts<>, f32_only, {{2, 3}}, [](inputs v) {
              return dim_order_ops::_to_dim_order_copy(v[0], "dtype"_a = dtype::f32, "dim_order"_a = std::array{0, 1});
          }).starts_with("x0"));
    CHECK(simplified(casts<>, f32_only, {{2}}, [](inputs v) { return cast(v[0], dtype::f64); }) ==
          "_to_copy(x0, dtype=torch.float64)");
    CHECK(simplified(casts<>, f32_only, {{2, 3}}, [](inputs v) {
              return dim_order_ops::_to_dim_order_copy(v[0], "dtype"_a = dtype::f32, "dim_order"_a = std::array{1, 0});
          }).starts_with("_to_dim_order_copy(x0"));
    CHECK(simplified(casts<>, f32_only, {{2, 3, 4, 5}}, [](inputs v) {
              return aten::_to_copy(v[0], "dtype"_a = dtype::f32, "memory_format"_a = memory_format::channels_last);
          }).starts_with("_to_copy(x0"));
    CHECK(simplified(casts<>, f32_only, {{2}}, [](inputs v) {
              return aten::_to_copy(v[0], "dtype"_a = dtype::f32, "pin_memory"_a = true);
          }).starts_with("_to_copy(x0"));
}

std::string there_and_back(dtype from, dtype wide, dtype to) {
    return simplified(casts<>, std::array{from}, {{2, 3}}, [=](inputs v) { return cast(cast(v[0], wide), to); });
}

TEST_CASE("casts: one that loses nothing is left out before another") {
    CHECK(there_and_back(dtype::f16, dtype::f32, dtype::f16) == "x0");
    CHECK(there_and_back(dtype::bf16, dtype::f32, dtype::bf16) == "x0");
    CHECK(there_and_back(dtype::i8, dtype::f32, dtype::i8) == "x0");
    CHECK(there_and_back(dtype::boolean, dtype::i8, dtype::boolean) == "x0");
    CHECK(there_and_back(dtype::f16, dtype::f64, dtype::f32) == "_to_copy(x0, dtype=torch.float32)");
    CHECK(there_and_back(dtype::i32, dtype::f64, dtype::i8) == "_to_copy(x0, dtype=torch.int8)");
}

TEST_CASE("casts: one that may lose something stays") {
    CHECK(there_and_back(dtype::i64, dtype::f32, dtype::i64) ==
          "_to_copy(_to_copy(x0, dtype=torch.float32), dtype=torch.int64)");
    CHECK(there_and_back(dtype::f32, dtype::f16, dtype::f32) ==
          "_to_copy(_to_copy(x0, dtype=torch.float16), dtype=torch.float32)");
    CHECK(there_and_back(dtype::bf16, dtype::f16, dtype::bf16) ==
          "_to_copy(_to_copy(x0, dtype=torch.float16), dtype=torch.bfloat16)");
    CHECK(simplified(casts<>, std::array{dtype::u8}, {{2}}, [](inputs v) {
              return aten::_to_copy(cast(v[0], dtype::f32));
          }) == "_to_copy(x0, dtype=torch.float32)");
    CHECK(there_and_back(dtype::f32, dtype::i64, dtype::f32) ==
          "_to_copy(_to_copy(x0, dtype=torch.int64), dtype=torch.float32)");
    CHECK(simplified(casts<>, std::array{dtype::f16}, {{2, 3, 4, 5}}, [](inputs v) {
              return cast(
                  aten::_to_copy(v[0], "dtype"_a = dtype::f32, "memory_format"_a = memory_format::channels_last),
                  dtype::f16);
          }).starts_with("_to_copy(_to_copy(x0, "));
}

TEST_CASE("casts: so do the casts that say how their result lies") {
    auto const to = [](value v, dtype d, std::array<int, 2> order) {
        return dim_order_ops::_to_dim_order_copy(v, "dtype"_a = d, "dim_order"_a = order);
    };
    CHECK(simplified(casts<>, std::array{dtype::f16}, {{2, 3}}, [=](inputs v) {
              return to(to(v[0], dtype::f32, {0, 1}), dtype::f16, {0, 1});
          }).starts_with("x0"));
    CHECK(simplified(casts<>, std::array{dtype::f16}, {{2, 3}}, [=](inputs v) {
              return to(to(v[0], dtype::f32, {0, 1}), dtype::f64, {1, 0});
          }).starts_with("_to_dim_order_copy(x0, dtype=torch.float64, dim_order=[1, 0])"));
    CHECK(simplified(casts<>, std::array{dtype::f16}, {{2, 3}}, [=](inputs v) {
              return to(to(v[0], dtype::f32, {1, 0}), dtype::f16, {0, 1});
          }).starts_with("_to_dim_order_copy(_to_dim_order_copy(x0"));
}

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
