#include <graft/kernel/elementwise/complex.hpp>

#include <doctest/doctest.h>

#include <complex>
#include <span>
#include <vector>

namespace {

using namespace graft;
using number = std::complex<float>;

tensor numbers(std::vector<std::int64_t> sizes, std::vector<number> const& values) {
    return tensor::from<number>(std::move(sizes), std::span<number const>(values));
}

TEST_CASE("complex: conjugate and negative") {
    tensor const x = numbers({2}, {{1, 2}, {3, -4}});
    tensor out = tensor::empty({2}, dtype::c64);
    kernel::conj(x, out);
    CHECK(out.data<number>()[1] == number(3, 4));
    kernel::complex_neg(x, out);
    CHECK(out.data<number>()[0] == number(-1, -2));
}

TEST_CASE("complex: a copy from and to other dtypes keeps what they can hold") {
    tensor const x = numbers({3}, {{1, 2}, {0, -4}, {0, 0}});
    tensor wide = tensor::empty({3}, dtype::c128), real = tensor::empty({3}, dtype::i32),
           truth = tensor::empty({3}, dtype::boolean), back = tensor::empty({3}, dtype::c64);
    kernel::copy(x, wide);
    CHECK(wide.data<std::complex<double>>()[1] == std::complex<double>(0, -4));
    kernel::copy(x, real);
    CHECK(real.data<std::int32_t>()[0] == 1);
    kernel::copy(x, truth);
    CHECK(truth.data<bool>()[0]);
    CHECK(truth.data<bool>()[1]);
    CHECK(!truth.data<bool>()[2]);
    kernel::copy(real, back);
    CHECK(back.data<number>()[0] == number(1, 0));
}

} // namespace
