#include <graft/transform/decompositions/layers.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>

#include "agreement.hpp"

#include <optional>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

argument<tensor> const none = std::nullopt;

TEST_CASE("layers: products of any ranks") {
    using sizes = std::vector<std::int64_t>;
    std::pair<sizes, sizes> const factors[] = {{{3}, {3}},
                                               {{3}, {3, 4}},
                                               {{2, 3}, {3}},
                                               {{2, 3}, {3, 4}},
                                               {{5, 2, 3}, {3, 4}},
                                               {{5, 2, 3}, {5, 3, 4}},
                                               {{2, 1, 2, 3}, {5, 3, 4}},
                                               {{3}, {2, 3, 4}},
                                               {{0, 2, 3}, {0, 3, 4}}};
    for (auto const& [a, b] : factors)
        check_agreement<aten::matmul_default>({random_f32(a), random_f32(b, 9)});
    tensor const weight = random_f32({4, 3}), bias = random_f32({4});
    for (sizes const& in : {sizes{3}, sizes{2, 3}, sizes{2, 5, 3}}) {
        check_agreement<aten::linear_default>({random_f32(in), weight, bias});
        check_agreement<aten::linear_default>({random_f32(in), weight, none});
    }
    check_agreement<aten::baddbmm_default>({bias, random_f32({2, 3, 5}), random_f32({2, 5, 4}), 2, 0.5});
}

TEST_CASE("layers: products of 16 bits that leave their range until they are scaled") {
    tensor const a = tensor::full({2, 3, 1}, dtype::f16, 60000), b = tensor::full({2, 1, 4}, dtype::f16, 1.5);
    check_agreement<aten::baddbmm_default>({tensor::full({4}, dtype::f16, 2), a, b, 2, 0.25});
}

TEST_CASE("layers: convolutions of images and batches of them") {
    tensor const line = random_f32({2, 4, 7}), image = random_f32({2, 4, 6, 5});
    check_agreement<aten::conv1d_default>({line, random_f32({6, 2, 3}), random_f32({6}), 2, 1, 1, 2});
    check_agreement<aten::conv2d_default>({image, random_f32({6, 4, 3, 2}), none, 1, std::vector{1, 0}, 2, 1});
    check_agreement<aten::conv2d_default>({random_f32({4, 6, 5}), random_f32({6, 4, 3, 2})});
    check_agreement<aten::conv_transpose2d_input>({image, random_f32({4, 3, 3, 2}), random_f32({3}), 2, 1, 1});
}

TEST_CASE("layers: normalisations") {
    tensor const x = random_f32({2, 6, 4}), w = random_f32({4}), c = random_f32({6}, 21);
    tensor const positive = tensor::full({6}, dtype::f32, 2);
    check_agreement<aten::layer_norm_default>({x, std::vector{4}, w, w});
    check_agreement<aten::rms_norm_default>({x, std::vector{4}, w});
    tensor const z = aten::view_as_complex(random_f32({3, 4, 2}));
    check_agreement<aten::rms_norm_default>({z, std::vector{4}, aten::view_as_complex(random_f32({4, 2}, 3))});
    check_agreement<aten::rms_norm_default>({z, std::vector{3, 4}, none, 0.1});
    check_agreement<aten::softmax_int>({z, 1, dtype::f64});
    check_agreement<aten::group_norm_default>({x, 3, c, none});
    check_agreement<aten::batch_norm_default>({x, c, c, c, positive, false, 0.1, 1e-5, false});
    check_agreement<aten::softmax_int>({x, 1});
    check_agreement<aten::softmax_int>({x, 1, dtype::f64});
    check_agreement<aten::log_softmax_int>({x, -1});
}

TEST_CASE("layers: normalisation that learns its statistics, or does not") {
    for (dtype const d : {dtype::f32, dtype::f64, dtype::f16, dtype::bf16})
        for (bool const training : {true, false}) {
            auto const narrow = [d](tensor const& t) { return detail::as_dense(t, d); };
            tensor const x = random_f32({3, 4, 5}), c = random_f32({4}, 9), positive = tensor::full({4}, d, 2);
            check_agreement<aten::_native_batch_norm_legit_functional_default>(
                {narrow(x), narrow(c), narrow(c), narrow(c), positive, training, 0.25, 1e-5});
            if (element_size(d) == 2)
                check_agreement<aten::_native_batch_norm_legit_functional_default>(
                    {narrow(x), c, none, c, detail::as_dense(positive, dtype::f32), training, 0.25, 1e-5});
        }
}

TEST_CASE("layers: batch normalisation of no elements takes no statistics") {
    tensor const x = tensor::empty({0, 2, 3}, dtype::f32), c = random_f32({2}, 9),
                 positive = tensor::full({2}, dtype::f32, 2);
    for (bool const training : {true, false})
        check_agreement<aten::batch_norm_default>({x, c, c, c, positive, training, 0.1, 1e-5, false});
    check_agreement<aten::batch_norm_default>({x, none, none, none, none, true, 0.1, 1e-5, false});
    tensor const nothing = tensor::empty({0, 0}, dtype::f32), of_none = tensor::empty({0}, dtype::f32);
    check_agreement<aten::batch_norm_default>({nothing, of_none, of_none, none, none, false, 0.1, 1e-5, false});
}

TEST_CASE("layers: attention with a mask, and without the future") {
    tensor const q = random_f32({2, 4, 3, 8}), k = random_f32({2, 4, 5, 8}, 2), mask = random_f32({3, 5});
    check_agreement<aten::scaled_dot_product_attention_default>({q, k, k});
    check_agreement<aten::scaled_dot_product_attention_default>({q, k, k, mask});
    check_agreement<aten::scaled_dot_product_attention_default>({q, k, k, none, 0.0, true});
}

TEST_CASE("layers: reductions") {
    tensor const x = random_f32({3, 4});
    check_unary<aten::sum_default, aten::var_default, aten::aminmax_default>(x);
    check_agreement<aten::logsumexp_default>({x, std::vector{1}});
    check_agreement<aten::logsumexp_default>({aten::view_as_complex(random_f32({3, 4, 2})), std::vector{1}});
    check_agreement<aten::count_nonzero_default>({x});
    check_agreement<aten::argsort_default>({x, 1, true});
    check_agreement<aten::max_pool2d_default>({random_f32({1, 2, 6, 6}), 2});
    check_agreement<aten::adaptive_avg_pool2d_default>({random_f32({2, 6, 6}), std::vector{3, 2}});
}

} // namespace
