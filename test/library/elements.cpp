#include <graft/library/elements.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/evaluate.hpp>

#include "../io/raises.hpp"
#include "../runtime/tensors.hpp"

#include <limits>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

// What the op gives for a tensor and these numbers behind it.
template <class Op>
vec<tensor> results_of(Op const& op, tensor const& x, std::vector<scalar> const& numbers = {}) {
    call<tensor> c(op.info());
    c.set(0, x);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        c.set(i + 1, numbers[i]);
    return evaluate(c, kernels_of<elements_ops>().find(op.info()));
}

// What torch gives for the same calls; test/data/opcases/elements has more of them.
TEST_CASE("elements: the different elements, in their order, what is no number each for itself") {
    float const nan = std::numeric_limits<float>::quiet_NaN();
    auto const sorted = results_of(aten::_unique2, f32({5}, {2, 1, nan, 2, nan}), {true, true, true});
    CHECK(show(sorted[0]) == "f32[4]: 1 2 nan nan");
    CHECK(show(sorted[1]) == "i64[5]: 1 0 2 1 3");
    CHECK(show(sorted[2]) == "i64[4]: 1 2 1 1");
    CHECK(show(results_of(aten::unique_consecutive, i64({4}, {1, 1, 0, 1}))[0]) == "i64[3]: 1 0 1");
}

TEST_CASE("elements: the different slices of a dimension") {
    tensor const x = i64({2, 3}, {1, 0, 1, 2, 3, 2});
    auto const found = results_of(aten::unique_dim, x, {1});
    CHECK(show(found[0]) == "i64[2, 2]: 0 1 3 2");
    CHECK(show(found[1]) == "i64[3]: 1 0 1");
    CHECK(show(found[2]) == "i64[2]: 1 2");
    CHECK(sentence([&] {
              results_of(aten::unique_dim, i64({2, 0}, {}), {0});
          }) == "aten::unique_dim: slices without elements cannot be compared");
}

TEST_CASE("elements: signs, all and any") {
    CHECK(show(results_of(aten::signbit, f32({3}, {-0.0F, 0, -1}))[0]) == "b8[3]: 1 0 1");
    CHECK(show(results_of(aten::signbit, tensor::full({2}, dtype::u64, 3))[0]) == "b8[2]: 0 0");
    CHECK(show(results_of(aten::_is_all_true, b8({2}, {true, false}))[0]) == "b8[]: 0");
    CHECK(show(results_of(aten::_is_any_true, b8({2}, {true, false}))[0]) == "b8[]: 1");
    CHECK(sentence([] { results_of(aten::_is_all_true, i64({1}, {1})); }) ==
          "aten::_is_all_true: 'self' must be of bool, not torch.int64");
}

} // namespace
