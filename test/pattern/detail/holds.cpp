// Header-only: what holds in constants needs bodies.
#include <graft/pattern/detail/holds.hpp>

#include <doctest/doctest.h>

#include <graft/pattern/constraint.hpp>
#include <graft/symbolic/expression.hpp>

#include <array>
#include <string_view>

namespace {

using namespace graft;

constexpr auto x = var<"x">;

constexpr bool holds_in_constants() {
    graph g;
    node_id const n = g.placeholder("n");
    sym_int const s0{symbol{"s0"}};
    g.set_val(n, make_spec(dtype::f32, {2, s0}));
    std::array<std::string_view, 1> const names{"x"};
    std::array<operand, 1> const bound{operand::node(n)};
    match const m{&g, n, names, bound, {}};
    auto const all = rank(x) == 2 && dim(x, 0) == 2 && is_floating_point(x) && same_meta(x, replaced);
    for (constraint c : all.items) {
        c.of.variable = c.of.name.empty() ? c.of.variable : std::int16_t{0};
        if (!detail::holds(c, m))
            return false;
    }
    return true;
}
static_assert(holds_in_constants());

TEST_CASE("holds: equality of sizes is sure, impossible or not known, and only sure counts") {
    sym_int const s0{symbol{"s0"}}, s1{symbol{"s1"}};
    CHECK(detail::surely_equal(s0, s0));
    CHECK_FALSE(detail::surely_equal(s0, s1));
    CHECK_FALSE(detail::surely_equal(s0, s0 + 1));
    CHECK(detail::surely_equal(4, 4));
}

TEST_CASE("holds: what holds in constants holds at run time") { CHECK(holds_in_constants()); }

} // namespace
