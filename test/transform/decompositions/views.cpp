#include <graft/transform/decompositions/views.hpp>

#include <doctest/doctest.h>

#include "agreement.hpp"

#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

tensor const x = random_f32({2, 3, 4}), matrix = random_f32({2, 3}), number = random_f32({}), row = random_f32({3}, 7);

TEST_CASE("views: dimensions in another order") {
    check_unary<aten::mT_default, aten::numpy_T_default>(x);
    check_unary<aten::t_default, aten::adjoint_default>(matrix);
    check_agreement<aten::transpose_int>({x, 0, -1});
    check_agreement<aten::movedim_int>({x, 0, 2});
    check_agreement<aten::movedim_intlist>({x, std::vector{-1, 0}, std::vector{0, 1}});
    check_agreement<aten::movedim_intlist>({number, std::vector{0}, std::vector{0}});
}

TEST_CASE("views: parts of a dimension") {
    check_agreement<aten::narrow_default>({x, 2, -3, 2});
    check_agreement<aten::chunk_default>({x, 3, -1});
    check_agreement<aten::chunk_default>({random_f32({0, 2}), 3});
    check_agreement<aten::split_tensor>({x, 3, 2});
    check_agreement<aten::unbind_int>({x, 1});
}

TEST_CASE("views: dimensions made one") {
    check_agreement<aten::flatten_using_ints>({x});
    check_agreement<aten::flatten_using_ints>({x, 1, -1});
    check_agreement<aten::flatten_using_ints>({x, 1, 1});
    check_agreement<aten::flatten_using_ints>({number});
}

TEST_CASE("views: dimensions of size 1") {
    tensor const thin = random_f32({1, 3, 1});
    check_unary<aten::squeeze_default>(thin);
    check_agreement<aten::squeeze_dim>({thin, -1});
    check_agreement<aten::expand_as_default>({thin, random_f32({2, 3, 4})});
}

TEST_CASE("views: another dtype, and constant tensors") {
    check_agreement<aten::to_dtype>({x, dtype::f64});
    check_agreement<aten::to_dtype>({x, dtype::f32});
    check_agreement<aten::type_as_default>({x, tensor::zeros({1}, dtype::i64)});
    check_unary<aten::zeros_like_default, aten::ones_like_default, aten::contiguous_default>(x);
    check_agreement<aten::new_full_default>({x, std::vector{2, 2}, 1.5});
    check_agreement<aten::new_zeros_default>({x, std::vector{2}});
}

TEST_CASE("aliases: an op of another name computes the same") {
    check_unary<aten::absolute_default, aten::arctan_default, aten::arcsinh_default, aten::negative_default,
                aten::fix_default>(matrix);
    check_agreement<aten::multiply_tensor>({matrix, row});
    check_agreement<aten::true_divide_tensor>({matrix, row});
    check_agreement<aten::greater_equal_tensor>({matrix, row});
    check_agreement<aten::max_other>({matrix, row});
    check_agreement<aten::divide_tensor_mode>({matrix, row, "floor"});
    check_agreement<aten::swapaxes_default>({matrix, 0, 1});
    check_agreement<aten::broadcast_to_default>({row, std::vector{2, 3}});
}

static_assert(composed<aten::clip_default> && !composed<aten::clamp_default>);

} // namespace
