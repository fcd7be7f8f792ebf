#include <graft/transform/rules/activation.hpp>

#include <doctest/doctest.h>

#include "simplified.hpp"

#include <span>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

using inputs = std::vector<value> const&;

constexpr dtype wide[] = {dtype::f32, dtype::f64};
constexpr dtype narrow[] = {dtype::f16, dtype::bf16};

std::string made(std::span<dtype const> dtypes, auto const& f) {
    return simplified(rule_sets::activation<>, dtypes, {{2, 5}, {2, 5}}, f, {.order = sweep::backward});
}
bool stays(auto const& f) {
    std::string const nothing =
        simplified(rules(rule<"none">(aten::tril(rule_sets::x) >> rule_sets::x)), f32_only, {{2, 5}, {2, 5}}, f);
    return made(f32_only, f) == nothing;
}

//=== silu ===//

TEST_CASE("silu: a value times its sigmoid") {
    CHECK(made(floats, [](inputs v) { return aten::mul.Tensor(v[0], aten::sigmoid(v[0])); }) == "silu(x0)");
    CHECK(made(floats, [](inputs v) { return aten::mul.Tensor(aten::sigmoid(v[0]), v[0]); }) == "silu(x0)");
}

TEST_CASE("silu: not of two values, of integers, or where the sigmoid is used as well") {
    CHECK(stays([](inputs v) { return aten::mul.Tensor(v[0], aten::sigmoid(v[1])); }));
    CHECK(made(whole_numbers, [](inputs v) { return aten::mul.Tensor(v[0], aten::sigmoid(v[0])); }) ==
          "mul(x0, sigmoid(x0))");
    CHECK(stays([](inputs v) {
        value const s = aten::sigmoid(v[0]);
        return aten::add.Tensor(aten::mul.Tensor(v[0], s), s);
    }));
}

TEST_CASE("silu: between casts to f32 and back it is that of 16-bit floats") {
    auto const cast = [](value v, dtype d) { return aten::_to_copy(v, "dtype"_a = d); };
    for (dtype const d : narrow) {
        auto const silu = [&](inputs v) {
            value const x = cast(v[0], dtype::f32);
            return cast(aten::mul.Tensor(x, aten::sigmoid(x)), d);
        };
        CHECK(made(std::span(&d, 1), silu) == "silu(x0)");
    }
    CHECK(made(std::span(narrow, 1), [&](inputs v) {
              value const x = cast(v[0], dtype::f32);
              return cast(aten::mul.Tensor(x, aten::sigmoid(x)), dtype::bf16);
          }) == "_to_copy(silu(_to_copy(x0, dtype=torch.float32)), dtype=torch.bfloat16)");
    CHECK(made(std::span(narrow, 1), [&](inputs v) {
              value const x = cast(v[0], dtype::bf16);
              return cast(aten::mul.Tensor(x, aten::sigmoid(x)), dtype::f16);
          }) == "_to_copy(silu(_to_copy(x0, dtype=torch.bfloat16)), dtype=torch.float16)");
}

//=== hardswish ===//

value relu6(value v) { return aten::hardtanh(v, 0, 6); }

TEST_CASE("hardswish: as torch decomposes it, as it is written, and with its clamps merged") {
    CHECK(made(floats, [](inputs v) {
              value const r = aten::clamp(aten::clamp(aten::add.Tensor(v[0], 3), 0), nullptr, 6);
              return aten::div.Tensor(aten::mul.Tensor(v[0], r), 6);
          }) == "hardswish(x0)");
    CHECK(made(floats, [](inputs v) {
              return aten::div.Tensor(aten::mul.Tensor(relu6(aten::add.Tensor(3.0, v[0])), v[0]), 6.0);
          }) == "hardswish(x0)");
    CHECK(made(floats, [](inputs v) {
              return aten::div.Tensor(aten::mul.Tensor(v[0], aten::clamp(aten::add.Tensor(v[0], 3), 0.0, 6.0)), 6);
          }) == "hardswish(x0)");
    CHECK(made(floats, [](inputs v) {
              return aten::mul.Tensor(v[0], aten::div.Tensor(relu6(aten::add.Tensor(v[0], 3)), 6));
          }) == "hardswish(x0)");
}

TEST_CASE("hardswish: not with other numbers, of two values, or where a part is used as well") {
    auto const form = [](value x, value y, double shift, double top, double divisor) {
        return aten::div.Tensor(aten::mul.Tensor(x, aten::clamp(aten::add.Tensor(y, shift), 0, top)), divisor);
    };
    CHECK_FALSE(stays([&](inputs v) { return form(v[0], v[0], 3, 6, 6); }));
    CHECK(stays([&](inputs v) { return form(v[0], v[1], 3, 6, 6); }));
    CHECK(stays([&](inputs v) { return form(v[0], v[0], 2, 6, 6); }));
    CHECK(stays([&](inputs v) { return form(v[0], v[0], 3, 5, 6); }));
    CHECK(stays([&](inputs v) { return form(v[0], v[0], 3, 6, 5); }));
    CHECK(stays([&](inputs v) {
        value const sum = aten::add.Tensor(v[0], 3, "alpha"_a = 2);
        return aten::div.Tensor(aten::mul.Tensor(v[0], aten::clamp(sum, 0, 6)), 6);
    }));
    CHECK(stays([&](inputs v) {
        value const product = aten::mul.Tensor(v[0], relu6(aten::add.Tensor(v[0], 3)));
        return aten::add.Tensor(aten::div.Tensor(product, 6), product);
    }));
}

//=== gelu ===//

value cdf(value x, double divisor = 1.4142135623730951) {
    return aten::add.Tensor(aten::erf(aten::div.Tensor(x, divisor)), 1);
}

TEST_CASE("gelu: the product with the distribution in every order") {
    CHECK(made(wide, [](inputs v) { return aten::mul.Tensor(aten::mul.Tensor(v[0], 0.5), cdf(v[0])); }) == "gelu(x0)");
    CHECK(made(wide, [](inputs v) { return aten::mul.Tensor(aten::mul.Tensor(0.5, cdf(v[0])), v[0]); }) == "gelu(x0)");
    CHECK(made(wide, [](inputs v) { return aten::mul.Tensor(aten::mul.Tensor(v[0], cdf(v[0])), 0.5); }) == "gelu(x0)");
    CHECK(made(wide, [](inputs v) {
              value const e = aten::erf(aten::mul.Tensor(v[0], 0.70710678));
              return aten::mul.Tensor(aten::mul.Tensor(v[0], 0.5), aten::add.Tensor(1.0, e));
          }) == "gelu(x0)");
    CHECK(made(wide, [](inputs v) { return aten::mul.Tensor(aten::mul.Tensor(v[0], 0.5), cdf(v[0], 1.4142)); }) ==
          "gelu(x0)");
}

TEST_CASE("gelu: not with other numbers, of two values, of 16-bit floats, or where a part is used as well") {
    CHECK(stays([](inputs v) { return aten::mul.Tensor(aten::mul.Tensor(v[0], 0.5), cdf(v[0], 1.4135)); }));
    CHECK(stays([](inputs v) { return aten::mul.Tensor(aten::mul.Tensor(v[0], 0.51), cdf(v[0])); }));
    CHECK(stays([](inputs v) { return aten::mul.Tensor(aten::mul.Tensor(v[0], 0.5), cdf(v[1])); }));
    CHECK(stays([](inputs v) {
        value const c = cdf(v[0]);
        return aten::add.Tensor(aten::mul.Tensor(aten::mul.Tensor(v[0], 0.5), c), c);
    }));
    CHECK(made(narrow, [](inputs v) {
              return aten::mul.Tensor(aten::mul.Tensor(v[0], 0.5), cdf(v[0]));
          }).starts_with("mul("));
}

TEST_CASE("gelu: with the hyperbolic tangent, its cubic in three forms") {
    constexpr double root = 0.7978845608028654;
    auto const gelu = [](value x, value inner) {
        return aten::mul.Tensor(aten::mul.Tensor(x, 0.5), aten::add.Tensor(aten::tanh(inner), 1));
    };
    std::string const expected = "gelu(x0, approximate=tanh)";
    CHECK(made(wide, [&](inputs v) {
              value const cube = aten::mul.Tensor(aten::pow.Tensor_Scalar(v[0], 3), 0.044715);
              return gelu(v[0], aten::mul.Tensor(aten::add.Tensor(v[0], cube), root));
          }) == expected);
    CHECK(made(wide, [&](inputs v) {
              value const x = v[0], cube = aten::mul.Tensor(aten::mul.Tensor(aten::mul.Tensor(x, 0.044715), x), x);
              return gelu(x, aten::mul.Tensor(aten::add.Tensor(cube, x), 0.79788));
          }) == expected);
    CHECK(made(wide, [&](inputs v) {
              value const x = v[0], square = aten::mul.Tensor(aten::mul.Tensor(x, 0.044715), x);
              return gelu(x, aten::mul.Tensor(aten::mul.Tensor(x, root), aten::add.Tensor(square, 1)));
          }) == expected);
    CHECK(stays([&](inputs v) {
        value const square = aten::mul.Tensor(aten::pow.Tensor_Scalar(v[0], 2), 0.044715);
        return gelu(v[0], aten::mul.Tensor(aten::add.Tensor(v[0], square), root));
    }));
    CHECK(stays([&](inputs v) {
        value const cube = aten::mul.Tensor(aten::pow.Tensor_Scalar(v[0], 3), 0.0448);
        return gelu(v[0], aten::mul.Tensor(aten::add.Tensor(v[0], cube), root));
    }));
}

} // namespace
