#include <graft/schema/op.hpp>

#include <graft/meta/fixed_string.hpp>
#include <graft/meta/view.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

//=== a user's own op ===//
namespace shop {

struct price_t : graft::op<price_t> {
    static constexpr graft::schema_text text{"shop::price(Tensor item, int[2] size=1, *, float tax=0.2) -> Tensor"};
};
inline constexpr price_t price;

} // namespace shop

//=== what a call means: here, a record of what it was given ===//
namespace {

using namespace graft::literals;

struct item {
    int number = 0;
};

struct record {
    std::string_view op;
    std::array<int, 3> slots{-1, -1, -1};
    int count = 0;
    int sum = 0;
    friend constexpr bool operator==(record const&, record const&) = default;
};

struct record_carrier {
    template <class Op, int... Slot, class... Arguments>
    static constexpr record call(graft::slots<Slot...>, Arguments const&... arguments) {
        return {Op::info().name, {Slot...}, sizeof...(Arguments), (0 + ... + number(arguments))};
    }

private:
    static constexpr int number(item const& i) { return i.number; }
    static constexpr int number(int i) { return i; }
    static constexpr int number(double) { return 0; }
    static constexpr int number(graft::view<int const> items) {
        int total = 0;
        for (int const i : items)
            total += i;
        return 100 * static_cast<int>(items.size()) + total;
    }
    static constexpr int number(graft::view<std::int64_t const> items) { return 100 * static_cast<int>(items.size()); }
    static constexpr int number(graft::view<item const> items) { return 1000 * static_cast<int>(items.size()); }
};

struct add_t : graft::op<add_t> {
    static constexpr graft::schema_text text{
        "aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor"};
    static constexpr graft::op_tags tags = graft::op_tags::core;
    static constexpr bool is_commutative = true;
};
inline constexpr add_t add;

} // namespace

template <>
struct graft::carrier_of<item> {
    using type = record_carrier;
};

static_assert(shop::price(item{5}) == record{"shop::price", {0, 0, 0}, 1, 5});
static_assert(add(item{1}, item{2}, "alpha"_a = 3) == record{"aten::add.Tensor", {0, 1, 2}, 3, 6});

TEST_CASE("op: the carrier gets op, slots and arguments, whichever argument carries") {
    CHECK(add(1, item{2}) == record{"aten::add.Tensor", {0, 1, 0}, 2, 3});
    CHECK(add("other"_a = item{2}, "self"_a = 1) == record{"aten::add.Tensor", {1, 0, 0}, 2, 3});
    CHECK(shop::price(item{5}, "tax"_a = 0.5).slots[1] == 2);
}

TEST_CASE("op: a list between braces is an argument in the second place") {
    static_assert(add(item{1}, {20, 3}) == record{"aten::add.Tensor", {0, 1, 0}, 2, 224});
    CHECK(add(item{1}, {20, 3}, "alpha"_a = 5) == record{"aten::add.Tensor", {0, 1, 2}, 3, 229});
    CHECK(add(item{1}, {}) == record{"aten::add.Tensor", {0, 1, 0}, 2, 1});
    CHECK(add(7, {item{1}, item{2}}) == record{"aten::add.Tensor", {0, 1, 0}, 2, 2007});
}

TEST_CASE("op: there is one descriptor per op type") {
    CHECK(&add.info() == &add_t::info());
    CHECK(&add.info() != &shop::price.info());
    CHECK(add.info().commutative);
    CHECK(graft::has(add.info().tags, graft::op_tags::core));
    CHECK_FALSE(shop::price.info().commutative);
}

TEST_CASE("op: a user's op has all that the schema says") {
    graft::op_info const& info = shop::price.info();
    CHECK(info.name == "shop::price");
    CHECK(info.arguments[1].default_value.items[1] == 1);
    CHECK(info.arguments[2].kwarg_only);
    CHECK(info.arguments[2].default_value.real == 0.2);
}

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
