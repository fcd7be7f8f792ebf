#include <graft/transform/decompositions/functions.hpp>

#include <doctest/doctest.h>

#include "agreement.hpp"

#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <utility>

namespace {

using namespace graft;
using namespace graft_test;

constexpr float infinity = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
constexpr std::array<float, 10> odd_numbers{-infinity, infinity, nan, 0, -0.0F, 1, -1, 0.5F, 3e38F, -0.25F};
constexpr std::array<std::complex<float>, 4> complex_numbers{{{1, 0}, {1, -0.0F}, {0, nan}, {nan, 0.5F}}};
tensor const odd = tensor::from<float>({10}, odd_numbers), x = random_f32({5, 7}), y = random_f32({7}, 3);
tensor const bytes = random_integers({40}, dtype::i8, -9, 9);

TEST_CASE("functions: differences and quotients") {
    check_agreement<aten::rsub_scalar>({x, 1.5});
    check_agreement<aten::rsub_scalar>({x, 2, 3});
    check_agreement<aten::rsub_scalar>({tensor::full({3}, dtype::bf16, 3), 1, 70001.5});
    check_agreement<aten::rsub_scalar>({bytes, 7, 2});
    check_agreement<aten::rsub_scalar>({tensor::from<std::complex<float>>({4}, complex_numbers), infinity});
    check_agreement<aten::rsub_scalar>({tensor::from<std::complex<float>>({4}, complex_numbers), 1e39});
    check_agreement<aten::floor_divide_default>({x, y});
    check_agreement<aten::floor_divide_scalar>({bytes, -4});
    check_agreement<aten::floor_divide_scalar>({x, 0.3});
}

TEST_CASE("functions: steps, and what is not a number") {
    check_unary<aten::softshrink_default, aten::nan_to_num_default, aten::sgn_default, aten::isfinite_default,
                aten::isreal_default, aten::positive_default, aten::_conj_physical_default>(odd);
    check_unary<aten::nan_to_num_default, aten::sgn_default, aten::isfinite_default, aten::isreal_default>(bytes);
    check_unary<aten::isreal_default>(tensor::from<std::complex<float>>({4}, complex_numbers));
    check_agreement<aten::nan_to_num_default>({odd, 1.0, 2.0, 3.0});
    check_agreement<aten::nan_to_num_default>({tensor::from<std::complex<float>>({4}, complex_numbers), 1.0});
    check_agreement<aten::heaviside_default>({odd, tensor::full({}, dtype::f32, 0.5)});
    check_agreement<aten::softshrink_default>({x, 1});
}

TEST_CASE("functions: logarithms and powers") {
    check_agreement<aten::logaddexp_default>({x, y});
    check_agreement<aten::logaddexp_default>({odd, odd});
    check_agreement<aten::logaddexp_default>({odd, tensor::full({10}, dtype::f32, 1)});
    constexpr std::array<std::complex<float>, 4> a{{{1, 2}, {80, 1}, {-infinity, 1}, {0.5F, -3}}},
        b{{{2, -1}, {80, 2}, {-infinity, 2}, {-infinity, 2}}};
    check_agreement<aten::logaddexp_default>(
        {tensor::from<std::complex<float>>({4}, a), tensor::from<std::complex<float>>({4}, b)});
    check_agreement<aten::logaddexp_default>({tensor::from<std::complex<float>>({4}, a), random_f32({4})});
    check_agreement<aten::logaddexp2_default>({x, y});
    check_agreement<aten::logaddexp2_default>({odd, odd});
    check_agreement<aten::logaddexp2_default>({odd, tensor::full({10}, dtype::f32, 1)});
    check_agreement<aten::logit_default>({x, 0.01});
    check_agreement<aten::logit_default>({odd});
    check_agreement<aten::logit_default>({x, 0.75});
    check_agreement<aten::logit_default>({odd, 0.5});
    check_unary<aten::exp2_default>(x);
    check_agreement<aten::xlogy_scalar_other>({odd, 3});
    check_agreement<aten::xlogy_scalar_self>({0, odd});
    check_agreement<aten::xlogy_scalar_other>({bytes, 300}); // which a byte does not hold
    check_agreement<aten::xlogy_scalar_self>({300, bytes});
}

TEST_CASE("functions: the larger and the smaller of two that are numbers") {
    tensor const one = tensor::full({10}, dtype::f32, 1);
    for (auto const& [a, b] : {std::pair{x, y}, {odd, one}, {one, odd}, {odd, odd}}) {
        check_agreement<aten::fmax_default>({a, b});
        check_agreement<aten::fmin_default>({a, b});
    }
}

TEST_CASE("functions: dropout outside of training") {
    check_agreement<aten::dropout_default>({x, 0.5, false});
    check_agreement<aten::alpha_dropout_default>({x, 0.5, false});
    check_agreement<aten::feature_dropout_default>({x, 0.5, false});
    check_agreement<aten::feature_alpha_dropout_default>({x, 0.5, false});
}

template <class Op>
tensor composed_dropout(tensor const& of, double p) {
    graft::call<tensor> c(Op::info());
    c.set(0, of).set(1, p).set(2, true);
    return composed_results<Op>(c).at(0);
}

// The share of elements that are `kept`; every other one must be `dropped`.
double share_of(tensor const& t, float kept, float dropped) {
    double count = 0;
    for (std::int64_t i = 0; i < t.numel(); ++i) {
        float const value = t.contiguous().data<float>()[i];
        bool const is = std::abs(value - kept) < 1e-5f;
        CHECK((is || std::abs(value - dropped) < 1e-5f));
        count += is;
    }
    return count / static_cast<double>(t.numel());
}

TEST_CASE("functions: dropout in training drops elements or channels, and keeps the mean") {
    tensor const ones = tensor::full({10, 10, 7}, dtype::f32, 1);
    CHECK(std::abs(share_of(composed_dropout<aten::dropout_default>(ones, 0.25), 1 / 0.75f, 0) - 0.75) < 0.1);
    // 0 for the lowest value of selu, times a, plus b.
    double const lowest = 1.7580993408473766, a = 1 / std::sqrt((lowest * lowest * 0.25 + 1) * 0.75);
    auto const kept = static_cast<float>(a + lowest * a * 0.25), dropped = static_cast<float>(lowest * a * (0.25 - 1));
    CHECK(std::abs(share_of(composed_dropout<aten::alpha_dropout_default>(ones, 0.25), kept, dropped) - 0.75) < 0.1);
    for (tensor const& t : {composed_dropout<aten::feature_dropout_default>(ones, 0.25),
                            composed_dropout<aten::feature_alpha_dropout_default>(ones, 0.25)})
        for (std::int64_t i = 0; i < t.numel(); ++i)
            CHECK(t.data<float>()[i] == t.data<float>()[i / 7 * 7]);
    tensor const complex = tensor::full({2, 3}, dtype::c64, scalar::complex(1, -2));
    check_agreement<aten::dropout_default>({complex, 1.0, true});
    check_agreement<aten::feature_alpha_dropout_default>({complex, 1.0, true});
    tensor const parts = composed_dropout<aten::alpha_dropout_default>(complex, 0.5).view_as_real();
    for (std::int64_t i = 0; i < parts.numel(); i += 2) {
        bool const stays = parts.data<float>()[i] > 0;
        CHECK(parts.data<float>()[i] == doctest::Approx(stays ? 1.6655988 : -0.7791939));
        CHECK(parts.data<float>()[i + 1] == doctest::Approx(stays ? -1.7728098 : 0));
    }
    check_agreement<aten::alpha_dropout_default>({x, 1.0, true});
    check_agreement<aten::feature_dropout_default>({x, 1.0, true});
}

} // namespace
