#include <graft/schema/diagnosis.hpp>

#include <graft/schema/schema_text.hpp>

#include <doctest/doctest.h>

#include <type_traits>

// The texts of the sentences are tested in test/compile_fail/schema.

namespace {

using namespace graft;

struct carried {};
struct value_carrier {};
struct undefined_value {};
struct undefined_carrier;

struct add_t {
    static constexpr schema_text text{
        "aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor"};
};
struct no_arrow_t {
    static constexpr schema_text text{"f(int x) int"};
};
struct no_type_t {
    static constexpr schema_text text{"a_name_longer_than_the_window(Tensr x) -> int"};
};

template <class Op, class... Arguments>
using mistake = graft::detail::diagnosis_of<Op, Arguments...>;

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
    CHECK(std::is_same_v<mistake<add_t, named<"other", carried>, named<"self", int>>,
                         graft::detail::no_mistake>);
}

TEST_CASE("diagnosis: a wrong call names the fault and its facts") {
    constexpr auto text = fixed_slice<add_t::text.size>(add_t::text.view());
    CHECK(std::is_same_v<mistake<add_t, carried, carried, carried>,
                         too_many_positional_arguments<add_t, text, 3, 2>>);
    CHECK(std::is_same_v<mistake<add_t, carried>, missing_argument<add_t, text, "other">>);
    CHECK(std::is_same_v<mistake<add_t, carried, carried, named<"alfa", int>>,
                         unknown_keyword<add_t, text, "alfa">>);
    CHECK(std::is_same_v<mistake<add_t, carried, carried, named<"self", int>>,
                         argument_given_twice<add_t, text, "self">>);
    CHECK(std::is_same_v<mistake<add_t, named<"self", carried>, carried>,
                         positional_after_keyword<add_t, text, 1>>);
    CHECK(std::is_same_v<mistake<add_t, int, double>, no_carrier<add_t, int, double>>);
    CHECK(std::is_same_v<mistake<add_t, int, undefined_value>,
                         incomplete_carrier<add_t, undefined_carrier>>);
}

TEST_CASE(
    "diagnosis: a malformed schema comes before all else and shows at most 28 characters") {
    CHECK(std::is_same_v<mistake<no_arrow_t, int, int, int>,
                         malformed_schema<no_arrow_t, "expected '->'", "f(int x) ", "int">>);
    CHECK(std::is_same_v<mistake<no_type_t>, unknown_type<no_type_t, "Tensr",
                                                          "name_longer_than_the_window(",
                                                          " x) -> int">>);
}
