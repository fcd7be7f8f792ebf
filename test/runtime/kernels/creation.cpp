#include <graft/runtime/kernels/creation.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>
#include <graft/runtime/evaluate.hpp>

#include "../tensors.hpp"

#include <array>

namespace {

using namespace graft;
using namespace graft_test;

// Ops without a tensor argument have no carrier, so their calls are made by hand.
template <class Op, class... Value>
std::string evaluated(Op const&, std::pair<char const*, Value> const&... given) {
    graft::call<tensor> c(Op::info());
    (c.set(given.first, given.second), ...);
    return show(evaluate(c, &kernel_of<Op>::run));
}

TEST_CASE("creation: full and scalar_tensor have the dtype of their number, or the one asked for") {
    CHECK(evaluated(aten::full.default_, std::pair{"size", std::array{2}}, std::pair{"fill_value", 1.5}) ==
          "f32[2]: 1.5 1.5\n");
    CHECK(evaluated(aten::full.default_, std::pair{"size", std::array<int, 0>{}}, std::pair{"fill_value", 7}) ==
          "i64[]: 7\n");
    CHECK(evaluated(aten::full.default_, std::pair{"size", std::array{1}}, std::pair{"fill_value", 7},
                    std::pair{"dtype", dtype::f16}) == "f16[1]: 7\n");
    CHECK(evaluated(aten::full.default_, std::pair{"size", std::array{2}}, std::pair{"fill_value", 1.06},
                    std::pair{"dtype", dtype::f8e5m2}) == "f8e5m2[2]: 1 1\n");
    CHECK(evaluated(aten::scalar_tensor.default_, std::pair{"s", 2.5}) == "f32[]: 2.5\n");
    CHECK(evaluated(aten::scalar_tensor.default_, std::pair{"s", 2.5}, std::pair{"dtype", dtype::i32}) == "i32[]: 2\n");
}

TEST_CASE("creation: full_like has dtype and sizes of its argument") {
    CHECK(show(aten::full_like(i64({2, 1}, {0, 0}), 3)) == "i64[2, 1]: 3 3");
    CHECK(show(aten::full_like(f32({1}, {0}), 3, "dtype"_a = dtype::boolean)) == "b8[1]: 1");
}

TEST_CASE("creation: embedding takes rows of its weight") {
    CHECK(show(aten::embedding(f32({3, 2}, {0, 1, 10, 11, 20, 21}), i64({2, 1}, {2, 0}))) == "f32[2, 1, 2]: 20 21 0 1");
}

TEST_CASE("creation: new tensors take the dtype of another unless they are told one") {
    tensor const like = i64({1}, {7});
    CHECK(show(aten::new_zeros(like, std::array{2})) == "i64[2]: 0 0");
    CHECK(show(aten::new_ones(like, std::array{2}, "dtype"_a = dtype::f16)) == "f16[2]: 1 1");
    CHECK(show(aten::new_full(like, std::array{1}, 5)) == "i64[1]: 5");
}

TEST_CASE("creation: what no tensor gives a dtype to is run by its call") {
    graft::call<tensor> range(aten::arange.start_step.info());
    range.set("start", 1).set("end", 7).set("step", 2);
    CHECK(show(evaluate(range, &kernel_of<decltype(aten::arange.start_step)>::run)) == "i64[3]: 1 3 5\n");
    graft::call<tensor> unit(aten::eye.default_.info());
    unit.set("n", 2);
    CHECK(show(evaluate(unit, &kernel_of<decltype(aten::eye.default_)>::run)) == "f32[2, 2]: 1 0 0 1\n");
}

} // namespace
