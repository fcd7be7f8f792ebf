#include <graft/schema/carrier.hpp>

#include <doctest/doctest.h>

#include <array>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

namespace {

struct value {
    int number;
};
struct value_carrier {};
struct other {};
struct other_carrier {};

} // namespace

template <>
struct graft::carrier_of<value> {
    using type = value_carrier;
};
template <>
struct graft::carrier_of<other> {
    using type = other_carrier;
};

using graft::carrying;

static_assert(carrying<value> && !carrying<int> && !carrying<std::vector<int>>);
static_assert(carrying<graft::named<"x", value>> && carrying<std::vector<value>>);
static_assert(carrying<std::optional<value>> && carrying<std::array<value, 2>>);
static_assert(carrying<std::span<value const>> && carrying<std::vector<std::optional<value>>>);

TEST_CASE("carrier: the first argument that carries decides") {
    CHECK(std::is_same_v<graft::detail::carrier_among<int, value, other>, value_carrier>);
    CHECK(std::is_same_v<graft::detail::carrier_among<std::vector<other>, value>, other_carrier>);
    CHECK(graft::detail::first_carrying(1, value{7}, value{8}).number == 7);
}
