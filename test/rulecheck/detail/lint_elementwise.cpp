#include <graft/rulecheck/detail/lint_elementwise.hpp>

#include <graft/dialect/aten.hpp>

#include <doctest/doctest.h>

#include <graft/schema/infer.hpp>

#include <exception>

namespace {

using namespace graft;
using namespace graft::detail;

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

// The dtype that the meta function of an op gives its result, undefined where it refuses.
template <class Op, class... Operand>
dtype inferred(Op const& op, Operand const&... operands) {
    try {
        return op(operands...).tensor.dtype;
    } catch (std::exception const&) {
        return dtype::undefined;
    }
}

template <class Op>
dtype tabulated(Op const& op, dtype_code a, dtype_code b) {
    elementwise_dtypes const& table = elementwise_results<void>;
    return dtype_of_code(table.results[results_of(*find_elementwise(&op.info()))][table.promoted[a][b]]);
}

TEST_CASE("lint_elementwise: the tables say of all dtypes what the meta functions do") {
    for (dtype const a : all_dtypes) {
        tensor_spec const x = make_spec(a, {2});
        CHECK(tabulated(aten::relu.default_, code_of(a), code_of(a)) == inferred(aten::relu, x));
        CHECK(tabulated(aten::sqrt.default_, code_of(a), code_of(a)) == inferred(aten::sqrt, x));
        CHECK(tabulated(aten::mul.Scalar, code_of(a), whole_number) == inferred(aten::mul.Scalar, x, 2));
        CHECK(tabulated(aten::mul.Scalar, code_of(a), real_number) == inferred(aten::mul.Scalar, x, 2.5));
        CHECK(tabulated(aten::eq.Scalar, code_of(a), boolean_number) == inferred(aten::eq.Scalar, x, true));
        for (dtype const b : all_dtypes) {
            tensor_spec const y = make_spec(b, {2});
            CHECK(tabulated(aten::mul.Tensor, code_of(a), code_of(b)) == inferred(aten::mul.Tensor, x, y));
            CHECK(tabulated(aten::div.Tensor, code_of(a), code_of(b)) == inferred(aten::div.Tensor, x, y));
            CHECK(tabulated(aten::lt.Tensor, code_of(a), code_of(b)) == inferred(aten::lt.Tensor, x, y));
        }
    }
}

} // namespace
