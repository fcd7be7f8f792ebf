#include <graft/runtime/blocked_pattern.hpp>

#include <doctest/doctest.h>

#include <graft/core/tensor_compare.hpp>
#include <graft/rewrite/bind_pattern.hpp>
#include <graft/runtime/evaluate_pattern.hpp>
#include <graft/runtime/kernels/elementwise.hpp>
#include <graft/runtime/kernels/reduction.hpp>

#include "../transform/decompositions/agreement.hpp"

namespace {

using namespace graft;
using namespace graft_test;

/// Two tensors and a number in, bound to one pattern or another below.
struct blended_t : op<blended_t> {
    static constexpr fixed_string text{"toy::blended(Tensor self, Tensor other, Scalar alpha=1) -> Tensor"};
};
inline constexpr blended_t blended;

constexpr auto self = var<"self">;
constexpr auto other = var<"other">;
constexpr auto alpha = var<"alpha">;

constexpr kernel_table kernels{
    kernel_set<decltype(aten::add.Tensor), decltype(aten::mul.Tensor), decltype(aten::sub.Tensor),
               decltype(aten::relu.default_), decltype(aten::gt.Tensor), decltype(aten::where.self),
               decltype(aten::sum.dim_IntList)>};

call<tensor> call_of(tensor const& x, tensor const& y) {
    call<tensor> c(blended.info());
    c.set("self", x).set("other", y).set("alpha", scalar(2));
    return c;
}

constexpr auto less = aten::sub.Tensor(aten::mul.Tensor(self, other), self, "alpha"_a = alpha);
constexpr auto smooth =
    bind_pattern_to_op(blended, aten::where.self(aten::gt.Tensor(self, other), aten::relu(less), other));

/// Requires that the blocks give bit for bit what the ops give one after the other.
void check_blocks(tensor const& x, tensor const& y) {
    bound_op const bound = smooth.view();
    call<tensor> const c = call_of(x, y);
    detail::blocked_evaluator blocks(bound, c, kernels);
    REQUIRE(blocks.applies());
    tensor const expected = detail::pattern_evaluator{bound, c, kernels}.run(0).front(), got = blocks.run();
    CHECK(got.dtype() == expected.dtype());
    REQUIRE(got.sizes() == expected.sizes());
    CHECK(compare(expected, got, tolerance{}).agrees());
}

TEST_CASE("blocked_pattern: blocks give what whole tensors give, whatever the last block holds") {
    for (std::int64_t const size : {8192, 8193, 12287, 12288, 20000})
        check_blocks(random_f32({size}), random_f32({size}, 9));
    check_blocks(random_f32({3, 70, 50}), random_f32({3, 70, 50}, 9));
}

TEST_CASE("blocked_pattern: dtypes promote as those of the whole tensors, and numbers of no dimensions stay numbers") {
    tensor const x = random_f32({9000}), counts = random_integers({9000}, dtype::i32, -3, 3);
    check_blocks(x, counts);
    check_blocks(counts, x);
    check_blocks(x, tensor::full({}, dtype::f64, 0.3));
    check_blocks(counts, tensor::full({}, dtype::i64, 1));
}

TEST_CASE("blocked_pattern: few elements, other sizes, columns and sums are no case for blocks") {
    auto const applies = [](auto const& binding, tensor const& x, tensor const& y) {
        bound_op const bound = binding.view();
        call<tensor> const c = call_of(x, y);
        return detail::blocked_evaluator(bound, c, kernels).applies();
    };
    tensor const x = random_f32({100, 100}), row = random_f32({100});
    CHECK(applies(smooth, x, x));
    CHECK_FALSE(applies(smooth, row, row));
    CHECK_FALSE(applies(smooth, x, row));
    CHECK_FALSE(applies(smooth, x, x.as_strided({100, 100}, {1, 100}, 0)));
    constexpr auto sums =
        bind_pattern_to_op(blended, aten::add.Tensor(aten::sum.dim_IntList(self, ints(1), true), other));
    CHECK_FALSE(applies(sums, x, x));
}

} // namespace
