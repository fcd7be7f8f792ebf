#include <graft/rule_text/rule_text.hpp>

#include "../rewrite/every_rule.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <string>

namespace {

using namespace graft;
using namespace graft::literals;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

constexpr arg one(match const&) { return 1; }
constexpr arg same(arg_ref a) { return a.integer(); }

TEST_CASE("rule_text: a rule is its name, both sides, conditions and options") {
    CHECK(text(rule<"fuse">(toy::add(toy::mul(x, y), 0.5, "alpha"_a = 2) >> toy::sub(x, y))) ==
          "rule \"fuse\": toy::add.Tensor(toy::mul.Tensor(x, y), 0.5, alpha=2)\n"
          "    => toy::sub.Tensor(x, y);\n");
    constexpr auto conditions = where(rank(x) >= 2, x.in(floating_dtypes));
    CHECK(text(rule<"r">(toy::neg(one_use(toy::relu(x))) >> x, conditions).ulp(2).prio(1)) ==
          "rule \"r\": toy::neg(one_use(toy::relu(x)))\n"
          "    => x\n"
          "    where rank(x) >= 2, has_dtype(x, f16, bf16, f32, f64)\n"
          "    with prio(1), ulp(2);\n");
}

TEST_CASE("rule_text: every part of a pattern has a form of its own") {
    auto const side = [](auto const& p) {
        auto const r = rule<"r">(p >> 1);
        std::string const all = text(r);
        return all.substr(10, all.find('\n') - 10);
    };
    CHECK(side(toy::sub(any, not_(toy::neg(any)))) == "toy::sub.Tensor(_, not_(toy::neg(_)))");
    CHECK(side(toy::cat(list(x, rest<"r">), 1)) == "toy::cat(list(x, rest(r)), 1)");
    CHECK(side(toy::permute(x, ints(1, 0))) == "toy::permute(x, [1, 0])");
    CHECK(side(ops<"f">(toy::neg, toy::relu)(x)) == "one_of<\"f\">(toy::neg(x), toy::relu(x))");
    CHECK(side(toy::neg(maybe(toy::cast)(x))) == "toy::neg(through<1>(toy::cast, x))");
    CHECK(side(flat(toy::add, number(x), near(2.0, 0.1))) == "flat(toy::add.Tensor, number(x), near(2.0, 0.1))");
    CHECK(side(toy::cat(all_outs(toy::split(x, 2)))) == "toy::cat(all_outs(toy::split(x, 2)))");
    CHECK(side(out<1>(toy::minmax(x))) == "out<1>(toy::minmax(x))");
    CHECK(side(ordered(toy::add(x, y))) == "ordered(toy::add.Tensor(x, y))");
    CHECK(side(toy::sub(var<"a b">, var<"None">)) == "toy::sub.Tensor(var(\"a b\"), var(\"None\"))");
}

TEST_CASE("rule_text: functions have the text of their names, predicates none") {
    std::string const r = text(
        rule<"r">(toy::permute(x, y) >> toy::permute(toy::view(x, compute<"one">(&one)), compute<"same">(y, &same)),
                  where([](match const&) { return true; })));
    CHECK(r.find("toy::view(x, compute(\"one\")), compute(\"same\", y))") != std::string::npos);
    CHECK(r.find("where predicate;") != std::string::npos);
}

TEST_CASE("rule_text: a set is its rules one after the other") {
    auto const set = rules(rule<"a">(toy::neg(x) >> x), rule<"b">(toy::relu(x) >> x));
    CHECK(text(set) == text(set[0]) + text(set[1]));
    std::string const all = text(graft_test::every_rule);
    for (std::size_t i = 0; i < graft_test::every_rule.size(); ++i)
        CHECK(all.find(text(graft_test::every_rule[i])) != std::string::npos);
}

TEST_CASE("rule_picture: a box per call on its side, an ellipse per variable for both, arguments by name") {
    CHECK(dot(rule<"r">(toy::sub(one_use(toy::neg(x)), 2) >> toy::relu(x))) ==
          "digraph \"r\" {\n"
          "    rankdir=BT;\n"
          "    node [shape=box, fontname=\"sans-serif\"];\n"
          "    \"var x\" [label=\"x\", shape=ellipse];\n"
          "    subgraph cluster_left {\n"
          "        label=\"left\";\n"
          "        left0 [label=\"toy::sub.Tensor\"];\n"
          "        left1 [label=\"toy::neg (one_use)\"];\n"
          "        left3 [label=\"2\"];\n"
          "    }\n"
          "    left1 -> left0 [label=\"self\"];\n"
          "    left3 -> left0 [label=\"other\"];\n"
          "    \"var x\" -> left1 [label=\"self\"];\n"
          "    subgraph cluster_right {\n"
          "        label=\"right\";\n"
          "        right0 [label=\"toy::relu\"];\n"
          "    }\n"
          "    \"var x\" -> right0 [label=\"self\"];\n"
          "}\n");
}

TEST_CASE("rule_picture: every rule has one, with as many edges as its patterns have") {
    for (std::size_t i = 0; i < graft_test::every_rule.size(); ++i) {
        rule_view const r = graft_test::every_rule[i];
        std::string const picture = dot(r);
        CAPTURE(picture);
        std::size_t edges = 0;
        for (std::size_t at = picture.find(" -> "); at != std::string::npos; at = picture.find(" -> ", at + 1))
            ++edges;
        CHECK(edges == r.lhs.size() + r.rhs.size() - 2);
        CHECK(std::count(picture.begin(), picture.end(), '{') == std::count(picture.begin(), picture.end(), '}'));
    }
}

} // namespace
