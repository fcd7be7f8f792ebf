#include <graft/pattern/match.hpp>

#include <doctest/doctest.h>

#include "../io/raises.hpp"

#include <array>
#include <string_view>

namespace {

using namespace graft;
using graft_test::raised;

TEST_CASE("match: variables are read by name, as arguments") {
    graph g;
    node_id const x = g.placeholder("x");
    node_id const root = g.call_function("f", {arg::node(x), 2});
    g.set_val(x, make_spec(dtype::f16, {3}));
    std::array<std::string_view, 2> const names{"x", "p"};
    std::array<operand, 2> const bound{operand::node(x), g.encode(2)};
    match const m{&g, root, names, bound};
    CHECK(m["x"].node() == x);
    CHECK(m["p"].integer() == 2);
    REQUIRE(m.val("x") != nullptr);
    CHECK(m.val("x")->tensor.dtype == dtype::f16);
    CHECK(m.val("p") == nullptr);
    CHECK(m.val() == nullptr);
    g.set_val(root, make_spec(dtype::f32, {}));
    CHECK(m.val()->tensor.dtype == dtype::f32);
    CHECK(raised([&] { (void)m["y"]; }) == "graft: the pattern has no variable 'y'");
    CHECK(raised([&] { (void)m.val(""); }) == "graft: the pattern has no variable ''");
}

} // namespace
