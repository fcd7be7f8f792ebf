#include <graft/library/nn/lookup_gradients.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/known_ops.hpp>
#include <graft/library/nn.hpp>
#include <graft/runtime/eager.hpp>
#include <graft/runtime/executor.hpp>
#include <graft/runtime/kernels.hpp>
#include <graft/transform/decompose.hpp>

#include "../../io/raises.hpp"
#include "../../runtime/tensors.hpp"
#include "../../runtime/test_program.hpp"

#include <string>
#include <utility>
#include <vector>

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

// A program of inputs of so many dimensions, of which each size is a symbol of its own, and what becomes of a call.
template <class Call>
exported_program of_own_symbols(std::vector<std::pair<dtype, int>> const& inputs, Call const& call) {
    program_builder b;
    std::vector<value> values;
    for (auto const& [type, rank] : inputs) {
        vec<sym_int> sizes;
        std::string const name(1, static_cast<char>('a' + values.size()));
        for (int d = 0; d < rank; ++d)
            sizes.push_back(symbol(name + std::to_string(d)));
        values.push_back(b.input(name, make_spec(type, std::move(sizes))));
    }
    exported_program program = b.finish({aten::clone(call(values))});
    CHECK(decompose(program.graph(), decomposition_table<nn_ops>()) == 1);
    return program;
}

TEST_CASE("lookup_gradients: of sizes that are symbols of their own") {
    kernel_library const library{kernels_of<known_ops>(), {}};
    exported_program const maxima = of_own_symbols(
        {{dtype::f32, 2}, {dtype::i64, 1}, {dtype::i64, 1}, {dtype::i64, 1}, {dtype::i64, 2}}, [](auto const& in) {
            return aten::_embedding_bag_dense_backward(in[0], in[1], in[2], in[3], in[4], 5, false, 2, nullptr);
        });
    CHECK(show(executor(maxima, library).run({grad, indices, bags, counts, i64({3, 2}, {1, 2, 0, 0, 4, 1})})[0]) ==
          "f32[5, 2]: 0 0 1 32 0 2 0 0 16 0");
    exported_program const sums = of_own_symbols(
        {{dtype::f32, 2}, {dtype::i64, 1}, {dtype::i64, 1}, {dtype::i64, 1}, {dtype::f32, 1}}, [](auto const& in) {
            return aten::_embedding_bag_dense_backward(in[0], in[1], in[2], in[3], in[3], 5, false, 0, in[4]);
        });
    CHECK(show(executor(sums, library).run({grad, indices, bags, counts, f32({4}, {0.5F, 1, 2, 4})})[0]) ==
          "f32[5, 2]: 0 0 32.5 65 1 2 0 0 64 128");
    exported_program const weights = of_own_symbols(
        {{dtype::f32, 2}, {dtype::f32, 2}, {dtype::i64, 1}, {dtype::i64, 1}, {dtype::i64, 1}}, [](auto const& in) {
            return aten::_embedding_bag_per_sample_weights_backward(in[0], in[1], in[2], in[3], in[4], 0, 4);
        });
    tensor const table = f32({5, 2}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
    CHECK(show(executor(weights, library).run({grad, table, indices, offsets, bags})[0]) == "f32[4]: 8 14 128 0");
}

} // namespace
