#include <graft/transform/detail/pair_arithmetic.hpp>

#include <doctest/doctest.h>

#include "../../io/call_builder.hpp"
#include "pairs.hpp"

#include <limits>
#include <utility>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;
using values = std::vector<value>;

TEST_CASE("pair_arithmetic: sums, differences, products and quotients of complex and real numbers") {
    for (dtype const d : {dtype::f32, dtype::f64})
        check_pairs_of(
            [](auto&, value z, value w, value x) {
                return values{aten::add.Tensor(z, w),
                              aten::add.Tensor(z, x, "alpha"_a = 2),
                              aten::add.Scalar(z, 1.5),
                              aten::sub.Tensor(x, z),
                              aten::sub.Tensor(z, w, "alpha"_a = 0.5),
                              aten::sub.Scalar(z, 2),
                              aten::rsub.Scalar(z, 1),
                              aten::rsub.Tensor(z, w),
                              aten::mul.Tensor(z, w),
                              aten::mul.Tensor(x, z),
                              aten::mul.Tensor(z, x),
                              aten::mul.Scalar(z, -3),
                              aten::mul.Tensor(3, z),
                              aten::div.Tensor(z, w),
                              aten::div.Tensor(z, x),
                              aten::div.Tensor(x, z),
                              aten::div.Scalar(z, 4),
                              aten::neg(z),
                              aten::reciprocal(z)};
            },
            {2, 3}, d);
}

TEST_CASE("pair_arithmetic: sums of which an operand is multiplied by a complex number") {
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::f32, {2, 2})),
              z = b.call("aten::view_as_complex", {b.input("z", make_spec(dtype::f32, {2, 2, 2}))});
    std::vector<kwarg> const times{{"alpha", arg::complex(1.5, 2)}};
    check_pairs(
        b.output({b.call("aten::add.Tensor", {z, x}, times), b.call("aten::add.Tensor", {x, z}, times),
                  b.call("aten::sub.Scalar", {z, 2, arg::complex(0.5, -1)}), b.call("aten::rsub.Tensor", {z, z}, times),
                  b.call("aten::addmm", {z, z, z}, {{"beta", arg::complex(0, 2)}, times[0]})}));
}

TEST_CASE("pair_arithmetic: quotients by 0 and by what is infinite") {
    call_builder b;
    arg const z = b.call("aten::view_as_complex", {b.input("z", make_spec(dtype::f64, {2, 2, 2}))});
    double const infinite = std::numeric_limits<double>::infinity();
    std::vector<arg> quotients;
    for (auto const& [real, imaginary] : {std::pair(0.0, 0.0), {-0.0, 0.0}, {infinite, 0.0}, {2.0, -infinite}})
        quotients.push_back(b.call("aten::div.Scalar", {z, arg::complex(real, imaginary)}));
    check_pairs(b.output(quotients));
}

TEST_CASE("pair_arithmetic: operands that broadcast, and one number") {
    program_builder b;
    value const z = aten::view_as_complex(b.input("z", f32_spec({4, 1, 3, 2}))),
                w = aten::view_as_complex(b.input("w", f32_spec({2, 1, 2}))),
                one_number = aten::view_as_complex(b.input("one", f32_spec({2}))), x = b.input("x", f32_spec({3}));
    check_pairs(b.finish({aten::mul.Tensor(z, w), aten::add.Tensor(w, x), aten::div.Tensor(one_number, z),
                          aten::mul.Tensor(x, one_number), aten::where.self(aten::gt.Scalar(x, 0), z, w)}));
}

TEST_CASE("pair_arithmetic: parts, lengths, angles and conjugates") {
    check_pairs_of([](auto&, value z, value, value x) {
        return values{aten::real(z),
                      aten::imag(z),
                      aten::abs(z),
                      aten::angle(z),
                      aten::conj(z),
                      aten::_conj_physical(z),
                      aten::sgn(z),
                      aten::polar(aten::abs(x), x),
                      aten::sgn(aten::mul.Scalar(z, 0))};
    });
}

TEST_CASE("pair_arithmetic: functions of complex numbers") {
    check_pairs_of(
        [](auto&, value z, value, value) {
            return values{aten::exp(z),
                          aten::log(z),
                          aten::pow.Tensor_Scalar(aten::mul.Scalar(z, 0), -2),
                          aten::pow.Tensor_Scalar(aten::mul.Scalar(z, 0), -0.5),
                          aten::sqrt(z),
                          aten::rsqrt(z),
                          aten::sin(z),
                          aten::cos(z),
                          aten::pow.Tensor_Scalar(z, 2),
                          aten::pow.Tensor_Scalar(z, -1.5),
                          aten::pow.Tensor_Scalar(z, 3),
                          aten::pow.Tensor_Scalar(z, arg::complex(2, 1)),
                          aten::pow.Tensor_Scalar(z, arg::complex(0, -1)),
                          aten::pow.Scalar(2, z),
                          aten::pow.Scalar(-2, z),
                          aten::pow.Scalar(arg::complex(1, 2), z),
                          aten::expm1(z),
                          aten::sigmoid(z),
                          aten::log1p(z),
                          aten::log2(z),
                          aten::log10(z),
                          aten::tan(z),
                          aten::sinh(z),
                          aten::cosh(z),
                          aten::tanh(z),
                          aten::isnan(z),
                          aten::isinf(aten::div.Tensor(z, aten::abs(aten::mul.Scalar(z, 0))))};
        },
        {2, 3}, dtype::f64);
}

TEST_CASE("pair_arithmetic: sums and means of each part") {
    check_pairs_of([](auto&, value z, value, value) {
        return values{aten::sum(z),
                      aten::sum.dim_IntList(z, std::vector{-1}),
                      aten::mean(z),
                      aten::mean.dim(z, std::vector{0}, true),
                      aten::sum.dim_IntList(z, std::vector{0, -1}, true),
                      aten::cumsum(z, -1),
                      aten::sum(aten::sum(z))};
    });
}

TEST_CASE("pair_arithmetic: products of matrices") {
    program_builder b;
    value const z = aten::view_as_complex(b.input("z", f32_spec({2, 3, 2}))),
                w = aten::view_as_complex(b.input("w", f32_spec({3, 4, 2}))), x = b.input("x", f32_spec({3, 4})),
                y = b.input("y", f32_spec({5, 2}));
    check_pairs(b.finish({aten::mm(z, w), aten::mm(z, aten::complex(x, x)), aten::mm(aten::complex(y, y), z)}));
    program_builder c;
    value const many = aten::view_as_complex(c.input("z", f32_spec({2, 3, 4, 2})));
    check_pairs(c.finish({aten::bmm(many, aten::transpose.int_(many, 1, 2))}));
}

TEST_CASE("pair_arithmetic: numbers that are equal in both parts") {
    check_pairs_of([](auto&, value z, value w, value) {
        value const mixed = aten::where.self(aten::gt.Scalar(aten::real(w), 0), z, w);
        return values{aten::eq.Tensor(mixed, z), aten::ne.Tensor(mixed, z), aten::eq.Scalar(aten::mul.Scalar(z, 0), 0)};
    });
}

TEST_CASE("pair_arithmetic: as a boolean a number is true unless both of its parts are 0") {
    check_pairs_of([](auto&, value z, value, value x) {
        value const signs = aten::relu(x);
        return values{aten::to.dtype(aten::complex(signs, aten::neg(signs)), dtype::boolean),
                      aten::to.dtype(aten::complex(aten::mul.Scalar(x, 0), signs), dtype::boolean),
                      aten::to.dtype(aten::mul.Scalar(z, 0), dtype::boolean)};
    });
}

TEST_CASE("pair_arithmetic: what is compared is rounded as one number among many is") {
    for (dtype d : {dtype::f16, dtype::bf16, dtype::i32}) {
        program_builder b;
        value const x = b.input("x", f32_spec({3})), first = aten::select.int_(x, 0, 0);
        value const z = aten::complex(first, aten::mul.Scalar(first, 0)), many = aten::to.dtype(x, d);
        check_pairs(b.finish({aten::eq.Tensor(many, z), aten::ne.Tensor(z, many), aten::eq.Tensor(x, z)}));
    }
}

TEST_CASE("pair_arithmetic: another dtype, and real numbers from complex ones") {
    check_pairs_of([](auto&, value z, value, value x) {
        return values{aten::to.dtype(z, dtype::c128), aten::to.dtype(x, dtype::c64), aten::to.dtype(z, dtype::f64),
                      aten::to.dtype(z, dtype::c64)};
    });
}

} // namespace
