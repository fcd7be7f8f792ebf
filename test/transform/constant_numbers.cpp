#include <graft/transform/constant_numbers.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten/arithmetic.hpp>

#include "../runtime/test_program.hpp"

#include <vector>

namespace {

using namespace graft;

constexpr auto x = var<"x">;
constexpr auto times_one = rule<"times-one">(aten::mul.Tensor(x, splat(1)) >> x, where(same_meta(x, replaced)));

TEST_CASE("constant_numbers: constants of one number throughout are found, others are not") {
    graft_test::program_builder b;
    value const in = b.input("x", make_spec(dtype::f32, {2}));
    value const one = b.parameter("one", tensor::full({2}, dtype::f32, 1.0));
    b.constant("two", tensor::full({}, dtype::i64, 2));
    b.parameter("mixed", tensor::from<float>({2}, std::vector<float>{1, 2}));
    b.buffer("none", tensor::zeros({0}, dtype::f32));
    b.constant("complex", tensor::zeros({1}, dtype::c64));
    exported_program p = b.finish({aten::mul.Tensor(in, one)});
    auto const numbers = constant_numbers(p);
    REQUIRE(numbers.size() == 2);
    CHECK(numbers[0].node == one.id);
    CHECK(numbers[0].value == scalar{1.0});
    CHECK(numbers[1].value == scalar{2});
    p.graph().set_constant(one.id, false);
    CHECK(constant_numbers(p).size() == 1);
}

TEST_CASE("constant_numbers: rules see them when a program is rewritten") {
    graft_test::program_builder b;
    value const in = b.input("x", make_spec(dtype::f32, {2}));
    value const one = b.parameter("one", tensor::full({1}, dtype::f32, 1.0));
    value const many = b.parameter("many", tensor::full({3, 2}, dtype::f32, 1.0));
    value const product = aten::mul.Tensor(aten::mul.Tensor(in, one), many);
    exported_program p = b.finish({aten::mul.Tensor(product, in)});
    CHECK(rewrite(p, times_one).rewrites == 1);
    CHECK(p.graph().arg(product.id, 0).node() == in.id);
}

} // namespace
