#include <graft/rulecheck/detail/case_limits.hpp>

#include <graft/dialect/aten.hpp>
#include <graft/rewrite/rule_set.hpp>

#include <doctest/doctest.h>

#include <bit>
#include <cstdint>

namespace {

using namespace graft;
using namespace graft::detail;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

// Calls `f(limits, place, made)` on 50 cases of the rule, with `y` standing for a tensor of this spec.
template <class Rule, class F>
void for_cases(Rule const& r, tensor_spec const& y_spec, F&& f) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        random_source random(seed);
        shape_source shapes(random);
        case_limits limits(r.conditions, random, shapes);
        case_graph made;
        made.variables = {no_node, made.graph.placeholder("y")};
        made.graph.set_val(made.variables[1], y_spec);
        op_info const& op = aten::add.Tensor.info();
        f(limits, case_place{&op, 0, {std::nullopt, graft::dim_vector{2, 3}}, {}}, made);
    }
}

TEST_CASE("case_limits: dtypes keep what is asked of the variable and of its partner") {
    constexpr auto floats = rule<"floats">(aten::add.Tensor(x, y) >> x, where(is_floating_point(x)));
    for_cases(floats, make_spec(dtype::i64, {2, 3}),
              [](case_limits& limits, case_place const& at, case_graph const& made) {
                  CHECK(is_floating_point(limits.choose_dtype(0, at, made)));
                  CHECK(is_floating_point(limits.main()));
              });
    constexpr auto twins = rule<"twins">(aten::add.Tensor(x, y) >> x, where(same_dtype(x, y)));
    for_cases(twins, make_spec(dtype::i16, {2, 3}),
              [](case_limits& limits, case_place const& at, case_graph const& made) {
                  CHECK(limits.choose_dtype(0, at, made) == dtype::i16);
              });
}

TEST_CASE("case_limits: ranks and sizes are made to be what is asked") {
    constexpr auto ranked =
        rule<"ranked">(aten::add.Tensor(x, y) >> x, where(rank(x) >= 2, rank(x) <= 3, dim(x, -1) == 5));
    for_cases(ranked, make_spec(dtype::f32, {2, 3}),
              [](case_limits& limits, case_place const& at, case_graph const& made) {
                  graft::dim_vector const sizes = limits.choose_sizes(0, at, made);
                  CHECK((sizes.size() >= 2 && sizes.size() <= 3));
                  CHECK(sizes.back() == 5);
              });
    constexpr auto shaped = rule<"shaped">(aten::add.Tensor(x, y) >> x, where(same_shape(x, y)));
    for_cases(shaped, make_spec(dtype::f32, {2, 3}),
              [](case_limits& limits, case_place const& at, case_graph const& made) {
                  CHECK((limits.choose_sizes(0, at, made) == graft::dim_vector{2, 3}));
              });
    constexpr auto one = rule<"one">(aten::add.Tensor(x, y) >> x, where(numel(x) == 1));
    for_cases(one, make_spec(dtype::f32, {2, 3}),
              [](case_limits& limits, case_place const& at, case_graph const& made) {
                  for (std::int64_t const s : limits.choose_sizes(0, at, made))
                      CHECK(s == 1);
              });
    constexpr auto sized = rule<"sized">(aten::add.Tensor(x, y) >> x, where(rank(x) == 2, dim(x, 0) == dim(y, 1)));
    for_cases(sized, make_spec(dtype::f32, {2, 3}),
              [](case_limits& limits, case_place const& at, case_graph const& made) {
                  CHECK(limits.choose_sizes(0, at, made)[0] == 3);
              });
}

TEST_CASE("case_limits: constants are those that a condition names") {
    constexpr auto folded = rule<"folded">(aten::add.Tensor(x, y) >> x, where(is_constant(y)));
    for_cases(folded, make_spec(dtype::f32, {2, 3}), [](case_limits& limits, case_place const&, case_graph const&) {
        CHECK_FALSE(limits.is_constant(0));
        CHECK(limits.is_constant(1));
    });
}

TEST_CASE("case_limits: cases take the dtypes in turn that all conditions admit, or all on the first variable") {
    constexpr auto both = rule<"r">(aten::add.Tensor(x, y) >> x,
                                    where(x.in(dtype::f32, dtype::f64, dtype::i8), y.in(dtype::i8, dtype::f32)));
    constexpr auto apart =
        rule<"r">(aten::add.Tensor(x, y) >> x, where(x.in(dtype::f64, dtype::f32), y.in(dtype::boolean)));
    auto const mains = [](auto const& rule) {
        auto const set = rules(rule);
        rule_view const view = set[0];
        return case_limits::main_dtypes(view.conditions);
    };
    CHECK(mains(both) == vec{dtype::f32, dtype::i8});
    CHECK(mains(apart) == vec{dtype::f32, dtype::f64});
}

TEST_CASE("case_limits: cases are of complex numbers where that is asked for and no condition excludes them") {
    constexpr auto real = rule<"r">(aten::add.Tensor(x, y) >> x, where(x.in(dtype::f32, dtype::f64)));
    constexpr auto all = rule<"r">(aten::add.Tensor(x, y) >> x);
    auto const admits_complex = [](auto const& rule) {
        auto const set = rules(rule);
        rule_view const view = set[0];
        return case_limits::all_admit(view.conditions, dtype::c64);
    };
    CHECK(admits_complex(all));
    CHECK_FALSE(admits_complex(real));
    random_source random(1);
    shape_source shapes(random);
    CHECK(case_limits({}, random, shapes, dtype::c64).main() == dtype::c64);
}

bool same(arg const& a, arg const& b) { return a.kind == b.kind && a.bits == b.bits; }

TEST_CASE("case_numbers: a number is the same as a constant of a pattern, an argument and an element") {
    constant c;
    c.kind = arg_kind::integer;
    c.bits = -3;
    CHECK(same(number_arg(to_scalar(c)), arg(-3)));
    CHECK(same(as_real(to_scalar(c)), arg(-3.0)));
    c.kind = arg_kind::boolean;
    c.bits = 1;
    CHECK(same(number_arg(to_scalar(c)), arg(true)));
    c.kind = arg_kind::real;
    c.bits = std::bit_cast<std::int64_t>(0.5);
    CHECK(same(number_arg(to_scalar(c)), arg(0.5)));
    CHECK(same(number_arg(first_element(*filled({2, 1}, dtype::f16, to_scalar(c)))), arg(0.5)));
}

TEST_CASE("case_numbers: nothing is filled with a number that its dtype does not hold") {
    CHECK(filled({2}, dtype::i8, scalar(127)).has_value());
    CHECK_FALSE(filled({2}, dtype::i8, scalar(128)).has_value());
    CHECK_FALSE(filled({}, dtype::u8, scalar(-1)).has_value());
}

TEST_CASE("case_numbers: scales are positive, positions and zero points are zero") {
    random_source random(1);
    CHECK(restricts_elements("scales"));
    CHECK_FALSE(restricts_elements("self"));
    tensor const scales = restricted_elements("scales", {50}, dtype::f32, random),
                 index = restricted_elements("index", {2, 3}, dtype::i64, random);
    for (std::int64_t i = 0; i < scales.numel(); ++i)
        CHECK(scales.data<float>()[i] > 0);
    for (std::int64_t i = 0; i < index.numel(); ++i)
        CHECK(index.data<std::int64_t>()[i] == 0);
}

} // namespace
