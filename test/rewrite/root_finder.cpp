#include <graft/rewrite/root_finder.hpp>

#include <doctest/doctest.h>

#include <graft/ir/value.hpp>

#include "../ir/toy.hpp"

#include <array>
#include <vector>

namespace {

using namespace graft;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

// The pattern of the second root is at node 3 of the left side.
constexpr std::uint32_t second = 3;
constexpr auto pair = rules(rule<"r">(roots(toy::neg(x), toy::relu(toy::sub(x, y))) >> roots(x, x)));

TEST_CASE("root_finder: candidates are the calls above a bound value, in order of use") {
    graph g;
    value const a = placeholder(g, "a"), b = placeholder(g, "b");
    value const u = toy::relu(toy::sub(a, b)), v = toy::relu(toy::sub(b, a));
    static_cast<void>(toy::neg(toy::sub(a, b)));
    static_cast<void>(toy::relu(toy::neg(a)));
    detail::prepared_rules const prepared{g, detail::views_of(pair)};
    detail::root_finder finder{g, prepared};
    std::array const bound{operand::node(a.id), operand{}};
    REQUIRE(finder.find(second, bound, 1, {}));
    CHECK(finder.candidates == std::vector<node_id>{u.id, v.id});
    REQUIRE(finder.find(second, bound, 1, std::array{u.id}));
    CHECK(finder.candidates == std::vector<node_id>{v.id});
}

TEST_CASE("root_finder: of several bound values the one with the fewest uses is the start") {
    graph g;
    value const a = placeholder(g, "a"), b = placeholder(g, "b");
    value const u = toy::relu(toy::sub(a, b));
    static_cast<void>(toy::relu(toy::sub(a, a)));
    detail::prepared_rules const prepared{g, detail::views_of(pair)};
    detail::root_finder finder{g, prepared};
    std::array const bound{operand::node(a.id), operand::node(b.id)};
    REQUIRE(finder.find(second, bound, 3, {}));
    CHECK(finder.candidates == std::vector<node_id>{u.id});
}

TEST_CASE("root_finder: without a bound node there is nothing to start from, of many users 64 are looked at") {
    graph g;
    value const a = placeholder(g, "a"), b = placeholder(g, "b");
    detail::prepared_rules const prepared{g, detail::views_of(pair)};
    detail::root_finder finder{g, prepared};
    std::array const bound{operand::node(a.id), operand{}};
    CHECK_FALSE(finder.find(second, bound, 0, {}));
    std::array const literal{g.encode(1), operand{}};
    CHECK_FALSE(finder.find(second, literal, 1, {}));
    for (int i = 0; i < 100; ++i)
        static_cast<void>(toy::relu(toy::sub(a, b)));
    detail::prepared_rules const again{g, detail::views_of(pair)};
    detail::root_finder many{g, again};
    REQUIRE(many.find(second, bound, 1, {}));
    CHECK(many.candidates.size() == 64);
}

} // namespace
