// Header-only: what holds in constants needs bodies.
#include <graft/symbolic/value_spec.hpp>

#include <doctest/doctest.h>

using namespace graft;

namespace {

constexpr bool values_in_constants() {
    value_spec const tensor = make_spec(dtype::f32, {symbol("s0")});
    value_spec const size = value_spec::of_integer(symbol("s0"));
    value_spec const both = value_spec::of_list({tensor, size});
    value_spec const copy = both;
    return tensor.is_tensor() && both.is_list() && both.items.size() == 2 && copy == both && !(tensor == size) &&
           value_spec{}.is_none();
}
static_assert(values_in_constants());

} // namespace

TEST_CASE("value_spec: the kind tells equal expressions apart") {
    CHECK(value_spec::of_integer(1) == value_spec::of_integer(1));
    CHECK_FALSE(value_spec::of_integer(1) == value_spec::of_boolean(1));
    CHECK_FALSE(value_spec::of_boolean(1) == value_spec::of_real(1));
    CHECK_FALSE(value_spec::of_list({}) == value_spec{});
    CHECK_FALSE(value_spec::of_list({value_spec{}}) == value_spec::of_list({}));
}

TEST_CASE("value_spec: the tensor that a value is") {
    value_spec const tensor = make_spec(dtype::f32, {symbol("s0")});
    value_spec const list = value_spec::of_list({tensor});
    CHECK(detail::tensor_of(&tensor) == &tensor.tensor);
    CHECK(detail::tensor_of(&list) == nullptr);
    CHECK(detail::tensor_of(nullptr) == nullptr);
}
