// Header-only: what holds in constants needs bodies.
#include <graft/dialect/refine.hpp>

#include <doctest/doctest.h>

#include <graft/symbolic/print.hpp>

#include <array>

namespace {

using namespace graft;

constexpr symbol s{"s0"}, t{"s1"};
constexpr std::array ranges{symbol_range{s, {1, 127}}, symbol_range{t, {128, 512}}};

TEST_CASE("refine: max and min lose what another operand beats in the ranges") {
    CHECK(text(refine(min(128, s), ranges)) == "s0");
    CHECK(text(refine(max(128, s), ranges)) == "128");
    CHECK(text(refine(max(s, t), ranges)) == "s1");
    CHECK(refine(min(64, s), ranges) == min(64, s));
    CHECK(refine(min(128, s), {}) == min(128, s));
}

TEST_CASE("refine: what is inside sums, products and functions is simplified as well") {
    CHECK(text(refine(2 * min(128, s) + 1, ranges)) == "2*s0 + 1");
    CHECK(refine(floor_div(min(128, s), 2) * t, ranges) == floor_div(s, 2) * t);
    CHECK(refine(pow(max(128, s), 2) + s, ranges) == 16384 + sym_int{s});
}

TEST_CASE("refine: relations that the ranges decide become 0 or 1") {
    CHECK(refine(apply(sym_function::le, {s, 127}), ranges) == sym_int{1});
    CHECK(refine(apply(sym_function::gt, {s, t}), ranges) == sym_int{0});
    CHECK(refine(apply(sym_function::eq, {s, t}), ranges) == sym_int{0});
    CHECK(refine(apply(sym_function::ge, {s, 64}), ranges) == apply(sym_function::ge, {s, 64}));
}

TEST_CASE("refine: sizes, strides, offset and items are simplified, a truth is not") {
    tensor_spec spec = make_spec(dtype::f32, {2, min(128, s)});
    spec.storage_offset = max(s, t);
    tensor_spec expected = make_spec(dtype::f32, {2, s});
    expected.storage_offset = t;
    value_spec const list = refine(value_spec::of_list({spec, value_spec::of_integer(min(128, s))}), ranges);
    CHECK(bool(list == value_spec::of_list({expected, value_spec::of_integer(s)})));
    value_spec const truth = value_spec::of_boolean(apply(sym_function::le, {s, 127}));
    CHECK(bool(refine(truth, ranges) == truth));
}

static_assert(refine(min(128, s), ranges) == sym_int{s});

} // namespace
