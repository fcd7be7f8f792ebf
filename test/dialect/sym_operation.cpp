// Header-only: what holds in constants needs bodies.
#include <graft/dialect/sym_operation.hpp>

#include <doctest/doctest.h>

#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

namespace {

using namespace graft;
using enum sym_operation;

constexpr symbol s{"s0"};

constexpr value_spec integer(sym_int v) { return value_spec::of_integer(std::move(v)); }
constexpr value_spec real(double v) {
    return value_spec::of_real(sym_int(sym_function::real, {std::bit_cast<std::int64_t>(v)}));
}
// The integer that an operation gives.
constexpr sym_int of(sym_operation f, std::vector<sym_int> const& operands) {
    std::vector<value_spec> values;
    for (sym_int const& operand : operands)
        values.push_back(integer(operand));
    return evaluate(f, values).integer;
}

TEST_CASE("sym_operation: a target is found by Python's name and by ExecuTorch's") {
    for (sym_target const& target : detail::sym_targets) {
        CAPTURE(target.python);
        CHECK(bool(find_sym_target(target.python) == &target));
        if (!target.prim.empty())
            CHECK(bool(find_sym_target(target.prim) == &target));
        if (!target.documented.empty())
            CHECK(bool(find_sym_target(target.documented) == &target));
    }
    for (char const* const name : {"", "operator.getitem", "operator", "aten::add.Tensor"})
        CHECK(!find_sym_target(name));
}

TEST_CASE("sym_operation: numbers are computed as Python does") {
    CHECK(of(add, {2, 3}) == 5);
    CHECK(of(sub, {2, 3}) == -1);
    CHECK(of(mul, {2, 3}) == 6);
    CHECK(of(neg, {2}) == -2);
    CHECK(of(sym_operation::abs, {-2}) == 2);
    CHECK(of(sym_operation::pow, {2, 10}) == 1024);
    CHECK(of(floordiv, {-7, 2}) == -4);
    CHECK(of(sym_operation::mod, {-7, 2}) == 1);
    CHECK(of(sym_operation::max, {2, 3}) == 3);
    CHECK(of(sym_operation::min, {2, 3}) == 2);
    CHECK(of(left_shift, {7, 2}) == 28);
    CHECK(of(right_shift, {-7, 1}) == -4);
    CHECK(of(choose, {1, 2, 3}) == 2);
    CHECK(of(choose, {0, 2, 3}) == 3);
}

TEST_CASE("sym_operation: relations and logic give truths") {
    CHECK(of(eq, {2, 3}) == 0);
    CHECK(of(ne, {2, 3}) == 1);
    CHECK(of(ge, {2, 3}) == 0);
    CHECK(of(le, {2, 3}) == 1);
    CHECK(of(gt, {2, 3}) == 0);
    CHECK(of(lt, {2, 3}) == 1);
    value_spec const yes = value_spec::of_boolean(1);
    value_spec const no = value_spec::of_boolean(0);
    CHECK(bool(evaluate(logical_and, {yes, no}) == no));
    CHECK(bool(evaluate(logical_or, {yes, no}) == yes));
    CHECK(of(logical_not, {0}) == 1);
    CHECK(evaluate(lt, {integer(s), integer(3)}).k == value_spec::kind::sym_bool);
}

TEST_CASE("sym_operation: and, or of integers are of their bits") {
    CHECK(bool(evaluate(logical_and, {integer(6), integer(3)}) == integer(2)));
    CHECK(bool(evaluate(logical_or, {integer(6), value_spec::of_boolean(1)}) == integer(7)));
}

TEST_CASE("sym_operation: what is not known stays an expression") {
    CHECK(of(mul, {s, 4}) == 4 * sym_int{s});
    CHECK(of(floordiv, {s, 2}) == floor_div(s, 2));
    CHECK(of(left_shift, {s, 2}) == 4 * sym_int{s});
    CHECK(of(right_shift, {s, 1}) == floor_div(s, 2));
    CHECK(of(left_shift, {2, s}) == 2 * apply(sym_function::pow_by_natural, {2, s}));
    CHECK(of(logical_and, {s, 3}) == apply(sym_function::bitwise_and, {s, 3}));
    CHECK(of(sub, {s, s}) == 0);
    CHECK(of(gt, {s, 0}) == 1);
}

TEST_CASE("sym_operation: a real operand makes the result real, rounding an integer") {
    CHECK(evaluate(mul, {integer(s), real(0.5)}).k == value_spec::kind::sym_float);
    CHECK(evaluate(truediv, {integer(s), integer(2)}).k == value_spec::kind::sym_float);
    CHECK(evaluate(to_real, {integer(s)}).k == value_spec::kind::sym_float);
    sym_int const as_real = apply(sym_function::to_float, {s});
    CHECK(evaluate(square_root, {integer(s)}).integer == apply(sym_function::square_root, {as_real}));
    CHECK(evaluate(square_root, {value_spec::of_real(as_real)}).integer == apply(sym_function::square_root, {as_real}));
    CHECK(bool(evaluate(to_real, {real(0.5)}) == real(0.5)));
    for (sym_operation const f :
         {sym_operation::ceil, sym_operation::floor, sym_operation::trunc, sym_operation::round, to_int}) {
        CHECK(bool(evaluate(f, {integer(s)}) == integer(s)));
        CHECK(evaluate(f, {real(0.5)}).k == value_spec::kind::sym_int);
    }
}

constexpr bool adds_at_compile_time() {
    sym_int const sum = of(add, {s, 1});
    return sum == sym_int{s} + 1;
}
static_assert(adds_at_compile_time());

} // namespace
