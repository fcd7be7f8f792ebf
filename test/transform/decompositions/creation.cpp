#include <graft/transform/decompositions/creation.hpp>

#include <doctest/doctest.h>

#include "agreement.hpp"

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("creation: ranges and identity matrices") {
    check_agreement<aten::arange_default>({7});
    check_agreement<aten::arange_default>({2.5});
    check_agreement<aten::arange_default>({4, dtype::f64});
    check_agreement<aten::arange_start>({-2, 5});
    check_agreement<aten::eye_default>({4});
    check_agreement<aten::eye_default>({3, dtype::i64});
    check_agreement<aten::eye_default>({0});
}

TEST_CASE("creation: triangles above and below each diagonal") {
    for (std::int64_t diagonal = -4; diagonal <= 4; ++diagonal)
        for (tensor const& x :
             {random_f32({3, 4}), random_f32({2, 4, 3}), random_f32({0, 3}), random_integers({3, 3}, dtype::i8, -4, 4),
              tensor::full({3, 3}, dtype::boolean, true)}) {
            check_agreement<aten::tril_default>({x, diagonal});
            check_agreement<aten::triu_default>({x, diagonal});
        }
}

TEST_CASE("creation: zeros, and copies of a number") {
    tensor const x = random_f32({2, 3});
    check_agreement<aten::zero_default>({x});
    check_agreement<aten::fill_tensor>({x, tensor::full({}, dtype::i64, 3)});
}

} // namespace
