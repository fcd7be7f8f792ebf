#include <graft/debug/explain.hpp>

#include <doctest/doctest.h>

#include "../io/raises.hpp"
#include "../ir/toy.hpp"

#include <graft/ir/value.hpp>
#include <graft/rewrite/rule_set.hpp>

namespace {

using namespace graft;
using graft_test::raised;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;
constexpr auto z = var<"z">;
constexpr auto fuse = rules(rule<"fuse">(toy::add(one_use(toy::mul(toy::neg(x), y)), z) >> toy::fma(x, y, z)),
                            rule<"ranked">(toy::neg(x) >> x, where(rank(x) == 2)), rule<"same">(toy::sub(x, x) >> x),
                            rule<"two">(toy::mul(x, 2) >> x));

TEST_CASE("explain: a rule that matches needs no reason") {
    graph g;
    value const a = placeholder(g, "a");
    explanation const e = explain(g, fuse, "same", toy::sub(a, a).id);
    CHECK(e.matches);
    CHECK(text(e) == "same: it matches");
}

TEST_CASE("explain: of all orders the one that got furthest says what was expected and found") {
    graph g;
    value const a = placeholder(g, "a"), b = placeholder(g, "b");
    value const m = toy::mul(toy::relu(a), b);
    value const s = toy::add(b, m);
    explanation const e = explain(g, fuse, "fuse", s.id);
    CHECK_FALSE(e.matches);
    CHECK(e.matched == 2);
    CHECK(e.calls == 3);
    CHECK(text(e) == "fuse: 2 of 3 calls match; expected a call of toy::neg, found %relu_default = toy::relu: "
                     "it is no call of the op");
    arg trace{arg_kind::dict, {"model.py:41"}};
    trace.keys = {"stack_trace"};
    g.set_meta(g.at("relu_default"), trace);
    CHECK(explain(g, fuse, "fuse", s.id).stack_trace == "model.py:41");
    value const good = toy::mul(toy::neg(a), b);
    value const t = toy::add(good, b);
    CHECK(explain(g, fuse, "fuse", t.id).matches);
    toy::grow(good);
    CHECK(text(explain(g, fuse, "fuse", t.id)) ==
          "fuse: 1 of 3 calls match; expected a call of toy::mul.Tensor, found %mul_tensor_1 = toy::mul.Tensor: "
          "other nodes use it as well");
}

TEST_CASE("explain: variables, literals and conditions have their own words") {
    graph g;
    value const a = placeholder(g, "a"), b = placeholder(g, "b");
    CHECK(text(explain(g, fuse, "same", toy::sub(a, b).id)) ==
          "same: 1 of 1 calls match; expected what 'x' stands for, found %b: the variable stands for something "
          "else already");
    CHECK(text(explain(g, fuse, "two", toy::mul(a, 3).id)) ==
          "two: 1 of 1 calls match; expected 2, found 3: it is another literal");
    CHECK(text(explain(g, fuse, "ranked", toy::neg(a).id)) ==
          "ranked: 1 of 1 calls match; expected rank of x, found %neg_default = toy::neg: the condition does not hold");
    CHECK(explain(g, fuse, "two", a.id).found == "%a");
}

TEST_CASE("explain: an unknown rule or node is an error") {
    graph g;
    value const a = placeholder(g, "a");
    CHECK(raised([&] { static_cast<void>(explain(g, fuse, "none", a.id)); }) == "graft: there is no rule 'none'");
    CHECK(raised([&] { static_cast<void>(explain(g, fuse, "two", 1000)); }) ==
          "graft: there is no node 1000: the ids of the graph end at 1");
}

} // namespace
