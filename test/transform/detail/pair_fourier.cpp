#include <graft/transform/detail/pair_fourier.hpp>

#include <doctest/doctest.h>

#include "pairs.hpp"

#include <vector>

namespace {

using namespace graft;
using namespace graft_test;
using values = std::vector<value>;

TEST_CASE("pair_fourier: transforms of complex numbers over some dimensions, however they are scaled") {
    for (dtype const d : {dtype::f32, dtype::f64})
        check_pairs_of(
            [](auto&, value z, value, value x) {
                return values{
                    aten::_fft_c2c(z, std::vector{2}, 0, true),    aten::_fft_c2c(z, std::vector{0, 2}, 1, true),
                    aten::_fft_c2c(z, std::vector{1}, 2, false),   aten::_fft_r2c(x, std::vector{2}, 0, true),
                    aten::_fft_r2c(x, std::vector{2, 0}, 2, true), aten::_fft_r2c(x, std::vector{1}, 1, false),
                    aten::_fft_c2r(z, std::vector{2}, 2, 8),       aten::_fft_c2r(z, std::vector{2}, 0, 9),
                    aten::_fft_c2r(z, std::vector{0, 1}, 1, 4)};
            },
            {2, 3, 5}, d);
}

TEST_CASE("pair_fourier: a transform of many elements is made of two of fewer") {
    program_builder b;
    value const x = b.input("x", make_spec(dtype::f64, {2, 300})), y = b.input("y", make_spec(dtype::f64, {301, 2}));
    value const half = aten::_fft_r2c(x, std::vector{1}, 0, true), odd = aten::_fft_r2c(y, std::vector{0}, 1, true);
    exported_program const p = check_pairs(
        b.finish({half, aten::_fft_r2c(x, std::vector{1}, 0, false), aten::_fft_c2r(half, std::vector{1}, 2, 300), odd,
                  aten::_fft_c2r(odd, std::vector{0}, 1, 301),
                  aten::_fft_c2c(aten::_fft_r2c(x, std::vector{1}, 0, false), std::vector{1}, 2, false)}),
        1e-9);
    std::int64_t elements = 0;
    for (auto const& [name, t] : p.constants)
        elements += t.numel();
    CHECK(elements < 30000); // a matrix of 300 elements has 180,000
}

TEST_CASE("pair_fourier: equal transforms share their matrix") {
    program_builder b;
    value const x = b.input("x", f32_spec({2, 8}));
    exported_program const p = check_pairs(
        b.finish({aten::_fft_r2c(x, std::vector{1}, 0, true), aten::_fft_r2c(aten::neg(x), std::vector{1}, 0, true)}));
    REQUIRE(p.constants.size() == 1);
    CHECK(p.constants.begin()->second.sizes() == dim_vector{8, 10});
    CHECK(p.signature.inputs.front().kind == input_kind::constant_tensor);
}

TEST_CASE("pair_fourier: a size that is known when the program runs") {
    program_builder b;
    sym_int const s0 = symbol{"s0"};
    value const x = b.input("x", f32_spec({2, s0, 4}));
    value const half = aten::_fft_r2c(x, std::vector{2}, 0, true);
    check_pairs(
        b.finish({aten::_fft_c2c(half, std::vector{1}, 0, true), aten::_fft_r2c(x, std::vector{2, 1}, 0, true)}));
}

TEST_CASE("pair_fourier: transforms of such a size are scaled by it, and give as many real numbers") {
    program_builder b;
    sym_int const s0 = symbol{"s0"};
    value const x = b.input("x", f32_spec({2, s0, 4})), half = aten::_fft_r2c(x, std::vector{1}, 2, true),
                size = aten::sym_size.int_(x, 1);
    check_pairs(b.finish({half, aten::_fft_r2c(x, std::vector{2, 1}, 1, true),
                          aten::_fft_c2c(half, std::vector{2, 0}, 2, false),
                          aten::_fft_c2c(aten::_fft_r2c(x, std::vector{2}, 0, true), std::vector{1, 2}, 1, false),
                          aten::_fft_c2r(half, std::vector{1}, 0, size), aten::_fft_c2r(half, std::vector{1}, 1, size),
                          aten::_fft_c2r(half, std::vector{0, 1}, 2, size)}));
}

} // namespace
