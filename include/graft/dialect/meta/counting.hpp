#pragma once

#include <graft/config.hpp>
#include <graft/dialect/meta/domain.hpp>
#include <graft/dialect/meta/result.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <algorithm>

namespace graft {

/// histc: a number for each bin, in the dtype of the elements.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_histc(call<tensor_spec> const& c);

/// combinations: a row for each way to take `r` elements.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_combinations(call<tensor_spec> const& c);

/// nonzero_numpy, where of a condition: for each dimension the coordinates of the elements that are not 0, how
/// many depends on the elements.
[[nodiscard]] constexpr value_spec meta_coordinates(call<tensor_spec> const& c) {
    return value_spec::of_list(vec<value_spec>(std::max<std::size_t>(c.tensor(0).dim(), 1), value_spec{}));
}

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/checked.hpp>

#    include <cstdint>

namespace graft {

GRAFT_CONSTEXPR value_spec meta_histc(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    detail::require_domain(c, dtype_domain::floating_point, self.dtype);
    if (known_lt(0, c.integer("bins")) == false)
        detail::reject(c, "'bins' must be positive");
    return detail::new_tensor(self, self.dtype, vec<sym_int>(1, c.integer("bins")));
}

GRAFT_CONSTEXPR value_spec meta_combinations(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    detail::require_rank(c, "self", 1);
    std::int64_t const r = c.integer("r").value();
    if (r < 0)
        detail::reject(c, "'r' is ", r);
    if (r == 0)
        return detail::new_tensor(self, self.dtype, vec<sym_int>(1, 0));
    if (self.sizes[0].is_symbolic())
        raise(errc::unsupported, c.op().name, ": the number of combinations of a symbolic size is not known");
    std::int64_t const n = checked_add(self.sizes[0].value(), c.boolean("with_replacement") ? r - 1 : 0);
    bool const possible = self.sizes[0].value() > 0 && n >= r;
    std::int64_t count = possible ? 1 : 0;
    // As many ways as there are to leave the others; each step divides without a rest.
    for (std::int64_t i = 0, fewer = std::min(r, n - r); possible && i < fewer; ++i)
        count = checked_mul(count, n - i) / (i + 1);
    return detail::new_tensor(self, self.dtype, {count, r});
}

} // namespace graft
#endif
