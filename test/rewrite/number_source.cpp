// Header-only: what holds in constants needs bodies.
#include <graft/rewrite/number_source.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/infer.hpp>
#include <graft/ir/value.hpp>
#include <graft/rewrite/driver.hpp>

#include <limits>
#include <optional>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;

constexpr auto x = var<"x">;
constexpr auto s = var<"s">;

// Whether `pattern` matches as the second factor of a product with what `make(graph)` adds; values are inferred.
template <class P, class Make>
bool matches(P const& pattern, Make make) {
    graph g;
    value const a = placeholder(g, "a");
    g.set_val(a.id, make_spec(dtype::f32, {2}));
    auto const other = make(g);
    for (node_id const n : g.nodes())
        if (g.op(n) == opcode::call_function)
            infer(g, n);
    value const product = aten::mul.Tensor(a, other);
    output(g, {product});
    return rewrite(g, rule<"r">(aten::mul.Tensor(x, pattern) >> aten::neg(x))).rewrites == 1;
}

auto const full = [](auto number, dtype d) {
    return [=](graph& g) {
        return value{&g, g.call_function(aten::full_default::info(), {arg::list({2}), number}, {{"dtype", arg{d}}})};
    };
};
auto const literal = [](auto number) { return [=](graph&) { return number; }; };

TEST_CASE("number_source: a splat is a literal of the same number, of any kind") {
    CHECK(matches(splat(2), literal(2)));
    CHECK(matches(splat(2), literal(2.0)));
    CHECK(matches(splat(2.0), literal(2)));
    CHECK(matches(splat(1), literal(true)));
    CHECK_FALSE(matches(splat(2), literal(3)));
    CHECK_FALSE(matches(splat(0.1), literal(0.1f + 0.0)));
}

TEST_CASE("number_source: a splat is what full and its kin make") {
    CHECK(matches(splat(2), full(2, dtype::f32)));
    CHECK(matches(splat(0.1), full(0.1, dtype::f32)));
    CHECK_FALSE(matches(splat(2), full(3, dtype::f32)));
    CHECK(matches(splat(0), full(-0.0, dtype::f32)));
    CHECK_FALSE(matches(splat(0), full(-0.0, dtype::i64))); // where it has lost its sign
    CHECK(matches(splat(0), [](graph& g) {
        return value{&g, g.call_function(aten::zeros_default::info(), {arg::list({2})})};
    }));
    CHECK(matches(splat(1), [](graph& g) {
        value const b = full(0.5, dtype::f32)(g);
        return aten::ones_like(b);
    }));
    CHECK(matches(splat(7), [](graph& g) {
        return value{&g, g.call_function(aten::scalar_tensor_default::info(), {7})};
    }));
}

TEST_CASE("number_source: a splat is seen through copies, changes of shape, and casts that keep it") {
    auto const cast = [](auto make, dtype to) {
        return [=](graph& g) { return aten::_to_copy(make(g), "dtype"_a = to); };
    };
    CHECK(matches(splat(2), [](graph& g) {
        return aten::expand_copy(aten::view_copy(full(2, dtype::f32)(g), std::vector{1, 2}), std::vector{3, 2});
    }));
    CHECK(matches(splat(2), cast(full(2.0, dtype::f32), dtype::f16)));
    CHECK(matches(splat(2), cast(cast(full(2.0, dtype::f32), dtype::i32), dtype::f32)));
    CHECK(matches(splat(0.1), cast(full(0.1, dtype::f64), dtype::f32)));
    CHECK_FALSE(matches(splat(0.1), cast(full(0.1, dtype::f16), dtype::f32)));
    CHECK_FALSE(matches(splat(0.5), cast(full(0.5, dtype::f32), dtype::i32)));
    CHECK_FALSE(matches(splat(300), cast(full(300, dtype::i32), dtype::u8)));
    CHECK_FALSE(matches(splat(-1), cast(full(-1, dtype::i32), dtype::u8)));
    CHECK_FALSE(matches(splat(1e6), cast(full(1e6, dtype::f32), dtype::f16)));
}

TEST_CASE("number_source: what is no number, or not known to be one, does not match") {
    graph g;
    value const a = placeholder(g, "a");
    value const f = full(2, dtype::f32)(g);
    output(g, {aten::mul.Tensor(a, f)});
    auto const two = rule<"two">(aten::mul.Tensor(x, splat(2)) >> aten::neg(x));
    CHECK(rewrite(g, two).rewrites == 0);
    infer(g, f.id);
    CHECK(rewrite(g, two).rewrites == 1);
    CHECK_FALSE(matches(splat(2), [](graph& other) { return placeholder(other, "b"); }));
}

TEST_CASE("number_source: a number near the one wanted matches within the tolerance") {
    CHECK(matches(near(0.70710678), literal(0.7071)));
    CHECK(matches(near(0.70710678), full(0.7071067690849304, dtype::f32)));
    CHECK_FALSE(matches(near(0.70710678), literal(0.7)));
    CHECK_FALSE(matches(near(0.70710678, 1e-6), literal(0.7071)));
    CHECK(matches(near(-2), literal(-2.0001)));
}

TEST_CASE("number_source: a number binds its variable to the literal behind it") {
    graph g;
    value const a = placeholder(g, "a");
    value const f = full(2.5, dtype::f32)(g);
    infer(g, f.id);
    value const product = aten::mul.Tensor(a, aten::view_copy(f, std::vector{2, 1}));
    output(g, {product});
    CHECK(rewrite(g, rule<"r">(aten::mul.Tensor(x, number(s)) >> aten::add.Tensor(x, s))).rewrites == 1);
    CHECK(g.arg(product.id, 1).real() == 2.5);
}

TEST_CASE("number_source: known constants are numbers, up to the rounding of their dtype") {
    graph g;
    value const a = placeholder(g, "a"), c = placeholder(g, "c");
    g.set_val(c.id, make_spec(dtype::f32, {}));
    value const product = aten::mul.Tensor(a, c);
    output(g, {product});
    std::vector<known_number> const known{{c.id, static_cast<double>(0.1f)}};
    auto const tenth = rule<"tenth">(aten::mul.Tensor(x, splat(0.1)) >> aten::neg(x));
    CHECK(rewrite(g, tenth).rewrites == 0);
    CHECK(rewrite(g, tenth, {.numbers = known}).rewrites == 1);
}

// Ops of a user's own that state what they make of numbers.
template <fixed_string Text, op_tags Tags>
struct own_op : op<own_op<Text, Tags>> {
    static constexpr fixed_string text = Text;
    static constexpr op_tags tags = Tags;
    static constexpr value_spec meta(call<tensor_spec> const&) { return make_spec(dtype::f32, {2}); }
};

TEST_CASE("number_source: ops of one's own say what numbers they make, and whether they keep them") {
    constexpr own_op<"own::pair_of(Tensor like, bool twice, Scalar number) -> Tensor", op_tags::fills> pair_of;
    constexpr own_op<"own::nothing(Tensor like) -> Tensor", op_tags::zeros> nothing;
    constexpr own_op<"own::all(Tensor like) -> Tensor", op_tags::ones> all;
    constexpr own_op<"own::turn(Tensor x) -> Tensor", op_tags::keeps_numbers> turn;
    constexpr own_op<"own::other(Tensor x) -> Tensor", op_tags::none> other;
    constexpr own_op<"own::to_single(Tensor x) -> Tensor", op_tags::casts> to_single;
    auto const two = [&](graph& g) { return pair_of(full(7, dtype::f32)(g), false, 2); };
    CHECK(matches(splat(2), two));
    CHECK(matches(splat(0), [&](graph& g) { return nothing(two(g)); }));
    CHECK(matches(splat(1), [&](graph& g) { return all(two(g)); }));
    CHECK(matches(splat(2), [&](graph& g) { return turn(two(g)); }));
    CHECK_FALSE(matches(splat(2), [&](graph& g) { return other(two(g)); }));
    CHECK(matches(splat(2), [&](graph& g) { return to_single(full(2, dtype::f64)(g)); }));
    CHECK_FALSE(matches(splat(0.1), [&](graph& g) { return to_single(full(0.1, dtype::f16)(g)); }));
}

constexpr bool rounds_in_constants() {
    using detail::rounded;
    return rounded(0.1, dtype::f32) == static_cast<double>(0.1f) && rounded(255, dtype::u8) == 255.0 &&
           !rounded(256, dtype::u8) && !rounded(-129, dtype::i8) && rounded(-128, dtype::i8) == -128.0 &&
           !rounded(1e5, dtype::f16) && !rounded(2, dtype::boolean) && !rounded(1, dtype::c64) &&
           rounded(9007199254740992.0, dtype::i64) == 9007199254740992.0 && !rounded(1e300, dtype::f32) &&
           rounded(std::numeric_limits<double>::infinity(), dtype::f16).has_value();
}
static_assert(rounds_in_constants());

} // namespace
