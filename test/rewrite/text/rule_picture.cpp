#include <graft/rewrite/text/rule_picture.hpp>

#include <doctest/doctest.h>

#include "../every_rule.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

namespace {

using namespace graft;

constexpr auto x = var<"x">;

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
