#include <graft/transform/decompositions/aliases.hpp>

#include <doctest/doctest.h>

#include "agreement.hpp"

#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

tensor const x = random_f32({2, 3}), y = random_f32({3}, 7);

TEST_CASE("aliases: an op of another name computes the same") {
    check_unary<aten::absolute_default, aten::arctan_default, aten::arcsinh_default, aten::negative_default,
                aten::fix_default>(x);
    check_agreement<aten::multiply_tensor>({x, y});
    check_agreement<aten::true_divide_tensor>({x, y});
    check_agreement<aten::greater_equal_tensor>({x, y});
    check_agreement<aten::max_other>({x, y});
    check_agreement<aten::divide_tensor_mode>({x, y, "floor"});
    check_agreement<aten::swapaxes_default>({x, 0, 1});
    check_agreement<aten::broadcast_to_default>({y, std::vector{2, 3}});
}

static_assert(composed<aten::clip_default> && !composed<aten::clamp_default>);

} // namespace
