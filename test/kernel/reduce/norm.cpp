#include <graft/kernel/reduce/norm.hpp>

#include <doctest/doctest.h>

#include <cmath>

#include "../reference.hpp"

using namespace graft;
using reference::sizes;

TEST_CASE("batch_norm: every floating dtype and layout, with and without weight and bias") {
    reference::source random(131);
    for (dtype d : reference::floating)
        for (int round = 0; round < 8; ++round) {
            sizes space = random.shape(2 + round % 3, 5);
            space[0] = round == 7 ? 0 : space[0];
            dtype const statistics = round % 2 == 0 ? d : dtype::f32;
            tensor const x = random.uniform(space, d), mean = random.uniform({space[1]}, statistics),
                         var = random.uniform({space[1]}, statistics, 0.5, 4),
                         w = random.uniform({space[1]}, statistics), b = random.uniform({space[1]}, statistics);
            tensor out = random.empty(space, d);
            bool const scaled = round < 4, shifted = round % 4 < 2;
            kernel::batch_norm(x, scaled ? &w : nullptr, shifted ? &b : nullptr, mean, var, 0.25, out);
            CHECK(reference::mismatch(
                      out,
                      [&](sizes const& i) {
                          sizes const c{i[1]};
                          double const normal =
                              (reference::at(x, i) - reference::at(mean, c)) / std::sqrt(reference::at(var, c) + 0.25);
                          return normal * (scaled ? reference::at(w, c) : 1) + (shifted ? reference::at(b, c) : 0);
                      },
                      10) == "");
        }
}

TEST_CASE("batch_norm: wrong sizes and dtypes are errors") {
    tensor const x = tensor::zeros({2, 3, 4}, dtype::f32), three = tensor::zeros({3}, dtype::f32),
                 two = tensor::zeros({2}, dtype::f32);
    tensor out = tensor::empty({2, 3, 4}, dtype::f32), whole = tensor::empty({2, 3, 4}, dtype::i32),
           less = tensor::empty({2, 3}, dtype::f32);
    kernel::batch_norm(x, nullptr, nullptr, three, three, 1e-5, out);
    CHECK_THROWS_AS(kernel::batch_norm(x, &two, nullptr, three, three, 1e-5, out), error);
    CHECK_THROWS_AS(kernel::batch_norm(x, nullptr, nullptr, three, two, 1e-5, out), error);
    CHECK_THROWS_AS(kernel::batch_norm(x, nullptr, nullptr, three, three, 1e-5, less), error);
    CHECK_THROWS_AS(kernel::batch_norm(x, nullptr, nullptr, three, three, 1e-5, whole), error);
    CHECK_THROWS_AS(kernel::batch_norm(two, nullptr, nullptr, three, three, 1e-5, out), error);
}
