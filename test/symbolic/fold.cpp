// Header-only: what holds in constants needs bodies.
#include <graft/symbolic/fold.hpp>

#include <doctest/doctest.h>

#include <array>
#include <limits>

using namespace graft;

namespace {

template <class... T>
constexpr std::optional<std::int64_t> value(sym_function f, T... x) {
    std::array<std::int64_t, sizeof...(T)> const operands{x...};
    return fold(f, operands);
}

} // namespace

static_assert(value(sym_function::floor_div, -7, 2) == -4 && value(sym_function::ceil_div, 7, 2) == 4);
static_assert(value(sym_function::ceil_div, -7, 2) == -3 && value(sym_function::mod, 7, 4) == 3);
static_assert(value(sym_function::modular_indexing, 17, 3, 4) == 1);
static_assert(value(sym_function::max, 1, 5, 3) == 5 && value(sym_function::min, 1, 5, -3) == -3);
static_assert(value(sym_function::pow, 2, 10) == 1024 && !value(sym_function::pow, 2, -1));
static_assert(value(sym_function::left_shift, 3, 4) == 48 && value(sym_function::right_shift, -5, 1) == -3);
static_assert(value(sym_function::bitwise_and, 6, 3) == 2 && value(sym_function::bitwise_or, -8, 3) == -5);
static_assert(value(sym_function::where, 1, 2, 3) == 2 && value(sym_function::where, 0, 2, 3) == 3);
static_assert(value(sym_function::ge, 2, 2) == 1 && value(sym_function::gt, 2, 2) == 0);
static_assert(value(sym_function::logical_and, 1, 0, 1) == 0 && value(sym_function::logical_or, 1, 0) == 1);
static_assert(value(sym_function::logical_not, 0) == 1 && value(sym_function::identity, 9) == 9);
static_assert(!value(sym_function::square_root, 9));
static_assert(!value(sym_function::to_float, 9) && !value(sym_function::int_true_div, 4, 2));

TEST_CASE("sym_fold: what has no value in 64 bits is an error") {
    CHECK_THROWS_AS((void)value(sym_function::floor_div, 1, 0), error);
    CHECK_THROWS_AS((void)value(sym_function::python_mod, 1, 0), error);
    CHECK_THROWS_AS((void)value(sym_function::pow, 10, 19), error);
    CHECK_THROWS_AS((void)value(sym_function::left_shift, 1, 63), error);
    CHECK_THROWS_AS((void)value(sym_function::left_shift, 1, -1), error);
    CHECK_THROWS_AS((void)value(sym_function::ceil_div, std::numeric_limits<std::int64_t>::min(), 1), error);
}
