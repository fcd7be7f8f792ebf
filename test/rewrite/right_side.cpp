#include <graft/rewrite/right_side.hpp>

#include <doctest/doctest.h>

#include "../io/raises.hpp"
#include "../ir/toy.hpp"

#include <array>
#include <string_view>

namespace {

using namespace graft;
using graft_test::raised;

TEST_CASE("right_side: a variable that is a node is a value to call ops with") {
    graph g;
    value const a = placeholder(g, "a");
    std::array const names{std::string_view{"x"}, std::string_view{"p"}};
    std::array const bound{operand::node(a.id), g.encode(3)};
    match const m{&g, a.id, names, bound};
    right_side b{g, m};
    CHECK(b["x"].id == a.id);
    CHECK(toy::neg(b["x"]).owner == &b.owner());
    CHECK(raised([&] { static_cast<void>(b["p"]); }) == "graft: the argument is not a node");
    CHECK(raised([&] { static_cast<void>(b["q"]); }) == "graft: the pattern has no variable 'q'");
}

} // namespace
