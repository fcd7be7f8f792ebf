#include <graft/transform/copies_to_views.hpp>

#include <doctest/doctest.h>

#include "check_rewrite.hpp"

#include <array>

namespace {

using namespace graft;
using namespace graft_test;

constexpr std::array flat{24};
constexpr std::array rows{4, 6}, columns{6, 4};

TEST_CASE("copies_to_views: a copy of what lies row by row becomes a view, and one of a copy that of the first") {
    program_builder b;
    value const x = b.input("x", f32_spec({2, 3, 4}));
    value const y = aten::view_copy(aten::view_copy(aten::neg(x), flat), rows);
    exported_program p = b.finish({aten::relu(y)});
    exported_program const before = p;
    CHECK(copies_to_views(p.graph()) == 2);
    graph const& g = p.graph();
    CHECK(g.target(g.arg(y.id, 0).node()).name == "aten::neg");
    CHECK(calls(p) == "neg view view relu");
    check_sound(p);
    check_same_outputs(before, p);
}

TEST_CASE("copies_to_views: what is returned, of an input, or of columns stays a copy") {
    program_builder b;
    value const x = b.input("x", f32_spec({4, 6}));
    value const returned = aten::view_copy(aten::neg(x), flat), of_input = aten::neg(aten::view_copy(x, columns));
    exported_program p = b.finish({returned, of_input});
    CHECK(copies_to_views(p.graph()) == 0);
}

TEST_CASE("copies_to_views: beside a write everything stays a copy") {
    program_builder b;
    value const x = b.input("x", f32_spec({4, 6}));
    value const y = aten::neg(x), z = aten::view_copy(y, flat);
    value const w = aten::relu_(y);
    exported_program p = b.finish({aten::neg(z), w});
    CHECK(copies_to_views(p.graph()) == 0);
}

} // namespace
