#include <graft/rulecheck/detail/lint_elementwise.hpp>

#include <graft/dialect/aten.hpp>
#include <graft/pattern/constraint.hpp>
#include <graft/schema/infer.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <exception>
#include <optional>
#include <random>
#include <vector>

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

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

static_assert(count_dims(0) == 0 && count_dims(0x232) == 3);
static_assert(size_at(0x132, 0) == 1 && size_at(0x132, -1) == 2 && !size_at(0x132, 3));

constexpr abstract_value f32(std::uint16_t sizes) { return {code_of(dtype::f32), sizes}; }

template <class C>
constexpr bool holds(C const& c, abstract_value const& v) {
    return holds_of(c.items[0], v, true) && holds_of(c.items[0], v, false);
}
template <class C>
constexpr bool holds(C const& c, abstract_value const& a, abstract_value const& b) {
    return pair_holds_of(c.items[0], a, b, true) && pair_holds_of(c.items[0], a, b, false);
}

static_assert(holds(rank(x) == 2, f32(0x23)) && !holds(rank(x) == 2, f32(0x2)));
static_assert(holds(dim(x, -1) == 3, f32(0x23)) == (size_at(0x23, -1) == 3));
static_assert(holds(numel(x) == 6, f32(0x23)) && !holds(numel(x) == 6, f32(0x3)));
static_assert(holds(x.in(dtype::f32), f32(0)) && !holds(x.in(dtype::i64), f32(0)));
static_assert(holds(same_shape(x, y), f32(0x3), f32(0x3)) && !holds(same_shape(x, y), f32(0x3), f32(0x13)));
static_assert(holds(broadcasts_to(x, y), f32(0x3), f32(0x23)) && !holds(broadcasts_to(x, y), f32(0x23), f32(0x3)));
static_assert(holds(same_dtype(x, y), f32(0), f32(0x2)) && !holds(same_dtype(x, y), f32(0), {code_of(dtype::i8), 0}));
static_assert(!holds(rank(x) == 0, {whole_number, 0}) && !holds(same_shape(x, y), f32(0), {whole_number, 0}));

std::vector<sym_int> sizes_of(std::uint16_t sizes) {
    std::vector<sym_int> all;
    for (std::int64_t i = 0; i < count_dims(sizes); ++i)
        all.push_back(*size_at(sizes, i));
    return all;
}

TEST_CASE("lint_value: sizes are broadcast as those of tensors") {
    std::mt19937 random(3);
    auto const draw = [&] {
        std::uint16_t sizes = 0;
        for (std::uint_fast32_t rank = random() % 5; rank > 0; --rank)
            sizes = static_cast<std::uint16_t>(static_cast<std::uint_fast32_t>(sizes) << 4 | (1 + random() % 3));
        return sizes;
    };
    for (int i = 0; i < 500; ++i) {
        std::uint16_t const a = draw(), b = draw();
        std::optional<std::vector<sym_int>> expected;
        try {
            expected = broadcast_sizes(sizes_of(a), sizes_of(b));
        } catch (std::exception const&) {
        }
        std::optional<std::uint16_t> const joined = join_sizes(a, b);
        REQUIRE(joined.has_value() == expected.has_value());
        if (joined)
            CHECK(sizes_of(*joined) == *expected);
    }
}

} // namespace
