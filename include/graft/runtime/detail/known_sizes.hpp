#pragma once

#include <graft/core/dim_vector.hpp>
#include <graft/core/tensor.hpp>
#include <graft/symbolic/substitute.hpp>
#include <graft/symbolic/sym_int.hpp>
#include <graft/symbolic/tensor_spec.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <optional>
#include <utility>

namespace graft::detail {

/// The sizes for these values of symbols; nothing where one depends on others.
[[nodiscard]] inline std::optional<dim_vector> known_sizes(tensor_spec const& spec, sym_bindings const& bindings) {
    dim_vector sizes;
    for (sym_int const& size : spec.sizes) {
        sym_int const known = substitute(size, bindings);
        if (known.is_symbolic())
            return std::nullopt;
        sizes.push_back(known.value());
    }
    return sizes;
}

/// A tensor of the dtype and sizes that a value will have, so that what it goes into can be prepared; an undefined one
/// where they are not known.
[[nodiscard]] inline tensor likely_tensor(value_spec const* val, sym_bindings const& bindings) {
    if (val == nullptr || !val->is_tensor())
        return {};
    std::optional<dim_vector> sizes = known_sizes(val->tensor, bindings);
    return sizes ? tensor::empty(*std::move(sizes), val->tensor.dtype) : tensor{};
}

} // namespace graft::detail
