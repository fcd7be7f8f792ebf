#include <graft/transform/decompositions/elementwise.hpp>

#include <doctest/doctest.h>

#include "agreement.hpp"

#include <array>
#include <complex>
#include <cstdint>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

tensor const x = random_f32({5, 7}), y = random_f32({7}, 3), z = random_f32({5, 1}, 11);

TEST_CASE("elementwise: activations") {
    check_unary<aten::silu_default, aten::mish_default, aten::softplus_default, aten::hardsigmoid_default,
                aten::hardswish_default, aten::relu6_default, aten::celu_default, aten::selu_default,
                aten::log_sigmoid_default, aten::hardshrink_default>(x);
    check_agreement<aten::threshold_default>({x, 0.5, 2});
    std::vector<std::int64_t> const whole{-2, -1, 0, 1, 2};
    check_agreement<aten::threshold_default>({tensor::from<std::int64_t>({5}, whole), -1.5, 3.7});
    check_agreement<aten::threshold_default>({tensor::from<std::int64_t>({5}, whole), 1.5, 3});
    check_agreement<aten::glu_default>({random_f32({3, 4}), 1});
}

TEST_CASE("elementwise: functions") {
    check_unary<aten::square_default, aten::frac_default, aten::deg2rad_default, aten::rad2deg_default,
                aten::sinc_default, aten::isposinf_default, aten::isneginf_default>(x);
    check_agreement<aten::square_default>({tensor::full({2}, dtype::boolean, true)});
    check_agreement<aten::xlogy_tensor>({x, y});
    check_agreement<aten::rsub_tensor>({x, y, 2});
    check_agreement<aten::rsub_tensor>({tensor::full({3}, dtype::f16, 3), tensor::full({3}, dtype::f16, 0.1), 1.1});
}

TEST_CASE("elementwise: sinc of complex numbers") {
    constexpr std::array<std::complex<float>, 3> numbers{{{0, 0}, {0.25F, 1}, {-1.5F, -0.5F}}};
    check_unary<aten::sinc_default>(tensor::from<std::complex<float>>({3}, numbers));
}

TEST_CASE("elementwise: sinc of numbers of 16 bits whose product with pi leaves their range") {
    check_unary<aten::sinc_default>(tensor::full({2}, dtype::f16, 60000));
    check_unary<aten::sinc_default>(tensor::full({2}, dtype::f16, 2.5));
}

TEST_CASE("elementwise: several operands") {
    check_agreement<aten::addcmul_default>({x, y, z, 0.5});
    check_agreement<aten::addcdiv_default>({x, y, z, 0.5});
    // f16 does not hold the products and quotients alone.
    tensor const large = tensor::full({3}, dtype::f16, 300), small = tensor::full({3}, dtype::f16, 0.003),
                 least = tensor::full({3}, dtype::f16, -60000), number = tensor::full({}, dtype::f32, 300.1);
    check_agreement<aten::addcmul_default>({large, large, large, 0.5});
    check_agreement<aten::addcmul_default>({least, large, number, 1});
    check_agreement<aten::addcdiv_default>({least, large, small, 1});
    check_agreement<aten::lerp_scalar>({x, x, 0.75});
    check_agreement<aten::lerp_tensor>({x, random_f32({5, 7}, 13), x});
    check_agreement<aten::lerp_tensor>({x, random_f32({5, 7}, 13), tensor::full({}, dtype::u8, 4)});
    tensor const whole = tensor::from<std::int64_t>({2}, std::array<std::int64_t, 2>{1, 8});
    check_agreement<aten::lerp_tensor>({whole, tensor::full({2}, dtype::i64, 3), tensor::full({}, dtype::f32, 0.25)});
    check_agreement<aten::outer_default>({y, y});
}

TEST_CASE("elementwise: truths") {
    check_unary<aten::all_default>(x);
    check_agreement<aten::all_dim>({x, 0});
    check_agreement<aten::all_dims>({x, std::vector{0, 1}, true});
}

TEST_CASE("elementwise: limits and choices") {
    check_agreement<aten::clamp_min_default>({x, 0.5});
    check_agreement<aten::clamp_max_default>({x, 0.5});
    check_agreement<aten::clamp_min_tensor>({x, y});
    check_agreement<aten::clamp_max_tensor>({x, y});
    tensor const mask = tensor::full({5, 1}, dtype::boolean, true);
    check_agreement<aten::where_scalar_other>({mask, x, 2});
    check_agreement<aten::where_scalar>({mask, 1, 2.5});
    check_agreement<aten::masked_fill_scalar>({x, mask, 0.5});
    check_agreement<aten::masked_fill_tensor>({x, mask, tensor::full({}, dtype::f32, 2)});
}

} // namespace
