#include <graft/schema/diagnosis.hpp>

#include <graft/core/tensor.hpp>
#include <graft/meta/vec.hpp>
#include <graft/schema/op.hpp>

#include <doctest/doctest.h>

#include <string>
#include <type_traits>

// The texts of the sentences are tested in test/compile_fail/schema.

namespace {

using namespace graft;

struct carried {};
struct value_carrier {};
struct undefined_value {};
struct undefined_carrier;

struct add_t {
    static constexpr schema_text text{"aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor"};
};
struct no_arrow_t {
    static constexpr schema_text text{"f(int x) int"};
};
struct no_type_t {
    static constexpr schema_text text{"a_name_longer_than_the_window(Tensr x) -> int"};
};

template <class Op, class... Arguments>
using mistake = graft::detail::diagnosis_of<Op, Arguments...>;

// A mistake is only named here: complete, it is an error.
template <class Mistake>
struct facts;

std::string const shown{add_t::text.view()};

template <int GIVEN, int MOST, fixed_string... SCHEMA>
struct facts<too_many_positional_arguments<add_t, GIVEN, MOST, SCHEMA...>> {
    std::string text =
        std::to_string(GIVEN) + " of " + std::to_string(MOST) + ": " + (... + std::string(SCHEMA.view()));
};
template <fixed_string NAME, fixed_string... SCHEMA>
struct facts<missing_argument<add_t, NAME, SCHEMA...>> {
    std::string text = std::string(NAME.view()) + ": " + (... + std::string(SCHEMA.view()));
};
template <fixed_string NAME, fixed_string... SCHEMA>
struct facts<argument_given_twice<add_t, NAME, SCHEMA...>> {
    std::string text = std::string(NAME.view()) + " twice: " + (... + std::string(SCHEMA.view()));
};
template <int POSITION, fixed_string... SCHEMA>
struct facts<positional_after_keyword<add_t, POSITION, SCHEMA...>> {
    std::string text = "at " + std::to_string(POSITION) + ": " + (... + std::string(SCHEMA.view()));
};

} // namespace

template <>
struct graft::carrier_of<carried> {
    using type = value_carrier;
};
template <>
struct graft::carrier_of<undefined_value> {
    using type = undefined_carrier;
};

TEST_CASE("diagnosis: a correct call has none") {
    CHECK(std::is_same_v<mistake<add_t, carried, int>, graft::detail::no_mistake>);
    CHECK(std::is_same_v<mistake<add_t, named<"other", carried>, named<"self", int>>, graft::detail::no_mistake>);
}

TEST_CASE("diagnosis: tensors run at once, for which a header must be included") {
    // It is where all headers are precompiled.
    constexpr bool included = graft::carrying<graft::tensor>;
    CHECK((included || std::is_same_v<mistake<add_t, graft::tensor, graft::tensor>, tensors_without_eager<add_t>>));
    CHECK(
        (included || std::is_same_v<mistake<add_t, int, named<"other", graft::tensor>>, tensors_without_eager<add_t>>));
    CHECK((included || std::is_same_v<mistake<add_t, vec<graft::tensor>, int>, tensors_without_eager<add_t>>));
}

TEST_CASE("diagnosis: a wrong call names the fault and its facts") {
    CHECK(facts<mistake<add_t, carried, carried, carried>>{}.text == "3 of 2: " + shown);
    CHECK(facts<mistake<add_t, carried>>{}.text == "other: " + shown);
    CHECK(facts<mistake<add_t, carried, carried, named<"self", int>>>{}.text == "self twice: " + shown);
    CHECK(facts<mistake<add_t, named<"self", carried>, carried>>{}.text == "at 1: " + shown);
    CHECK(std::is_same_v<mistake<add_t, carried, carried, named<"alfa", int>>,
                         mistaken_keyword<add_t, "alfa", "alpha", "self", "other", "alpha">>);
    CHECK(std::is_same_v<mistake<add_t, carried, carried, named<"beta", int>>,
                         unknown_keyword<add_t, "beta", "self", "other", "alpha">>);
    CHECK(std::is_same_v<mistake<add_t, int, double>, no_carrier<add_t, int, double>>);
    CHECK(std::is_same_v<mistake<add_t, int, undefined_value>, incomplete_carrier<add_t, undefined_carrier>>);
}

TEST_CASE("diagnosis: a malformed schema comes before all else and shows at most 28 characters") {
    CHECK(std::is_same_v<mistake<no_arrow_t, int, int, int>,
                         malformed_schema<no_arrow_t, "expected '->'", "f(int x) ", "int">>);
    CHECK(std::is_same_v<mistake<no_type_t>,
                         unknown_type<no_type_t, "Tensr", "name_longer_than_the_window(", " x) -> int">>);
}
