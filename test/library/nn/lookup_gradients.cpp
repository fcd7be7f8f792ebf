#include <graft/library/nn/lookup_gradients.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>
#include <graft/runtime/kernels.hpp>

#include "../../io/raises.hpp"
#include "../../runtime/tensors.hpp"

#include <string>

namespace {

using namespace graft;
using namespace graft_test;

tensor const grad = f32({3, 2}, {1, 2, 4, 8, 16, 32});
tensor const indices = i64({4}, {1, 2, 1, 4});
tensor const offsets = i64({3}, {0, 2, 2});
tensor const bags = i64({4}, {0, 0, 2, 2});
tensor const counts = i64({3}, {2, 0, 2});
tensor const zeros = i64({3}, {0, 0, 0});
tensor const nothing = i64({0}, {});

// What torch gives.
TEST_CASE("lookup_gradients: of rows in bags") {
    auto const dense = [](bool by_frequency, int mode, tensor const& sizes, tensor const& maxima, auto weights) {
        return show(
            aten::_embedding_bag_dense_backward(grad, indices, bags, sizes, maxima, 5, by_frequency, mode, weights));
    };
    CHECK(dense(false, 0, zeros, zeros, f32({4}, {0.5F, 1, 2, 4})) == "f32[5, 2]: 0 0 32.5 65 1 2 0 0 64 128");
    CHECK(dense(true, 1, counts, counts, nullptr) == "f32[5, 2]: 0 0 4.25 8.5 0.5 1 0 0 8 16");
    CHECK(dense(false, 2, counts, i64({3, 2}, {1, 2, 0, 0, 4, 1}), nullptr) == "f32[5, 2]: 0 0 1 32 0 2 0 0 16 0");
}

TEST_CASE("lookup_gradients: of rows in bags that are not noted") {
    auto const of_sums = [](tensor const& at, tensor const& from, int padding) {
        return show(
            aten::_embedding_bag_backward(grad, at, from, nothing, zeros, zeros, 5, false, 0, false, nullptr, padding));
    };
    CHECK(of_sums(indices, offsets, 2) == "f32[5, 2]: 0 0 17 34 0 0 0 0 16 32");
    CHECK(of_sums(indices, i64({4}, {0, 2, 2, 4}), -1) == "f32[5, 2]: 0 0 17 34 1 2 0 0 16 32");
    CHECK(of_sums(nothing, zeros, -1) == "f32[5, 2]: 0 0 0 0 0 0 0 0 0 0");
    CHECK(sentence([&] {
              aten::_embedding_bag_backward(grad, indices, offsets, nothing, zeros, zeros, 5, false, 0, true, nullptr);
          }).find("'sparse' must be false") != std::string::npos);
}

TEST_CASE("lookup_gradients: of weights of rows") {
    tensor const table = f32({5, 2}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
    CHECK(show(aten::_embedding_bag_per_sample_weights_backward(grad, table, indices, offsets, nothing, 0)) ==
          "f32[4]: 8 14 128 416");
    CHECK(show(aten::_embedding_bag_per_sample_weights_backward(grad, table, indices, offsets, bags, 0, 4)) ==
          "f32[4]: 8 14 128 0");
    CHECK(sentence([&] {
              aten::_embedding_bag_per_sample_weights_backward(grad, table, indices, offsets, bags, 1);
          }).find("'mode' must be 0") != std::string::npos);
}

} // namespace
