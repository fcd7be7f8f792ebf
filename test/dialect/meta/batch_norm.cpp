#include <graft/dialect/meta/batch_norm.hpp>

#include <graft/dialect/aten/batch_norm.hpp>
#include <graft/schema/infer.hpp>

#include "specs.hpp"

#include <doctest/doctest.h>

#include <array>
#include <vector>

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

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
}
