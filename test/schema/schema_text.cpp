#include <graft/schema/schema_text.hpp>

#include <graft/meta/fixed_string.hpp>
#include <graft/schema/op.hpp>

#include <doctest/doctest.h>

#include <string_view>

using namespace graft;

namespace {

struct minus_default : op<minus_default> {
    static constexpr schema_text text{"own::minus(Tensor self) -> Tensor"};
};
struct plus_default : op<plus_default> {
    static constexpr fixed_string text{"own::plus(Tensor self) -> Tensor"};
};

constexpr std::string_view two_ops = "own::minus(Tensor self) -> Tensor\nown::plus(Tensor self) -> Tensor";

} // namespace

static_assert(schema_text{""}.size == 0 && schema_text{"abc"}.view() == "abc");
static_assert(schema_text{two_ops.substr(0, 10)}.view() == "own::minus");

TEST_CASE("schema_text: an op says its schema as one or as a fixed_string") {
    CHECK(minus_default::info().name == "own::minus");
    CHECK(plus_default::info().name == "own::plus");
}
