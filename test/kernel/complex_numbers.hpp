#pragma once

#include <graft/core/tensor.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/view.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

// Random complex tensors, and their elements as std::complex.

namespace reference {

using complex = std::complex<double>;

inline constexpr graft::dtype complex_dtypes[] = {graft::dtype::c64, graft::dtype::c128};

/// Parts between -2 and 2; every other tensor has its last two dimensions swapped in memory.
inline graft::tensor random_complex(std::mt19937& random, graft::dim_vector shape, graft::dtype d) {
    bool const swapped = shape.size() > 1 && random() % 2 == 0;
    if (swapped)
        std::swap(shape[shape.size() - 1], shape[shape.size() - 2]);
    graft::tensor wide = graft::tensor::empty(shape, graft::dtype::c128), result = graft::tensor::empty(shape, d);
    std::uniform_real_distribution<double> part(-2, 2);
    for (std::int64_t i = 0; i < wide.numel(); ++i)
        wide.data<complex>()[i] = {part(random), part(random)};
    graft::kernel::copy(wide, result);
    return swapped ? graft::kernel::transpose(result, -2, -1) : result;
}

/// The elements in row-major order, broadcast to a shape if there is one.
inline std::vector<complex> complex_elements(graft::tensor const& t, graft::dim_vector const& shape) {
    graft::tensor wide = graft::tensor::empty(shape, graft::dtype::c128);
    graft::kernel::copy(t, wide);
    return {wide.data<complex>(), wide.data<complex>() + wide.numel()};
}
inline std::vector<complex> complex_elements(graft::tensor const& t) { return complex_elements(t, t.sizes()); }

/// Whether the elements are these but for what rounding to the dtype leaves.
inline void check_close(graft::tensor const& t, std::vector<complex> const& expected) {
    double const relative = graft::real_part(t.dtype()) == graft::dtype::f32 ? 1e-5 : 1e-12;
    std::vector<complex> const found = complex_elements(t);
    REQUIRE(found.size() == expected.size());
    for (std::size_t i = 0; i < found.size(); ++i)
        CHECK(std::abs(found[i] - expected[i]) <= relative * std::max(1.0, std::abs(expected[i])));
}

} // namespace reference
