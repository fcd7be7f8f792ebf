#include <graft/pattern/dtype_constraint.hpp>

#include <doctest/doctest.h>

#include <type_traits>

namespace {

using namespace graft;

constexpr auto x = var<"x">;

TEST_CASE("dtype_constraint: the named sets hold what their names say, of all dtypes") {
    for (dtype const d : all_dtypes) {
        CHECK(floating_dtypes.has(d) == is_floating_point(d));
        CHECK(integral_dtypes.has(d) == (is_integral(d, true) && d != dtype::boolean));
        CHECK(numeric_dtypes.has(d) == (floating_dtypes.has(d) || integral_dtypes.has(d)));
        CHECK(signed_dtypes.has(d) == (numeric_dtypes.has(d) && is_signed(d)));
    }
}

TEST_CASE("dtype_constraint: sets are joined, and made of one dtype") {
    constexpr admitted_dtypes wide = integral_dtypes | one_dtype(dtype::boolean);
    CHECK(wide.has(dtype::boolean));
    CHECK(wide.has(dtype::i8));
    CHECK_FALSE(wide.has(dtype::f32));
    CHECK((one_dtype(dtype::f16) | one_dtype(dtype::f16)) == one_dtype(dtype::f16));
}

TEST_CASE("dtype_constraint: a variable in a set, or in dtypes given one by one, is one condition") {
    constexpr auto named = x.in(floating_dtypes);
    static_assert(std::is_same_v<decltype(named)::variables, variable_names<"x">>);
    CHECK(named.items[0].kind == constraint_kind::has_dtype);
    CHECK(named.items[0].value == floating_dtypes.bits);
    CHECK(x.in(dtype::f16, dtype::bf16).items[0].value == (one_dtype(dtype::f16) | one_dtype(dtype::bf16)).bits);
    CHECK(has_dtype(replaced, numeric_dtypes).items[0].of.variable == constraint::replaced);
}

} // namespace
