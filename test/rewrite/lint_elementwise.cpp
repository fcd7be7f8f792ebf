#include <graft/rewrite/lint_elementwise.hpp>

#include <graft/dialect/aten.hpp>

#include <doctest/doctest.h>

namespace {

using namespace graft;

static_assert(detail::find_elementwise(&aten::mul.Tensor.info())->count == 2);
static_assert(!detail::find_elementwise(&aten::mm.default_.info()));

TEST_CASE("lint_elementwise: an op is known by its meta function") {
    auto const mul = detail::find_elementwise(&aten::mul.Tensor.info());
    REQUIRE(mul.has_value());
    CHECK((mul->rule == dtype_rule::promoted));
    auto const div = detail::find_elementwise(&aten::div.Tensor.info());
    REQUIRE(div.has_value());
    CHECK((div->rule == dtype_rule::floating_point));
    auto const relu = detail::find_elementwise(&aten::relu.default_.info());
    REQUIRE(relu.has_value());
    CHECK(relu->count == 1);
    CHECK((relu->domain == dtype_domain::countable));
    CHECK((detail::find_elementwise(&aten::eq.Tensor.info())->rule == dtype_rule::boolean));
    CHECK(detail::find_elementwise(&aten::add.Tensor.info())->alpha);
    CHECK(detail::find_elementwise(&aten::pow.Tensor_Scalar.info())->power);
    CHECK_FALSE(detail::find_elementwise(&aten::permute_copy.default_.info()).has_value());
    CHECK_FALSE(detail::find_elementwise(nullptr).has_value());
}

} // namespace
