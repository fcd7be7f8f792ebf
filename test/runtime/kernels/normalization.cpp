#include <graft/runtime/kernels/normalization.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>
#include <graft/runtime/kernels/complex.hpp>

#include "../tensors.hpp"

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("normalization: softmax and log_softmax go along dim") {
    tensor const y = f32({2, 2}, {0, 0, 0, 1.0986123f}); // log 3
    CHECK(show(aten::_softmax(y, 1, false)) == "f32[2, 2]: 0.5 0.5 0.25 0.75");
    CHECK(show(aten::_softmax(y, -2, false)) == "f32[2, 2]: 0.5 0.25 0.5 0.75");
    CHECK(show(aten::_log_softmax(y, 1, false)) == "f32[2, 2]: -0.693147 -0.693147 -1.38629 -0.287682");
}

TEST_CASE("normalization: rows and groups") {
    tensor const row = f32({1, 2}, {1, 3});
    CHECK(show(aten::layer_norm(row, std::array{2}, nullptr, nullptr, 0.0)) == "f32[1, 2]: -1 1");
    CHECK(show(aten::native_layer_norm(row, std::array{2}, nullptr, nullptr, 0.0)) ==
          "f32[1, 2]: -1 1\nf32[1, 1]: 2\nf32[1, 1]: 1\n");
    CHECK(show(aten::rms_norm(f32({2}, {7, 1}), std::array{2}, f32({2}, {1, 5}), 0.0)) == "f32[2]: 1.4 1");
    CHECK(show(aten::group_norm(f32({1, 2, 2}, {1, 3, 5, 9}), 2, nullptr, nullptr, 0.0)) == "f32[1, 2, 2]: -1 1 -1 1");
    // Two images of one channel, whatever the dimensions are.
    CHECK(show(aten::native_group_norm(f32({1, 2, 2}, {1, 3, 5, 9}), f32({1}, {2}), nullptr, 2, 1, 2, 1, 0.0)[0]) ==
          "f32[1, 2, 2]: -2 2 -2 2");
    CHECK(show(aten::native_group_norm(f32({4}, {1, 3, 5, 9}), nullptr, nullptr, 1, 2, 2, 2, 0.0)[0]) ==
          "f32[4]: -1 1 -1 1");
}

// What torch gives, the last digits as it gives them in complex128.
TEST_CASE("normalization: of complex numbers") {
    tensor const x = aten::view_as_complex(f32({1, 3, 2}, {1, 2, -0.5f, 1, 3, -4}));
    CHECK(show(aten::softmax.int_(x, 1, dtype::f64)) == "f64[1, 3]: 0.116115 0.0259087 0.857977");
    CHECK(show(aten::log_softmax.int_(x, 1, dtype::f32)) == "f32[1, 3]: -2.15318 -3.65318 -0.153178");
    CHECK(show(aten::view_as_real(aten::rms_norm(x, std::array{3}))) ==
          "f32[1, 3, 2]: -0.422419 0.6763 -0.397246 0.0339225 1.77502 0.168538");
    tensor const w = aten::view_as_complex(f32({3, 2}, {1, 0, 0, 2, 3, 0}));
    CHECK(show(aten::view_as_real(aten::rms_norm(x, std::array{3}, w, 0.1))) ==
          "f32[1, 3, 2]: -0.419767 0.680647 -0.0725747 -0.796378 5.34318 0.47666");
    CHECK(show(aten::rms_norm(f32({3}, {1, -2, 3}), std::array{3}, w)) == "f32[3]: 0.46291 -0 4.16619");
}

// What torch gives: with the epsilon of 16 bits it were 0.945.
TEST_CASE("normalization: rms_norm of 16 bits without an epsilon has that of f32") {
    CHECK(show(aten::rms_norm(make<bfloat16>({2}, {bfloat16(0.25f), bfloat16(0.25f)}), std::array{2})) ==
          "bf16[2]: 1 1");
}

// What torch gives: bf16 rounds 257 to 256.
TEST_CASE("normalization: softmax of elements as the dtype asked for holds them") {
    CHECK(show(aten::softmax.int_(i64({2}, {256, 257}), 0, "dtype"_a = dtype::bf16)) == "bf16[2]: 0.5 0.5");
}

} // namespace
