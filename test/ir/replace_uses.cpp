#include <graft/ir/replace_uses.hpp>

#include <doctest/doctest.h>

#include <graft/ir/text/parse.hpp>

#include "../io/raises.hpp"

#include <vector>

namespace {

using namespace graft;

graph sample() {
    return parse(R"(graph():
    %x : f32[2] = placeholder[target=x] type "torch.Tensor" {stack_trace: "here"}
    %y = placeholder[target=y]
    %a = call_function[target=f](args = (%x, [%x]), kwargs = {})
    %b = call_function[target=f](args = (%y, %x), kwargs = {})
    %c = call_function[target=f](args = (%x,), kwargs = {})
    return (%a, %b, %c)
)");
}

TEST_CASE("replace_uses: all users change, and are returned in order") {
    graph g = sample();
    CHECK(replace_uses(g, g.at("x"), g.at("y")) == std::vector{g.at("a"), g.at("b"), g.at("c")});
    CHECK(g.use_count(g.at("x")) == 0);
    CHECK(g.use_count(g.at("y")) == 5);
    CHECK(g.val(g.at("y")) == nullptr);
}

TEST_CASE("replace_uses: the filter is asked once for each user") {
    graph g = sample();
    std::vector<node_id> asked;
    auto const changed = replace_uses(g, g.at("x"), g.at("y"), [&](node_id user) {
        asked.push_back(user);
        return user != g.at("b");
    });
    CHECK(asked == std::vector{g.at("a"), g.at("b"), g.at("c")});
    CHECK(changed == std::vector{g.at("a"), g.at("c")});
    CHECK(g.users(g.at("x")) == std::vector{g.at("b")});
}

TEST_CASE("replace_uses: metadata goes along when asked, not over what is there") {
    graph g = sample();
    node_id const x = g.at("x"), y = g.at("y");
    (void)replace_uses(g, x, y, propagate_meta::yes);
    CHECK(g.meta(y, "stack_trace") == "here");
    CHECK(*g.val(y) == *g.val(x));
    CHECK(g.type(y) == "torch.Tensor");
    CHECK(graft_test::sentence([&] { (void)replace_uses(g, y, x, propagate_meta::yes); }) ==
          "replace_uses: 'x' has metadata, which that of 'y' would replace");
    CHECK(g.use_count(y) == 5);
    CHECK(graft_test::sentence([&] { (void)replace_uses(g, y, 99); }) ==
          "there is no node 99: the ids of the graph end at 6");
}

} // namespace
