#pragma once

#include "reference.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <vector>

// Element-wise kernels against functions of doubles, on random tensors of any layout.

namespace reference {

inline constexpr dtype integral[] = {dtype::u8, dtype::i8, dtype::i16, dtype::i32, dtype::i64};

/// `kernel(self, out)` in each dtype; a number that follows the dtypes relaxes the comparison.
template <class Kernel, class F, std::size_t N>
void check_unary(Kernel const& kernel, F right, dtype const (&dtypes)[N], double low, double high,
                 dtype result = dtype::undefined, double scale = 1) {
    source random(7);
    for (dtype d : dtypes)
        for (int round = 0; round < 5; ++round) {
            sizes const space = random.shape(round % 4, 6, round == 4 ? 0 : 1);
            tensor const self = random.uniform(space, d, low, high);
            tensor out = random.empty(space, result == dtype::undefined ? d : result);
            kernel(self, out);
            CHECK(mismatch(
                      out, [&](sizes const& i) { return double(right(at(self, i))); }, scale) == "");
        }
}

/// `kernel(a, b, out)` of operands that broadcast.
template <class Kernel, class F, std::size_t N>
void check_binary(Kernel const& kernel, F right, dtype const (&dtypes)[N], double low, double high,
                  dtype result = dtype::undefined, double scale = 1) {
    source random(8);
    for (dtype d : dtypes)
        for (int round = 0; round < 4; ++round) {
            sizes const space = random.shape(3, 5, round == 3 ? 0 : 1);
            // Of the same rank as the result, so that promotion sees no numbers.
            tensor const a = random.uniform(space, d, low, high);
            tensor const b = random.uniform({1, space[1], space[2]}, d, low, high);
            tensor out = random.empty(space, result == dtype::undefined ? d : result);
            kernel(a, b, out);
            CHECK(mismatch(
                      out, [&](sizes const& i) { return double(right(at(a, i), at(b, i))); }, scale) == "");
        }
}

/// What a kernel of one operand makes of these elements.
template <class Kernel>
std::vector<double> results_of(Kernel const& kernel, std::vector<double> const& of, dtype d = dtype::f64) {
    tensor const self = make({static_cast<std::int64_t>(of.size())}, d, of);
    tensor out = tensor::empty(self.sizes(), d);
    kernel(self, out);
    return elements(out);
}

/// What a kernel of two operands makes of a pair of numbers.
template <class Kernel>
double result_of(Kernel const& kernel, double a, double b, dtype d = dtype::f64) {
    tensor out = tensor::empty({1}, d);
    kernel(make({1}, d, {a}), make({1}, d, {b}), out);
    return elements(out)[0];
}

} // namespace reference
