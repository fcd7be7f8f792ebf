#pragma once

#include <graft/core/dim_vector.hpp>
#include <graft/core/element_scalar.hpp>
#include <graft/core/error.hpp>
#include <graft/core/scalar.hpp>
#include <graft/core/tensor.hpp>
#include <graft/core/visit_dtype.hpp>
#include <graft/ir/argument.hpp>
#include <graft/pattern/constant.hpp>
#include <graft/runtime/random_tensor.hpp>

#include <bit>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string_view>

namespace graft::detail {

// True of arguments whose elements are not any numbers: positions, and what integers stand for.
[[nodiscard]] inline bool restricts_elements(std::string_view argument) {
    return argument == "indices" || argument == "index" || argument == "scales" || argument == "zero_points";
}

// Zeros, and positive numbers for scales.
[[nodiscard]] inline tensor restricted_elements(std::string_view argument, dim_vector const& sizes, dtype d,
                                                random_source& random) {
    tensor result = tensor::zeros(sizes, d);
    if (argument == "scales")
        visit_dtype(d, [&]<class T>() {
            if constexpr (real_element<T> && !std::integral<T>)
                for (std::int64_t i = 0; i < result.numel(); ++i)
                    result.data<T>()[i] = T(random.unit() + 0.01);
        });
    return result;
}

[[nodiscard]] inline scalar to_scalar(constant const& c) {
    return c.kind == arg_kind::boolean ? scalar(c.bits != 0)
           : c.kind == arg_kind::real  ? scalar(std::bit_cast<double>(c.bits))
                                       : scalar(c.bits);
}
[[nodiscard]] inline arg number_arg(scalar s) {
    return s.is_boolean() ? arg(s.to<bool>()) : s.is_integer() ? arg(s.to<std::int64_t>()) : arg(s.to<double>());
}
[[nodiscard]] inline arg as_real(scalar value) { return value.to<double>(); }

// All elements the number as the dtype holds it, or nothing where it does not.
[[nodiscard]] inline std::optional<tensor> filled(dim_vector const& sizes, dtype d, scalar value) {
    try {
        return tensor::full(sizes, d, value);
    } catch (error const&) {
        return std::nullopt;
    }
}
[[nodiscard]] inline scalar first_element(tensor const& t) {
    return visit_dtype(t.dtype(), [&]<class T>() { return scalar_from(*t.data<T>()); });
}

} // namespace graft::detail
