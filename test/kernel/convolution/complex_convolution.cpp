#include <graft/kernel/convolution/complex_convolution.hpp>

#include <doctest/doctest.h>

#include <graft/kernel/convolution/conv.hpp>

#include "../complex_numbers.hpp"

#include <array>
#include <cstdint>
#include <random>
#include <vector>

namespace {

using namespace graft;
using reference::complex;

TEST_CASE("complex_convolution: each element is a sum of products, with a bias or without") {
    std::mt19937 random(7);
    std::array<std::int64_t, 1> const one{1}, none{0};
    for (dtype const d : reference::complex_dtypes)
        for (bool const biased : {false, true}) {
            tensor const input = reference::random_complex(random, {2, 3, 6}, d);
            tensor const weight = reference::random_complex(random, {4, 3, 2}, d);
            tensor const bias = reference::random_complex(random, {4}, d);
            tensor out = tensor::empty({2, 4, 5}, d);
            kernel::complex_convolution(input, weight, biased ? &bias : nullptr, out,
                                        [&](tensor const& x, tensor const& w, tensor const* b, tensor& result) {
                                            kernel::convolution(x, w, b, {one, none, one, false, none, 1}, result);
                                        });
            std::vector<complex> const x = reference::complex_elements(input), w = reference::complex_elements(weight);
            std::vector<complex> const start = reference::complex_elements(bias);
            std::vector<complex> expected;
            for (std::size_t n = 0; n < 2; ++n)
                for (std::size_t to = 0; to < 4; ++to)
                    for (std::size_t i = 0; i < 5; ++i) {
                        complex sum = biased ? start[to] : complex{};
                        for (std::size_t from = 0; from < 3; ++from)
                            for (std::size_t k = 0; k < 2; ++k)
                                sum += x[(n * 3 + from) * 6 + i + k] * w[(to * 3 + from) * 2 + k];
                        expected.push_back(sum);
                    }
            reference::check_close(out, expected);
        }
}

} // namespace
