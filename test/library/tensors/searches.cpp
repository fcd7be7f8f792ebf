#include <graft/library/tensors/searches.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/evaluate.hpp>
#include <graft/schema/infer.hpp>

#include "../../io/raises.hpp"
#include "../../runtime/tensors.hpp"

#include <functional>

namespace {

using namespace graft;
using namespace graft_test;

struct ops_here : dialect<ops_here> {
    using members = aten::searches_ops;
};

template <class Op>
vec<tensor> results_of(Op const&, std::function<void(call<tensor>&)> const& set) {
    call<tensor> c(Op::info());
    set(c);
    return evaluate(c, kernels_of<ops_here>().find(Op::info()));
}

// What torch gives; test/data/opcases/tensors has more.
TEST_CASE("searches: coordinates of so many elements, equality, different elements") {
    tensor const x = f32({2, 2}, {0, 1, 2, 0}), y = f32({4}, {0, 1, 2, 0});
    auto const places = [&](std::int64_t size) {
        return show(results_of(aten::nonzero_static, [&](call<tensor>& c) {
            c.set(0, x);
            c.set("size", scalar(size));
        })[0]);
    };
    CHECK(places(3) == "i64[3, 2]: 0 1 1 0 -1 -1");
    CHECK(places(1) == "i64[1, 2]: 0 1");
    CHECK(sentence([&] { places(-1); }) == "aten::nonzero_static: 'size' must not be negative, but is -1");
    auto const same = [](tensor const& a, tensor const& b) {
        return show(results_of(aten::equal, [&](call<tensor>& c) {
            c.set(0, a);
            c.set(1, b);
        })[0]);
    };
    CHECK(same(x, x) == "b8[]: 1");
    CHECK(same(x, y) == "b8[]: 0");
    CHECK(sentence([&] { same(x, i64({1}, {1})); }) == "aten::equal: 'other' is torch.int64, but 'self' torch.float32");
    CHECK(show(results_of(aten::_unique, [&](call<tensor>& c) { c.set(0, x); })[0]) == "f32[3]: 0 1 2");
}

TEST_CASE("searches: segments") {
    tensor const x = f32({4}, {1, 2, 3, 5});
    auto const reduced = [&](char const* rule, tensor const& lengths) {
        return show(results_of(aten::segment_reduce, [&](call<tensor>& c) {
            c.set(0, x);
            c.set(1, rule);
            c.set("lengths", lengths);
        })[0]);
    };
    tensor const three = i64({3}, {3, 0, 1});
    CHECK(reduced("sum", three) == "f32[3]: 6 0 5");
    CHECK(reduced("mean", three) == "f32[3]: 2 nan 5");
    CHECK(reduced("max", three) == "f32[3]: 3 -inf 5");
    CHECK(reduced("amin", three) == "f32[3]: 1 inf 5");
    CHECK(reduced("prod", three) == "f32[3]: 6 1 5");
    CHECK(sentence([&] { reduced("median", three); }) ==
          "aten::segment_reduce: 'reduce' is median, not sum, mean, max, min or prod");
    CHECK(sentence([&] { reduced("sum", i64({1}, {3})); }) ==
          "aten::segment_reduce: the lengths add up to 3, not to 4");
}

TEST_CASE("searches: memory in an order of dimensions") {
    auto const strides = [](vec<sym_int> order) {
        call<tensor_spec> c(aten::empty_permuted_default::info());
        c.set(0, vec<sym_int>{2, 3, 4});
        c.set(1, order);
        return infer(c).tensor.strides;
    };
    CHECK(bool{strides({0, 2, 1}) == vec<sym_int>{12, 1, 3}});
    CHECK(sentence([&] { strides({0, 0, 1}); }) == "aten::empty_permuted: 'physical_layout' names dimension 0 twice");
}

} // namespace
