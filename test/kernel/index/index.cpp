#include <graft/kernel/index/index.hpp>

#include <doctest/doctest.h>

#include "../reference.hpp"

using namespace graft;
using reference::sizes;

TEST_CASE("index_select: every dtype, dimension and layout") {
    reference::source random(151);
    for (dtype d : reference::any_real)
        for (std::int64_t dim : {0, 1, -1}) {
            tensor const t = random.uniform({4, 3, 5}, d),
                         index = random.uniform({7}, dim == 0 ? dtype::i32 : dtype::i64, 0, 2.4);
            sizes space{4, 3, 5};
            std::size_t const axis = wrap_dim(dim, 3);
            space[axis] = 7;
            tensor out = random.empty(space, d);
            kernel::index_select(t, dim, index, out);
            CHECK(reference::mismatch(out, [&](sizes i) {
                      i[axis] = static_cast<std::int64_t>(reference::at(index, {i[axis]}));
                      return reference::at(t, i);
                  }) == "");
        }
    tensor one = tensor::empty({}, dtype::f32);
    kernel::index_select(tensor::full({}, dtype::f32, 5), 0, tensor::zeros({1}, dtype::i64), one);
    CHECK(one.item().to<double>() == 5);
}

TEST_CASE("embedding: rows at indices of any shape, in every dtype") {
    reference::source random(152);
    for (dtype d : reference::any_real)
        for (sizes const& shape : {sizes{}, sizes{4}, sizes{2, 3}, sizes{0}}) {
            tensor const w = random.uniform({5, 3}, d), index = random.uniform(shape, dtype::i64, 0, 4.4);
            sizes space = shape;
            space.push_back(3);
            tensor out = random.empty(space, d);
            kernel::embedding(w, index, out);
            CHECK(reference::mismatch(out, [&](sizes i) {
                      std::int64_t const column = i.back();
                      i.pop_back();
                      return reference::at(w, {static_cast<std::int64_t>(reference::at(index, i)), column});
                  }) == "");
        }
}

TEST_CASE("gather: every dtype, dimension and layout; the index may be smaller in other dimensions") {
    reference::source random(153);
    for (dtype d : reference::any_real)
        for (std::int64_t dim : {0, 1, 2}) {
            tensor const t = random.uniform({4, 3, 5}, d);
            sizes space{3, 2, 4};
            space[static_cast<std::size_t>(dim)] = 6;
            tensor const index = random.uniform(space, dtype::i64, 0, 2.4);
            tensor out = random.empty(space, d);
            kernel::gather(t, dim, index, out);
            CHECK(reference::mismatch(out, [&](sizes i) {
                      i[static_cast<std::size_t>(dim)] = static_cast<std::int64_t>(reference::at(index, i));
                      return reference::at(t, i);
                  }) == "");
        }
    tensor one = tensor::empty({}, dtype::f32);
    kernel::gather(tensor::full({}, dtype::f32, 5), 0, tensor::zeros({}, dtype::i64), one);
    CHECK(one.item().to<double>() == 5);
    tensor none = tensor::empty({0}, dtype::f32);
    kernel::gather(tensor::zeros({3, 3}, dtype::f32), 0, tensor::empty({0}, dtype::i64), none);
}

TEST_CASE("indices: out of range, negative or of another dtype are errors") {
    tensor const t = tensor::zeros({4, 3}, dtype::f32);
    tensor out = tensor::empty({1, 3}, dtype::f32);
    for (double bad : {-1, 4}) {
        tensor const index = reference::make({1}, dtype::i64, {bad}),
                     wide = reference::make({1, 3}, dtype::i64, {bad, 0, 0});
        CHECK_THROWS_AS(kernel::index_select(t, 0, index, out), error);
        CHECK_THROWS_AS(kernel::embedding(t, index, out), error);
        CHECK_THROWS_AS(kernel::gather(t, 0, wide, out), error);
    }
    CHECK_THROWS_WITH_AS(kernel::embedding(t, reference::make({1}, dtype::i64, {9}), out),
                         "graft: embedding: index 9 is out of range for the size 4", error);
    CHECK_THROWS_AS(kernel::embedding(t, tensor::zeros({1}, dtype::f32), out), error);
    CHECK_THROWS_AS(kernel::index_select(t, 0, tensor::zeros({2}, dtype::i64), out), error);
    CHECK_THROWS_AS(kernel::gather(t, 0, tensor::zeros({1, 4}, dtype::i64), out), error);
    tensor whole = tensor::empty({1, 3}, dtype::i32), wide = tensor::empty({1, 4}, dtype::f32);
    CHECK_THROWS_AS(kernel::index_select(t, 0, tensor::zeros({1}, dtype::i64), whole), error);
    CHECK_THROWS_AS(kernel::gather(t, 0, tensor::zeros({1, 4}, dtype::i64), wide), error);
}
