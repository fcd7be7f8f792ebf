#include <graft/transform/rules/conv_relu.hpp>

#include <doctest/doctest.h>

#include "../check_rewrite.hpp"

#include <array>

namespace {

using namespace graft;
using namespace graft_test;

// relu(convolution(x, w)), whose convolution the program returns as well if asked for.
exported_program image(bool transposed, bool returned) {
    std::mt19937 random{3};
    program_builder b;
    value const w = b.parameter("w", random_input(make_spec(dtype::f32, {4, 4, 3, 3}), random));
    value const x = b.input("x", f32_spec({2, 4, 6, 6}));
    constexpr std::array one{1, 1}, zero{0, 0};
    value const c = aten::convolution(x, w, nullptr, one, zero, one, transposed, zero, 1);
    return returned ? b.finish({aten::relu(c), c}) : b.finish({aten::relu(c)});
}

TEST_CASE("rules: a convolution and the relu behind it become one op, which computes the same") {
    exported_program p = image(false, false);
    exported_program const before = p;
    CHECK(fired(rule_sets::conv_relu<>, p) == "fuse-conv-relu");
    CHECK(calls(p) == "conv_relu");
    check_sound(p);
    check_same_outputs(before, p);
}

TEST_CASE("rules: a transposed convolution stays, and so does one that is needed for itself") {
    exported_program transposed = image(true, false), returned = image(false, true);
    CHECK(fired(rule_sets::conv_relu<>, transposed) == "");
    CHECK(fired(rule_sets::conv_relu<>, returned) == "");
}

} // namespace
