#pragma once

#include <graft/config.hpp>
#include <graft/dialect/meta/creation.hpp>
#include <graft/dialect/meta/domain.hpp>

namespace graft {

/// rand, randn: of a floating-point or complex dtype, unless there are no numbers to be made.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_rand(call<tensor_spec> const& c) {
    tensor_spec result = detail::created(c, default_dtype, c.integers("size"));
    if (!(result.numel() == 0))
        detail::require_domain(c, dtype_domain::inexact, result.dtype);
    return result;
}

/// randperm: the integers below `n` in some order.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_randperm(call<tensor_spec> const& c) {
    tensor_spec result = detail::created(c, dtype::i64, {c.integer("n")});
    detail::require_domain(c, dtype_domain::countable, result.dtype);
    return result;
}

} // namespace graft
