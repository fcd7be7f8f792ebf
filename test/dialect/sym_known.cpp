#include <graft/dialect/sym_known.hpp>

#include <doctest/doctest.h>

#include <optional>
#include <vector>

namespace {

using namespace graft;

value_spec integer(std::int64_t v) { return value_spec::of_integer(v); }

std::optional<double> real(sym_operation f, std::vector<value_spec> const& operands) {
    std::optional<value_spec> const result = evaluate_known(f, operands);
    return result ? known_real(*result) : std::nullopt;
}

TEST_CASE("sym_known: reals are computed as Python does") {
    CHECK(real(sym_operation::add, {sym_real(4.5), integer(17)}) == 21.5);
    CHECK(real(sym_operation::truediv, {integer(1), integer(4)}) == 0.25);
    CHECK(real(sym_operation::floordiv, {sym_real(3.694), sym_real(-0.713)}) == -6);
    CHECK(real(sym_operation::floordiv, {sym_real(-2), sym_real(-4.808)}) == 0);
    CHECK(real(sym_operation::mod, {sym_real(-7.5), integer(2)}) == 0.5);
    CHECK(real(sym_operation::mod, {sym_real(7.5), integer(-2)}) == -0.5);
    CHECK(real(sym_operation::to_real, {integer(3)}) == 3);
    CHECK(real(sym_operation::square_root, {integer(7)}) == 2.6457513110645907);
    CHECK(real(sym_operation::le, {sym_real(0.5), integer(1)}) == 1);
    CHECK(evaluate_known(sym_operation::le, {sym_real(0.5), integer(1)})->k == value_spec::kind::sym_bool);
    CHECK_THROWS_AS(static_cast<void>(real(sym_operation::mod, {sym_real(1), integer(0)})), error);
    CHECK_THROWS_AS(static_cast<void>(real(sym_operation::square_root, {sym_real(-1)})), error);
}

TEST_CASE("sym_known: a choice keeps its kind") {
    CHECK(evaluate_known(sym_operation::max, {integer(15), sym_real(0.5)}) == integer(15));
    CHECK(evaluate_known(sym_operation::min, {integer(15), sym_real(0.5)}) == sym_real(0.5));
    CHECK(evaluate_known(sym_operation::choose, {value_spec::of_boolean(0), integer(1), sym_real(2.5)}) ==
          sym_real(2.5));
}

TEST_CASE("sym_known: integers and what is not known are left alone") {
    CHECK(!evaluate_known(sym_operation::add, {integer(1), integer(2)}));
    CHECK(!evaluate_known(sym_operation::add, {sym_real(1), value_spec::of_integer(symbol{"s0"})}));
}

} // namespace
