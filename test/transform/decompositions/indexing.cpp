#include <graft/transform/decompositions/indexing.hpp>

#include <doctest/doctest.h>

#include "agreement.hpp"

namespace {

using namespace graft;
using namespace graft_test;

tensor const x = random_f32({3, 5, 2}), index = random_integers({4}, dtype::i64, 0, 2),
             slices = random_f32({4, 5, 2}, 9);

TEST_CASE("indexing: slices are added, written and filled") {
    check_agreement<aten::index_add_default>({x, 0, index, slices});
    check_agreement<aten::index_add_default>({x, 0, index, slices, 0.5});
    tensor const few = random_integers({1}, dtype::i64, 1, 1);
    check_agreement<aten::index_copy_default>({x, 1, few, random_f32({3, 1, 2}, 4)});
    check_agreement<aten::index_fill_int_scalar>({x, -1, few, 7});
    check_agreement<aten::index_fill_int_tensor>({x, 0, index, tensor::full({}, dtype::f32, -3)});
}

TEST_CASE("indexing: a tensor of no dimensions is its only slice") {
    tensor const number = tensor::full({}, dtype::f32, 5), zero = tensor::full({1}, dtype::i64, 0);
    check_agreement<aten::index_add_default>({number, 0, zero, random_f32({1}), 2});
    check_agreement<aten::index_copy_default>({number, -1, zero, random_f32({1})});
    check_agreement<aten::index_fill_int_scalar>({number, 0, zero, 7});
    check_agreement<aten::index_fill_int_tensor>({number, 0, zero, tensor::full({}, dtype::f32, -3)});
}

TEST_CASE("indexing: elements by their place in the whole tensor, from either end") {
    check_agreement<aten::take_default>({x, random_integers({2, 3}, dtype::i64, -30, 29)});
}

} // namespace
