#include <graft/kernel/elementwise/complex.hpp>

#include "../complex_numbers.hpp"

#include <doctest/doctest.h>

#include <complex>
#include <cstdint>
#include <random>
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

TEST_CASE("complex_parts: the parts are views, side by side or one at a time") {
    std::mt19937 random(2);
    for (dtype const d : reference::complex_dtypes) {
        tensor const x = reference::random_complex(random, {2, 3}, d);
        tensor const parts = x.view_as_real();
        CHECK(parts.shares_storage(x));
        CHECK(parts.dtype() == real_part(d));
        CHECK(parts.sizes() == std::vector<std::int64_t>{2, 3, 2});
        for (std::int64_t const part : {0, 1}) {
            tensor const one = detail::complex_part(x, part);
            CHECK(one.shares_storage(x));
            CHECK(one.sizes() == x.sizes());
            CHECK(one.data() == parts.data() + part * static_cast<std::int64_t>(parts.element_size()));
            CHECK(one.stride(0) == 2 * x.stride(0));
            CHECK(one.stride(1) == 2 * x.stride(1));
        }
    }
}

} // namespace
