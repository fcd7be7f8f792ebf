#pragma once

#include <graft/dialect/meta/domain.hpp>
#include <graft/dialect/meta/pooling.hpp>
#include <graft/dialect/meta/result.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <cstddef>
#include <utility>

namespace graft {

/// adaptive_max_pool: the last dimensions get the sizes asked for; the maxima and where they are.
template <std::size_t Spatial>
[[nodiscard]] constexpr value_spec meta_adaptive_max_pool(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    vec<sym_int> const& output = c.integers("output_size");
    detail::require_domain(c, dtype_domain::floating_point, self.dtype);
    std::size_t const rank = detail::image_rank<Spatial>(c, self, self.dim() - 1);
    if (output.size() != Spatial)
        detail::reject(c, "'output_size' has ", output.size(), " entries, not ", Spatial);
    vec<sym_int> sizes = self.sizes;
    for (std::size_t d = 0; d < Spatial; ++d) {
        if (known_lt(output[d], 0) == true)
            detail::reject(c, "'output_size' is ", detail::shape_text(output));
        sizes[rank - Spatial + d] = output[d];
    }
    tensor_spec values = detail::new_image(self, std::move(sizes), Spatial == 2 && suggests_channels_last(self));
    tensor_spec indices = values;
    indices.dtype = dtype::i64;
    return value_spec::of_list({std::move(values), std::move(indices)});
}

} // namespace graft
