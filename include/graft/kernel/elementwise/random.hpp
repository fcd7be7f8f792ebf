#pragma once

#include <graft/core/tensor.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/elementwise/binary.hpp>
#include <graft/kernel/elementwise/complex_functions.hpp>

#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// The next of a thread's random bits, the same in every run of a program: numbers of a counter, mixed.
[[nodiscard]] inline std::uint64_t random_bits() {
    static thread_local std::uint64_t counter = 0;
    std::uint64_t x = counter += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/// A number of [0, 1) with so many bits.
[[nodiscard]] inline double random_unit(int bits = 53) {
    return std::ldexp(static_cast<double>(random_bits() >> (64 - bits)), -bits);
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// Numbers of [0, 1), each as likely.
inline void uniform(tensor& out) {
    tensor numbers = tensor::empty(out.sizes(), dtype::f64);
    // No rounding to the dtype gives 1.
    int const bits = out.dtype() == dtype::bf16  ? 8
                     : out.dtype() == dtype::f16 ? 11
                     : out.dtype() == dtype::f32 ? 24
                                                 : 53;
    for (std::int64_t i = 0; i < out.numel(); ++i)
        numbers.data<double>()[i] = detail::random_unit(bits);
    copy(numbers, out);
}

/// Numbers of the normal distribution around 0 with deviation 1.
inline void normal(tensor& out) {
    tensor numbers = tensor::empty(out.sizes(), dtype::f64);
    for (std::int64_t i = 0; i < out.numel(); ++i)
        numbers.data<double>()[i] = std::sqrt(-2 * std::log(1 - detail::random_unit())) *
                                    std::cos(2 * std::numbers::pi * detail::random_unit());
    copy(numbers, out);
}

/// The integers from 0 on in some order.
inline void permutation(tensor& out) {
    tensor numbers = tensor::empty(out.sizes(), dtype::i64);
    std::int64_t* const at = numbers.data<std::int64_t>();
    for (std::int64_t i = 0; i < out.numel(); ++i) {
        at[i] = i;
        std::swap(at[i], at[detail::random_bits() % static_cast<std::uint64_t>(i + 1)]);
    }
    copy(numbers, out);
}

/// Elements that are true but with a probability.
inline void draw(double probability, tensor& kept) {
    tensor mask = tensor::empty(kept.sizes(), dtype::boolean);
    for (std::int64_t i = 0; i < mask.numel(); ++i)
        mask.data<bool>()[i] = detail::random_unit() >= probability;
    copy(mask, kept);
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// A product of real or complex numbers, by the dtype of the result.
inline void any_mul(kernel::operand const& self, kernel::operand const& other, tensor& out) {
    if (is_complex(out.dtype()))
        kernel::complex_mul(self, other, out);
    else
        kernel::mul(self, other, out);
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// Each element is dropped, which makes it 0, with a probability, and the others are scaled so that the mean stays;
/// `kept`, which broadcasts, tells which they are.
inline void dropout(tensor const& self, double probability, tensor& out, tensor& kept) {
    draw(probability, kept);
    tensor scaled = tensor::empty(out.sizes(), self.dtype());
    detail::any_mul(self, probability < 1 ? 1 / (1 - probability) : 0.0, scaled);
    detail::any_mul(scaled, kept, out);
}

/// Dropout for what follows `selu`: each element gets the lowest value of `selu` with a probability, and all is scaled
/// and moved so that mean and deviation of normal numbers stay; `kept`, which broadcasts, tells which are not dropped.
/// With probability 1 everything is 0. Complex numbers are moved by real ones.
inline void alpha_dropout(tensor const& self, double probability, tensor& out, tensor& kept) {
    draw(probability, kept);
    constexpr double lowest = 1.7580993408473766;
    if (probability == 1)
        return detail::any_mul(self, 0.0, out);
    double const a = 1 / std::sqrt((lowest * lowest * probability + 1) * (1 - probability));
    bool const complex = is_complex(self.dtype());
    tensor scaled = tensor::empty(out.sizes(), self.dtype()),
           moved = tensor::empty(kept.sizes(), complex ? real_part(self.dtype()) : self.dtype());
    detail::any_mul(self, a, scaled);
    detail::any_mul(scaled, kept, scaled);
    // -lowest * a where dropped, plus lowest * a * probability.
    mul(kept, lowest * a, moved);
    add(moved, lowest * a * (probability - 1), 1, moved);
    if (complex)
        complex_add(scaled, moved, 1, out);
    else
        add(scaled, moved, 1, out);
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
