#include <graft/runtime/kernels/reduction.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>
#include <graft/runtime/kernels/complex.hpp>

#include "../tensors.hpp"

#include <array>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("reduction: without dims, or with none in the list, everything is reduced") {
    tensor const x = f32({2, 3}, {1, 2, 3, 4, 5, 9});
    CHECK(show(aten::sum(x)) == "f32[]: 24");
    CHECK(show(aten::mean(x)) == "f32[]: 4");
    CHECK(show(aten::amax(x)) == "f32[]: 9");
    CHECK(show(aten::sum.dim_IntList(x, nullptr)) == "f32[]: 24");
    CHECK(show(aten::mean.dim(x, nullptr, true)) == "f32[1, 1]: 4");
}

TEST_CASE("reduction: dims may be one value, a list, or count from the end") {
    tensor const x = f32({2, 3}, {1, 2, 3, 4, 5, 9});
    CHECK(show(aten::sum.dim_IntList(x, 0)) == "f32[3]: 5 7 12");
    CHECK(show(aten::sum.dim_IntList(x, std::array{0, 1})) == "f32[]: 24");
    CHECK(show(aten::mean.dim(x, -1)) == "f32[2]: 2 6");
    CHECK(show(aten::mean.dim(x, -1, "keepdim"_a = true)) == "f32[2, 1]: 2 6");
    CHECK(show(aten::amax(x, 1)) == "f32[2]: 3 9");
    CHECK(show(aten::amax(x, std::array{-2}, true)) == "f32[1, 3]: 4 5 9");
}

TEST_CASE("reduction: the dtype asked for is that of the result") {
    tensor const x = i64({2}, {3, 4});
    CHECK(show(aten::sum(x)) == "i64[]: 7");
    CHECK(show(aten::sum(x, "dtype"_a = dtype::f64)) == "f64[]: 7");
    CHECK(show(aten::mean(x, "dtype"_a = dtype::f32)) == "f32[]: 3.5");
    CHECK(show(aten::sum(b8({3}, {true, true, false}))) == "i64[]: 2");
}

TEST_CASE("reduction: products, truths and both extrema") {
    tensor const x = f32({2, 2}, {1, 2, 3, 0});
    CHECK(show(aten::prod.dim_int(x, 0)) == "f32[2]: 3 0");
    CHECK(show(aten::any.dim(x, 1)) == "b8[2]: 1 1");
    CHECK(show(aten::all(x)) == "b8[]: 0");
    CHECK(show(aten::all.dims(x, nullptr)) == "b8[]: 0");
    CHECK(show(aten::all.dims(x, std::vector<int>{})) == "b8[2, 2]: 1 1 1 0");
    CHECK(show(aten::any.dims(make<std::uint8_t>({3}, {0, 7, 1}), std::vector<int>{})) == "u8[3]: 0 1 1");
    CHECK(show(aten::aminmax(x)) == "f32[]: 0\nf32[]: 3\n");
    CHECK(show(aten::count_nonzero(x)) == "i64[]: 3");
    CHECK(show(aten::max.dim(x, 1)) == "f32[2]: 2 3\ni64[2]: 1 0\n");
    CHECK(show(aten::argmin(x)) == "i64[]: 3");
}

TEST_CASE("reduction: variances and norms") {
    tensor const x = f32({2}, {1, 3});
    CHECK(show(aten::var(x)) == "f32[]: 2");
    CHECK(show(aten::std.correction(x, nullptr, "correction"_a = 0)) == "f32[]: 1");
    CHECK(show(aten::var_mean(x)) == "f32[]: 2\nf32[]: 2\n");
    CHECK(show(aten::linalg_vector_norm(f32({2}, {3, 4}))) == "f32[]: 5");
    CHECK(show(aten::logsumexp(f32({2}, {0, 0}), 0)) == "f32[]: 0.693147");
}

// What torch gives.
TEST_CASE("reduction: the logarithm of sums of complex powers of e") {
    tensor const x = aten::view_as_complex(f32({2, 3, 2}, {1, 2, -0.5f, 1, 3, -4, 0, 0.25f, 2, 0, -1, -1}));
    CHECK(show(aten::view_as_real(aten::logsumexp(x, std::array{0}, true))) ==
          "f32[1, 3, 2]: 1.00209 1.63041 2.04558 0.0660427 2.9817 2.28582");
}

// What torch gives.
TEST_CASE("reduction: the numbers are as the dtype asked for holds them before they are reduced") {
    tensor const x = aten::view_as_complex(f32({2, 2}, {1, 2, 3, 4}));
    CHECK(show(aten::prod(x, "dtype"_a = dtype::f32)) == "f32[]: 3");
    CHECK(show(aten::sum(x, "dtype"_a = dtype::i64)) == "i64[]: 4");
    CHECK(show(aten::mean(x, "dtype"_a = dtype::f32)) == "f32[]: 2");
    CHECK(show(aten::any(x)) == "b8[]: 1");
    tensor const length = aten::linalg_vector_norm(x, "dtype"_a = dtype::c128);
    CHECK(length.data<double>()[0] == doctest::Approx(5.477225575051661).epsilon(1e-15));
}

} // namespace
