#pragma once

#include <graft/config.hpp>
#include <graft/dialect/meta/domain.hpp>
#include <graft/dialect/meta/index.hpp>
#include <graft/symbolic/value_spec.hpp>

namespace graft {

/// _embedding_bag: a row for each bag, the bag of each index, the sizes of the bags, where maxima are found.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_embedding_bag(call<tensor_spec> const& c);

/// repeat_interleave: each index as often as a vector says, which may have to be known.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_repeat_interleave(call<tensor_spec> const& c);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/promotion.hpp>
#    include <graft/meta/vec.hpp>

#    include <cstdint>

namespace graft {
namespace detail {

/// True if PyTorch sums the rows of bags without noting which bag an index belongs to.
[[nodiscard]] constexpr bool sums_bags_directly(call<tensor_spec> const& c) {
    tensor_spec const& weight = c.tensor("weight");
    tensor_spec const* const shares = c.optional_tensor("per_sample_weights");
    return c.integer("mode") == 0 && is_floating_point(weight.dtype) && weight.dtype != dtype::f64 &&
           weight.strides[1] == 1 && known_lt(c.integer("padding_idx"), 0) == true &&
           (shares == nullptr || shares->strides[0] == 1);
}

} // namespace detail

GRAFT_CONSTEXPR value_spec meta_embedding_bag(call<tensor_spec> const& c) {
    tensor_spec const &weight = c.tensor("weight"), &indices = c.tensor("indices"), &offsets = c.tensor("offsets");
    detail::require_rank(c, "weight", 2);
    detail::require_domain(c, dtype_domain::floating_point, weight.dtype);
    detail::require_rank(c, "offsets", 1);
    if (indices.dim() != 1 && indices.dim() != 2)
        detail::reject(c, "'indices' must have 1 or 2 dimensions, not ", indices.dim());
    detail::require_index_dtype(c, "indices", indices);
    detail::require_index_dtype(c, "offsets", offsets);
    std::int64_t const mode = c.integer("mode").value();
    if (mode < 0 || mode > 2)
        detail::reject(c, "'mode' must be 0, 1 or 2, not ", mode);
    if (tensor_spec const* const shares = c.optional_tensor("per_sample_weights")) {
        if (mode != 0)
            detail::reject(c, "'per_sample_weights' goes with sums only");
        detail::require_one_dtype(c, "per_sample_weights", "weight");
        if (shares->dim() != 1 || detail::certainly_differ(shares->numel(), indices.numel()))
            detail::reject_sizes(c, "per_sample_weights", "indices");
    }
    sym_int bags = offsets.sizes[0];
    if (c.boolean("include_last_offset")) {
        if (known_lt(bags, 1) == true)
            detail::reject(c, "'offsets' is empty");
        bags -= 1;
    }
    dtype const d = promote_types(indices.dtype, offsets.dtype);
    auto const numbers = [&](vec<sym_int> sizes) { return detail::new_tensor(weight, d, std::move(sizes)); };
    sym_int const noted = detail::sums_bags_directly(c) ? sym_int(0) : indices.sizes[0];
    vec<sym_int> maxima{bags};
    if (mode == 2)
        maxima.push_back(weight.sizes[1]);
    return value_spec::of_list({detail::new_tensor(weight, weight.dtype, {bags, weight.sizes[1]}), numbers({noted}),
                                numbers({bags}), numbers(maxima)});
}

GRAFT_CONSTEXPR value_spec meta_repeat_interleave(call<tensor_spec> const& c) {
    tensor_spec const& repeats = c.tensor("repeats");
    detail::require_rank(c, "repeats", 1);
    detail::require_domain(c, dtype_domain::integral, repeats.dtype);
    detail::require_domain(c, dtype_domain::countable, repeats.dtype);
    if (!c.has("output_size"))
        raise(errc::unsupported, c.op().name, ": the size of the result depends on the elements");
    return detail::new_tensor(repeats, repeats.dtype, {c.integer("output_size")});
}

} // namespace graft
#endif
