#include <graft/library/torchao.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>
#include <graft/transform/decompose.hpp>

#include "../ir/refusal.hpp"
#include "../runtime/tensors.hpp"
#include "../runtime/test_program.hpp"

#include <array>
#include <cstdint>
#include <string>

namespace {

using namespace graft;
using namespace graft_test;

tensor const x = f32({2, 4}, {-1, -0.5, 0, 1, 2, 4, -4, 1});
constexpr std::array<std::int64_t, 2> pairs{1, 2};

// test/data/opcases/torchao has more calls.
TEST_CASE("torchao: blocks of a row share a scale and a zero point") {
    auto const chosen = torchao::choose_qparams_affine(x, "ASYMMETRIC", pairs, dtype::i8);
    tensor const &scale = chosen[0], &zero = chosen[1];
    CHECK(scale.sizes() == dim_vector{2, 2});
    CHECK(zero.dtype() == dtype::i32);
    tensor const bytes = torchao::quantize_affine(x, pairs, scale, zero, dtype::i8);
    CHECK(bytes.dtype() == dtype::i8);
    tensor const real = torchao::dequantize_affine(bytes, pairs, scale, zero, dtype::i8);
    for (std::int64_t i = 0; i < 8; ++i)
        CHECK(real.data<float>()[i] == doctest::Approx(x.data<float>()[i]).epsilon(0.02));
}

TEST_CASE("torchao: what torchao does not take either") {
    tensor const scale = f32({2, 2}, {1, 1, 1, 1}), zero = i64({2, 2}, {0, 0, 0, 0});
    CHECK(refusal([&] {
              static_cast<void>(torchao::quantize_affine(x, std::array{1, 3}, scale, zero, dtype::i8));
          }).find("dimension 1 of 'input' has 4 elements, which are no blocks of 3") != std::string::npos);
    CHECK(refusal([&] {
              static_cast<void>(torchao::quantize_affine(x, pairs, scale, zero, dtype::i8, -129));
          }).find("'quant_min' -129 is below -128") != std::string::npos);
    CHECK(refusal([&] {
              static_cast<void>(torchao::choose_qparams_affine(x, "OTHER", pairs, dtype::i8));
          }).find("'mapping_type' is 'OTHER'") != std::string::npos);
}

TEST_CASE("torchao: lowered, it is made of ops of ATen, also where the number of tokens is symbolic") {
    program_builder b;
    value const tokens = b.input("x", f32_spec({1, symbol("s0"), 64}));
    value const scale = b.input("scale", f32_spec({1, symbol("s0"), 1}));
    value const zero = b.input("zero", make_spec(dtype::i32, {1, symbol("s0"), 1}));
    exported_program program =
        b.finish({torchao::quantize_affine(tokens, std::array{1, 1, 64}, scale, zero, dtype::i8)});
    CHECK(decompose(program.graph(), decomposition_table<torchao_ops>()) == 1);
}

} // namespace
