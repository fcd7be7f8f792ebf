#include <graft/dialect/described_op.hpp>

#include <doctest/doctest.h>

namespace {

using namespace graft;

constexpr value_spec same(call<tensor_spec> const& c) { return c.tensor(0); }

struct twice_t : described_op<twice_t, op_tags::core | op_tags::random, same> {
    static constexpr schema_text text{"mine::twice(Tensor self) -> Tensor"};
};
struct count_t : described_op<count_t, op_tags::none> {
    static constexpr schema_text text{"mine::count(Tensor self) -> int"};
};
constexpr single_overload<twice_t> twice{};

static_assert(twice_t::info().meta == +same);
static_assert(twice_t::info().tags == (op_tags::core | op_tags::random));
static_assert(count_t::info().meta == nullptr);
static_assert(count_t::info().tags == op_tags::none);

TEST_CASE("described_op: tags and meta function are the descriptor's") {
    CHECK(has(twice_t::info().tags, op_tags::random));
    CHECK(bool(twice_t::info().meta));
    CHECK(!count_t::info().meta);
}

TEST_CASE("described_op: calling the packet calls the only overload") {
    tensor_spec const x = make_spec(dtype::f16, {2, 3});
    CHECK(bool(twice(x) == value_spec{x}));
    CHECK(bool(twice.default_(x) == twice(x)));
}

} // namespace
