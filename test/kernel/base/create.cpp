#include <graft/kernel/base/create.hpp>

#include <doctest/doctest.h>

#include "../reference.hpp"

#include <cmath>
#include <vector>

using namespace graft;
using reference::elements;
using reference::make;
using reference::sizes;

using numbers = std::vector<double>;

TEST_CASE("create: numbers at equal distances") {
    for (dtype d : reference::numeric) {
        tensor out = tensor::empty({4}, d);
        kernel::arange(2, 3, out);
        CHECK(elements(out) == numbers{2, 5, 8, 11});
    }
    tensor out = tensor::empty({3}, dtype::f64);
    kernel::arange(1, -0.25, out);
    CHECK(elements(out) == numbers{1, 0.75, 0.5});
}

TEST_CASE("create: a matrix with ones on the diagonal") {
    tensor out = tensor::empty({2, 3}, dtype::i64);
    kernel::eye(out);
    CHECK(elements(out) == numbers{1, 0, 0, 0, 1, 0});
}
