#include <graft/library/nn/fractional_pooling.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/dialect.hpp>
#include <graft/runtime/evaluate.hpp>

#include "../../io/raises.hpp"
#include "../../runtime/tensors.hpp"

namespace {

using namespace graft;
using namespace graft_test;

struct ops_here : dialect<ops_here> {
    using members = aten::fractional_pooling_ops;
};

vec<tensor> pooled(op_info const& op, tensor const& self, vec<sym_int> window, vec<sym_int> output,
                   tensor const& samples) {
    call<tensor> c(op);
    c.set(0, self);
    c.set(1, window);
    c.set(2, output);
    c.set(3, samples);
    return evaluate(c, kernels_of<ops_here>().find(op));
}

// What torch gives; test/data/opcases/nn has more.
TEST_CASE("fractional_max_pool: the last window ends where the image does, the first begins where it does") {
    op_info const& op = aten::fractional_max_pool2d_default::info();
    auto const found = pooled(op, iota({1, 4, 5}), {2, 2}, {3, 2}, f32({1, 1, 2}, {0.5, 0.25}));
    CHECK(show(found[0]) == "f32[1, 3, 2]: 6 9 11 14 16 19");
    CHECK(show(found[1]) == "i64[1, 3, 2]: 6 9 11 14 16 19");
    auto const spare = pooled(op, iota({1, 4, 5}), {2, 2}, {3, 2}, f32({2, 1, 2}, {0.5, 0.25, 0, 0}));
    CHECK(show(spare[0]) == show(found[0]));
    tensor const volume = iota({1, 3, 2, 2});
    CHECK(show(pooled(aten::fractional_max_pool3d_default::info(), volume, {1, 1, 1}, {2, 1, 1},
                      f32({1, 1, 3}, {0, 0, 0}))[0]) == "f32[1, 2, 1, 1]: 3 11");
}

TEST_CASE("fractional_max_pool: windows must fit, and there must be samples for each image") {
    op_info const& op = aten::fractional_max_pool2d_default::info();
    CHECK(sentence([&] {
              pooled(op, iota({1, 4, 5}), {3, 2}, {3, 2}, f32({1, 1, 2}, {0, 0}));
          }) == "aten::fractional_max_pool2d: windows of 3 elements that are 3 do not fit into 4");
    CHECK(sentence([&] {
              pooled(op, iota({1, 4, 5}), {2, 2}, {3, 2}, f32({1, 2}, {0, 0}));
          }) == "aten::fractional_max_pool2d: 'random_samples' must have 3 dimensions, not 2");
    CHECK(sentence([&] {
              pooled(op, iota({2, 1, 4, 5}), {2, 2}, {3, 2}, f32({1, 1, 2}, {0, 0}));
          }).find("the sizes of 'self' [2, 1, 4, 5] and 'random_samples' [1, 1, 2] do not fit") != std::string::npos);
}

} // namespace
