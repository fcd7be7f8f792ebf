#include <graft/library/nn/distance_gradients.hpp>

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

#include <limits>
#include <string>

namespace {

using namespace graft;
using namespace graft_test;

// What torch gives.
TEST_CASE("distance_gradients: of norms of any power") {
    tensor const from = f32({2, 2}, {1, 2, 4, 6}), to = f32({3, 2}, {1, 2, 1, -2, 0, 6});
    tensor const grad = f32({2, 3}, {1, 2, 4, 8, 16, 32}), pairs = f32({3}, {1, 2, 4});
    auto const gradient_of = [&](double p) {
        return show(aten::_cdist_backward(grad, from, to, p, aten::_cdist_forward(from, to, p, nullptr)));
    };
    auto const gradient_within = [&](double p) {
        return show(aten::_pdist_backward(pairs, to, p, aten::_pdist_forward(to, p)));
    };
    double const inf = std::numeric_limits<double>::infinity();
    CHECK(gradient_of(0) == "f32[2, 2]: 0 0 0 0");
    CHECK(gradient_of(0.5) == "f32[2, 2]: 12 -4 91.3655 40.7262");
    CHECK(gradient_of(1) == "f32[2, 2]: 4 -2 56 24");
    CHECK(gradient_of(1.5) == "f32[2, 2]: 1.923 -1.846 47.0092 21.7054");
    CHECK(gradient_of(2) == "f32[2, 2]: 0.970143 -1.88057 42.418 21.3813");
    CHECK(gradient_of(3) == "f32[2, 2]: 0.247429 -1.95887 37.733 21.7879");
    CHECK(gradient_of(inf) == "f32[2, 2]: 0 -2 32 24");
    CHECK(gradient_within(0) == "f32[3, 2]: 0 0 0 0 0 0");
    CHECK(gradient_within(0.5) == "f32[3, 2]: 6 -2 15.3137 -6.41421 -21.3137 8.41421");
    CHECK(gradient_within(2) == "f32[3, 2]: 0.485071 -0.940285 0.496139 -4.96911 -0.98121 5.9094");
    CHECK(gradient_within(inf) == "f32[3, 2]: 0 -1 0 -5 0 6");
}

TEST_CASE("distance_gradients: of no rows, and of rows of no elements") {
    tensor const none = f32({0, 2}, {}), rows = f32({2, 2}, {1, 2, 3, 4}), narrow = f32({2, 0}, {});
    CHECK(show(aten::_cdist_backward(f32({0, 2}, {}), none, rows, 2, f32({0, 2}, {}))) == "f32[0, 2]:");
    CHECK(show(aten::_cdist_backward(f32({2, 0}, {}), rows, none, 2, f32({2, 0}, {}))) == "f32[2, 2]: 0 0 0 0");
    CHECK(show(aten::_cdist_backward(rows, narrow, narrow, 2, rows)) == "f32[2, 0]:");
    CHECK(show(aten::_pdist_backward(f32({0}, {}), f32({1, 2}, {1, 2}), 2, f32({0}, {}))) == "f32[1, 2]: 0 0");
    CHECK(show(aten::_pdist_backward(f32({0}, {}), none, 2, f32({0}, {}))) == "f32[0, 2]:");
}

TEST_CASE("distance_gradients: of rows of sizes that are symbols of their own") {
    program_builder b;
    auto const input = [&](std::string const& name) {
        return b.input(name, f32_spec({symbol(name + "0"), symbol(name + "1")}));
    };
    value const grad = input("g"), x1 = input("x"), x2 = input("y"), distances = input("d");
    exported_program program = b.finish({aten::clone(aten::_cdist_backward(grad, x1, x2, 3.0, distances))});
    CHECK(decompose(program.graph(), decomposition_table<nn_ops>()) == 1);
    executor made(program, {kernels_of<known_ops>(), {}});
    tensor const from = f32({2, 2}, {1, 2, 4, 6}), to = f32({3, 2}, {1, 2, 1, -2, 0, 6});
    CHECK(show(made.run(
              {f32({2, 3}, {1, 2, 4, 8, 16, 32}), from, to, aten::_cdist_forward(from, to, 3.0, nullptr)})[0]) ==
          "f32[2, 2]: 0.247429 -1.95887 37.733 21.7879");
}

TEST_CASE("distance_gradients: arguments have to fit") {
    tensor const rows = f32({2, 2}, {1, 2, 3, 4}), row = f32({2}, {1, 2});
    CHECK(sentence([&] { aten::_cdist_backward(rows, rows, rows, -1, rows); }).find("'p' cannot be negative") !=
          std::string::npos);
    CHECK(sentence([&] {
              aten::_cdist_backward(rows, rows, row, 2, rows);
          }).find("'x2' must have at least 2 dimensions, not 1") != std::string::npos);
    CHECK(sentence([&] { aten::_pdist_backward(row, row, 2, row); }).find("'self' must have 2 dimensions, not 1") !=
          std::string::npos);
}

} // namespace
