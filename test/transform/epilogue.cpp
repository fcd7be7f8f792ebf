#include <graft/transform/epilogue.hpp>

#include <doctest/doctest.h>

#include "check_rewrite.hpp"

#include <bit>

namespace {

using namespace graft;
using namespace graft_test;

struct epilogue_program {
    program_builder b;
    value x = b.input("x", f32_spec({2, 3}));

    std::optional<epilogue> of(value v) const { return epilogue_of(*v.owner, v.id); }
};

double bound(arg const& a) {
    return a.kind == arg_kind::integer ? static_cast<double>(a.bits) : std::bit_cast<double>(a.bits);
}

TEST_CASE("epilogue: clamps have the bounds that are given, or those that the op has by itself") {
    epilogue_program p;
    auto const relu = p.of(aten::relu(p.x)), unit = p.of(aten::hardtanh(p.x)), six = p.of(aten::hardtanh(p.x, 0, 6)),
               above = p.of(aten::clamp(p.x, 0.5)), below = p.of(aten::clamp(p.x, nullptr, 2));
    REQUIRE((relu && unit && six && above && below));
    CHECK((bound(relu->min) == 0 && relu->max.kind == arg_kind::none));
    CHECK((bound(unit->min) == -1 && bound(unit->max) == 1));
    CHECK((bound(six->min) == 0 && bound(six->max) == 6));
    CHECK((bound(above->min) == 0.5 && above->max.kind == arg_kind::none));
    CHECK((below->min.kind == arg_kind::none && bound(below->max) == 2));
    for (auto const& e : {relu, unit, six, above, below})
        CHECK(e->activation().kind == arg_kind::none);
}

TEST_CASE("epilogue: activations are known by their names, and gelu by how it is computed") {
    epilogue_program p;
    auto const name = [&](value v) { return p.of(v) ? std::string(p.of(v)->function) : "none"; };
    CHECK(name(aten::gelu(p.x)) == "gelu");
    CHECK(name(aten::gelu(p.x, "approximate"_a = "tanh")) == "gelu_tanh");
    CHECK(name(aten::silu(p.x)) == "silu");
    CHECK(name(aten::hardswish(p.x)) == "hardswish");
    CHECK(name(aten::hardsigmoid(p.x)) == "hardsigmoid");
    CHECK(name(aten::sigmoid(p.x)) == "sigmoid");
    CHECK(name(aten::tanh(p.x)) == "tanh");
    CHECK(p.of(aten::silu(p.x))->activation().text == "silu");
}

TEST_CASE("epilogue: other ops and inputs are none") {
    epilogue_program p;
    CHECK_FALSE(p.of(p.x));
    CHECK_FALSE(p.of(aten::exp(p.x)));
    CHECK_FALSE(p.of(aten::add.Tensor(p.x, p.x)));
}

} // namespace
