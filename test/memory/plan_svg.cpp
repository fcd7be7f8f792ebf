#include <graft/memory/plan_svg.hpp>

#include <graft/memory/greedy.hpp>

#include "test_graph.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

TEST_CASE("svg: a box for each value, as wide as its life and as high as its bytes") {
    using graft_test::f32;
    graft_test::graph_builder b;
    auto const x = b.input("x", f32({4}));
    auto const y = b.call("test::relu", {x}, f32({4}), "y");
    b.output({b.call("test::relu", {y}, f32({8}), "z")});
    graft::memory_plan const plan = graft::plan_greedy(graft::find_lifetimes(b.g).values);
    CHECK(graft::svg(b.g, plan, "a < b") ==
          R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1020 570" font-family="sans-serif" font-size="11">
<text x="30" y="20">a &lt; b: 48 bytes planned (size, first fit), lower bound 48 bytes, all values 64 bytes</text>
<rect x="30" y="350" width="480" height="160" fill="#8dd3c7" stroke="#444" stroke-width="0.5">
<title>%x: 16 bytes at 0, in use from 0 to 1</title></rect>
<text x="33" y="434">%x</text>
<rect x="270" y="30" width="480" height="160" fill="#ffffb3" stroke="#444" stroke-width="0.5">
<title>%y: 16 bytes at 32, in use from 1 to 2</title></rect>
<text x="273" y="114">%y</text>
<rect x="510" y="190" width="480" height="320" fill="#bebada" stroke="#444" stroke-width="0.5">
<title>%z: 32 bytes at 0, in use from 2 to 3</title></rect>
<text x="513" y="354">%z</text>
<line x1="30" y1="30" x2="990" y2="30" stroke="black" stroke-dasharray="4 3"/>
<line x1="30" y1="30" x2="990" y2="30" stroke="crimson" stroke-dasharray="4 3"/>
<text x="30" y="540">execution order, 0 to 3; black: the planned bytes, red: the lower bound</text>
</svg>
)");
}

TEST_CASE("svg: of an empty plan has no box") {
    graft::graph const g;
    std::string const picture = graft::svg(g, graft::plan_greedy({}));
    CHECK(picture.find("<rect") == std::string::npos);
    CHECK(picture.ends_with("</svg>\n"));
}

TEST_CASE("svg: a value without bytes has no box, a long life and a large size stay in the picture") {
    graft_test::graph_builder b;
    auto const x = b.input("x", graft_test::f32({1}));
    std::vector<graft::lifetime> const values{{x, 0, 0, 0xfffffffe, std::uint64_t{1} << 61}, {x, 1, 3, 4, 0}};
    std::string const picture = graft::svg(b.g, graft::plan_greedy(values));
    CHECK(picture.find("<rect x=\"30\" y=\"30\" width=\"960\" height=\"480\"") != std::string::npos);
    CHECK(picture.find("result 1") == std::string::npos);
}
