#include <graft/kernel/product/complex_product.hpp>

#include "../complex_numbers.hpp"

#include <cmath>
#include <random>
#include <vector>

namespace {

using namespace graft;
using reference::complex;

TEST_CASE("complex_product: each element is a sum of products; batches broadcast") {
    std::mt19937 random(5);
    for (dtype d : reference::complex_dtypes)
        for (std::int64_t const batch : {1, 3}) {
            tensor const a = reference::random_complex(random, {batch, 2, 4}, d);
            tensor const b = reference::random_complex(random, {4, 5}, d);
            tensor out = tensor::empty({batch, 2, 5}, d);
            kernel::complex_matmul(a, b, out);
            std::vector<complex> const x = reference::complex_elements(a), y = reference::complex_elements(b);
            std::vector<complex> expected(static_cast<std::size_t>(batch * 10));
            for (std::size_t i = 0; i < expected.size(); ++i)
                for (std::size_t k = 0; k < 4; ++k)
                    expected[i] += x[i / 5 * 4 + k] * y[k * 5 + i % 5];
            reference::check_close(out, expected);
        }
}

TEST_CASE("complex_product: a bias, and what both terms are multiplied by") {
    std::mt19937 random(6);
    tensor const a = reference::random_complex(random, {3, 4}, dtype::c128);
    tensor const b = reference::random_complex(random, {4, 2}, dtype::c128);
    tensor const bias = reference::random_complex(random, {2}, dtype::c128);
    tensor product = tensor::empty({3, 2}, dtype::c128), out = product, expected = product;
    out = tensor::empty({3, 2}, dtype::c128);
    expected = tensor::empty({3, 2}, dtype::c128);
    kernel::complex_matmul(a, b, product);

    kernel::complex_addmm(bias, a, b, 1, 2, out);
    kernel::complex_add(bias, product, 2, expected);
    reference::check_close(out, reference::complex_elements(expected));

    kernel::complex_addmm(tensor::full({2}, dtype::c128, std::nan("")), a, b, 0, 1, out);
    reference::check_close(out, reference::complex_elements(product));

    scalar const i = scalar::complex(0, 1);
    kernel::complex_addmm(bias, a, b, i, i, out);
    kernel::complex_add(bias, product, 1, expected);
    kernel::complex_mul(expected, i, expected);
    reference::check_close(out, reference::complex_elements(expected));

    kernel::complex_linear(a, kernel::transpose(b, 0, 1), nullptr, out);
    reference::check_close(out, reference::complex_elements(product));
    kernel::complex_linear(a, kernel::transpose(b, 0, 1), &bias, out);
    kernel::complex_add(bias, product, 1, expected);
    reference::check_close(out, reference::complex_elements(expected));
}

} // namespace
