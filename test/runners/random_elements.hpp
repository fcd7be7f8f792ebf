#pragma once

#include "random_scope.hpp"

#include <graft/core/dim_vector.hpp>
#include <graft/core/dtype.hpp>
#include <graft/core/tensor.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <type_traits>

namespace graft_test {

/// A number as an element; a boolean is true of odd ones.
template <class T>
T as_element(double x) {
    if constexpr (std::is_same_v<T, bool>)
        return std::fmod(x, 2) != 0;
    else
        return static_cast<T>(x);
}

/// A tensor of these sizes with the elements that are wanted: quarters between -2 and 2, integers between -4 and 4,
/// or indices, which are all different where that is wanted.
inline graft::tensor drawn_elements(wanted_tensor const& wanted, graft::dim_vector const& sizes,
                                    random_source& random) {
    graft::tensor const t = graft::tensor::zeros(sizes, wanted.dtype);
    std::int64_t const all = std::max<std::int64_t>(1, t.numel());
    std::int64_t const step = wanted.distinct ? 1 : static_cast<std::int64_t>(random.below(7)) + 1;
    std::int64_t const first =
        wanted.distinct ? 0 : static_cast<std::int64_t>(random.below(static_cast<std::size_t>(all)));
    std::int64_t i = 0;
    for_each_element(t, [&]<class T>(T& element) {
        std::int64_t const drawn = random.between(-8, 8);
        if (wanted.of == content::indices)
            element = as_element<T>(static_cast<double>((first + step * i++) % wanted.limit));
        else if (graft::is_floating_point(wanted.dtype))
            element =
                as_element<T>(static_cast<double>(wanted.of == content::positive ? std::abs(drawn) + 1 : drawn) / 4);
        else
            element =
                as_element<T>(static_cast<double>(graft::is_signed(wanted.dtype) ? drawn / 2 : std::abs(drawn) / 2));
    });
    return t;
}

} // namespace graft_test
