#include <graft/runtime/permuted_result.hpp>

#include <graft/meta/vec.hpp>
#include <graft/symbolic/spec_of.hpp>

#include <doctest/doctest.h>

#include "tensors.hpp"

#include <vector>

namespace {

using namespace graft;
using namespace graft_test;
using detail::permuted_results;
using detail::permuted_strides;

tensor_spec spec_of(std::vector<sym_int> sizes, std::vector<sym_int> strides) {
    tensor_spec spec = make_spec(dtype::f32, std::move(sizes));
    spec.strides = std::move(strides);
    return spec;
}

} // namespace

TEST_CASE("permuted_strides: of what lies densely in another order of dimensions") {
    CHECK(permuted_strides(spec_of({2, 3}, {1, 2}), {2, 3}) == dim_vector{1, 2});
    CHECK(permuted_strides(spec_of({2, 3, 4}, {12, 1, 3}), {2, 3, 4}) == dim_vector{12, 1, 3});
    symbol const n("n");
    sym_bindings five;
    five.set(n, 5);
    CHECK(permuted_strides(spec_of({sym_int(n), 3}, {1, sym_int(n)}), {5, 3}, five) == dim_vector{1, 5});
}

TEST_CASE("permuted_strides: nothing of what lies row by row, with gaps, or twice") {
    CHECK(!permuted_strides(spec_of({2, 3}, {3, 1}), {2, 3}));
    CHECK(!permuted_strides(spec_of({1, 3}, {1, 1}), {1, 3})); // dimensions of one element do not count
    CHECK(!permuted_strides(spec_of({2, 3}, {1, 4}), {2, 3})); // gaps
    CHECK(!permuted_strides(spec_of({2, 3}, {0, 1}), {2, 3})); // expanded
    CHECK(!permuted_strides(spec_of({2, 3}, {-1, 2}), {2, 3}));
    CHECK(!permuted_strides(spec_of({2, 3}, {1, 2}), {3, 3})); // of other sizes
    CHECK(!permuted_strides(spec_of({0, 3}, {1, 0}), {0, 3}));
    CHECK(!permuted_strides(spec_of({2, 3}, {1}), {2, 3}));
}

TEST_CASE("permuted_strides: with gaps, where these count") {
    CHECK(permuted_strides(spec_of({2, 3}, {4, 1}), {2, 3}, {}, true) == dim_vector{4, 1});
    CHECK(permuted_strides(spec_of({2, 3}, {1, 4}), {2, 3}, {}, true) == dim_vector{1, 4});
    CHECK(permuted_strides(spec_of({2, 3}, {6, 2}), {2, 3}, {}, true) == dim_vector{6, 2});
    CHECK(!permuted_strides(spec_of({2, 3}, {3, 1}), {2, 3}, {}, true));
    CHECK(!permuted_strides(spec_of({2, 3}, {2, 1}), {2, 3}, {}, true)); // elements lie on one another
}

TEST_CASE("with_strides: a copy with gaps has room for them") {
    tensor const spread = detail::with_strides(f32({2, 2}, {1, 2, 3, 4}), {6, 2});
    CHECK(spread.strides() == dim_vector{6, 2});
    CHECK(show(spread) == "f32[2, 2]: 1 2 3 4");
}

TEST_CASE("permuted_results: the kernel writes row by row, others see the strides") {
    permuted_results permuted;
    tensor const made = tensor::empty({2, 3}, dtype::f32);
    std::vector<tensor> const results{permuted.add(0, made, {1, 2})};
    kernel::copy(f32({2, 3}, {1, 2, 3, 4, 5, 6}), std::vector<tensor>(results)[0]);
    permuted.take(results);
    std::vector<tensor> const shown = permuted.shown(results);
    CHECK(shown[0].strides() == dim_vector{1, 2});
    CHECK(show(shown) == "f32[2, 3]: 1 2 3 4 5 6\n");
    CHECK(show(made) == "f32[2, 3]: 1 4 2 5 3 6");
}

TEST_CASE("permuted_results: what shows an argument stays where it is, what is new is laid out") {
    permuted_results permuted;
    static_cast<void>(permuted.add(0, tensor::empty({2, 3}, dtype::f32), {1, 2}));
    vec<tensor> results{f32({2, 3}, {1, 2, 3, 4, 5, 6})};
    permuted.lay_out(results, [](tensor const&) { return true; });
    CHECK(results[0].strides() == dim_vector{3, 1});
    permuted.lay_out(results, [](tensor const&) { return false; });
    CHECK(results[0].strides() == dim_vector{1, 2});
    CHECK(show(results) == "f32[2, 3]: 1 2 3 4 5 6\n");
}
