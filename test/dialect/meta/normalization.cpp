// Header-only: what holds in constants needs bodies.
#include <graft/dialect/meta/normalization.hpp>

#include <graft/dialect/aten/batch_norm.hpp>
#include <graft/dialect/aten/normalization.hpp>
#include <graft/ir/text/print_value.hpp>
#include <graft/schema/infer.hpp>

#include "specs.hpp"

#include <doctest/doctest.h>

#include <array>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

constexpr value_spec list(std::vector<value_spec> items) { return value_spec::of_list(std::move(items)); }

static_assert([] {
    return aten::native_layer_norm(f32({s0(), 3, 4}), std::vector{3, 4}, nullptr, nullptr, 1e-5) ==
           list({f32({s0(), 3, 4}), f32({s0(), 1, 1}), f32({s0(), 1, 1})});
}());
static_assert([] {
    return aten::native_group_norm(f32({2, 6, 5}), nullptr, nullptr, 2, 6, 5, 3, 1e-5) ==
           list({f32({2, 6, 5}), f32({2, 3}), f32({2, 3})});
}());
static_assert([] { return aten::_softmax(f32({2, 3}), -1, false) == f32({2, 3}); }());

} // namespace

TEST_CASE("normalization: a batch norm in inference saves nothing") {
    tensor_spec const image = strided(f32({2, 3, 4, 4}), {48, 1, 12, 3}), three = f32({3});
    CHECK(aten::_native_batch_norm_legit_no_training(image, three, three, three, three, 0.1, 1e-5) ==
          list({image, f32({0}), f32({0})}));
    CHECK_THROWS_WITH(
        static_cast<void>(aten::_native_batch_norm_legit_no_training(image, f32({4}), three, three, three, 0.1, 1e-5)),
        "graft: aten::_native_batch_norm_legit_no_training: 'weight' is [4], not "
        "[3]");
}

TEST_CASE("normalization: a softmax is contiguous and of the dtype asked for") {
    CHECK(aten::softmax.int_(i64({2, 3}), 0, dtype::f32) == f32({2, 3}));
    CHECK(aten::_log_softmax(strided(f32({2, 3}), {1, 2}), 0, false) == f32({2, 3}));
    CHECK(aten::_softmax(make_spec(dtype::f16, {2}), 0, true) == f32({2}));
    CHECK_THROWS_WITH(static_cast<void>(aten::_softmax(f32({2}), 0, true)),
                      "graft: aten::_softmax: 'half_to_float' is set and 'self' is "
                      "torch.float32");
    CHECK_THROWS_WITH(static_cast<void>(aten::_softmax(f32({2, 3}), 2, false)),
                      "graft: aten::_softmax: 'dim' is 2, which is not in [-2, 1]");
}

TEST_CASE("normalization: a shape or number of groups that does not fit is rejected") {
    CHECK_THROWS_WITH(static_cast<void>(aten::layer_norm(f32({2, 3, 4}), std::vector{3})),
                      "graft: aten::layer_norm: 'normalized_shape' [3] is not the end of "
                      "'input' [2, 3, 4]");
    CHECK_THROWS_WITH(static_cast<void>(aten::layer_norm(f32({2, 3}), std::vector{3}, f32({1}))),
                      "graft: aten::layer_norm: 'weight' is [1], not [3]");
    CHECK_THROWS_WITH(static_cast<void>(aten::group_norm(f32({2, 6, 5}), 4)),
                      "graft: aten::group_norm: 'num_groups' 4 does not divide the channels of "
                      "'input' [2, 6, 5]");
    CHECK_THROWS_WITH(static_cast<void>(aten::native_group_norm(f32({1, 4, 6}), nullptr, nullptr, 24, 1, 1, 4, 1e-5)),
                      "graft: aten::native_group_norm: 'group' 4 does not divide 'C' 1");
    CHECK_THROWS_WITH(static_cast<void>(aten::native_group_norm(f32({2, 4, 0}), nullptr, nullptr, 1, 5, 0, 1, 1e-5)),
                      "graft: aten::native_group_norm: 'HxW' is 0");
    CHECK_THROWS_WITH(static_cast<void>(aten::layer_norm(make_spec(dtype::c64, {2, 3}), std::vector{3})),
                      "graft: aten::layer_norm: it is not defined for torch.complex64");
    CHECK(aten::rms_norm(make_spec(dtype::c64, {2, 3}), std::vector{3}) == make_spec(dtype::c64, {2, 3}));
    CHECK_THROWS_WITH(static_cast<void>(aten::layer_norm(i64({2, 3}), std::vector{3})),
                      "graft: aten::layer_norm: it is not defined for torch.int64");
}

using namespace graft::literals;

TEST_CASE("batch_norm meta: parameters are of the dtype of the input, or f32 for a narrow one") {
    auto const f = [](tensor_spec const& x, tensor_spec const& w) {
        return aten::_native_batch_norm_legit.no_stats(x, w, nullptr, true, 0.1, 1e-5);
    };
    CHECK(f(f32({s0(), 3, 4}), f32({3})).items.at(1) == f32({3}));
    CHECK_THROWS_WITH(static_cast<void>(f(f32({2, 3, 4}), make_spec(dtype::f64, {3}))),
                      "graft: aten::_native_batch_norm_legit.no_stats: 'weight' is torch.float64, but 'input' "
                      "torch.float32");
    CHECK_THROWS_WITH(static_cast<void>(f(f32({0, 3}), f32({3}))),
                      "graft: aten::_native_batch_norm_legit.no_stats: 'input' [0, 3] has no elements of channels");
    auto const statistics = f32({3});
    auto const kept = [&](bool training) {
        return aten::_native_batch_norm_legit_functional(f32({0, 3}), nullptr, nullptr, statistics, statistics,
                                                         training, 0.1, 1e-5);
    };
    CHECK(text(kept(false)) == "(f32[0, 3], f32[0], f32[0], f32[3], f32[3])");
    CHECK_THROWS(static_cast<void>(kept(true)));
}
