#pragma once

#include <graft/config.hpp>
#include <graft/dialect/meta/broadcast.hpp>
#include <graft/dialect/meta/domain.hpp>
#include <graft/dialect/meta/result.hpp>
#include <graft/symbolic/value_spec.hpp>

namespace graft {

/// bucketize: between which of the boundaries, one row of them, each value lies.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_bucketize(call<tensor_spec> const& c);

/// searchsorted: where values would go in sorted rows, one row or as many as the values have.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_searchsorted(call<tensor_spec> const& c);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/promotion.hpp>
#    include <graft/meta/vec.hpp>

#    include <cstddef>
#    include <cstdint>
#    include <string_view>

namespace graft {
namespace detail {

/// The places in sorted rows of what is searched for, a tensor or a number.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE tensor_spec searched(call<tensor_spec> const& c, char const* values,
                                                          char const* rows) {
    tensor_spec const& sorted = c.tensor(rows);
    bool const many = c[values].kind == argument_kind::tensor;
    require_domain(c, dtype_domain::countable, result_type({promoted_operand(c[rows]), promoted_operand(c[values])}));
    if (sorted.dim() == 0)
        reject(c, "'", rows, "' must have dimensions");
    if (!many && sorted.dim() != 1)
        reject(c, "'", rows, "' must have 1 dimension for a number, not ", sorted.dim());
    if (many && sorted.dim() > 1) {
        bool fits = c.tensor(values).dim() == sorted.dim();
        for (std::size_t d = 0; fits && d + 1 < sorted.dim(); ++d)
            fits = !certainly_differ(c.tensor(values).sizes[d], sorted.sizes[d]);
        if (!fits)
            reject_sizes(c, rows, values);
    }
    return new_tensor(sorted, c.boolean("out_int32") ? dtype::i32 : dtype::i64,
                      many ? c.tensor(values).sizes : vec<sym_int>{});
}

} // namespace detail

GRAFT_CONSTEXPR value_spec meta_bucketize(call<tensor_spec> const& c) {
    if (c.tensor("boundaries").dim() != 1)
        detail::reject(c, "'boundaries' must have 1 dimension, not ", c.tensor("boundaries").dim());
    return detail::searched(c, "self", "boundaries");
}

GRAFT_CONSTEXPR value_spec meta_searchsorted(call<tensor_spec> const& c) {
    std::string_view const side = c.string("side");
    if (c.has("side") && side != "left" && side != "right")
        detail::reject(c, "'side' must be 'left' or 'right', not '", side, "'");
    if (side == "left" && c.boolean("right"))
        detail::reject(c, "'side' is 'left', but 'right' is true");
    if (tensor_spec const* const sorter = c.optional_tensor("sorter")) {
        if (sorter->dtype != dtype::i64)
            detail::reject(c, "'sorter' must be torch.int64, not ", torch_name(sorter->dtype));
        if (!(sorter->sizes == c.tensor("sorted_sequence").sizes))
            detail::reject_sizes(c, "sorted_sequence", "sorter");
    }
    return detail::searched(c, "self", "sorted_sequence");
}

} // namespace graft
#endif
