#pragma once

#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/counting.hpp>
#include <graft/dialect/aten/index.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/meta/vec.hpp>

#include <algorithm>
#include <cstdint>

// Where the elements lie that are not 0, by `nonzero`.

namespace graft {

namespace detail {

/// A row of coordinates for each element that is not 0, as columns: one for each dimension. A number counts as a row.
struct columns_of_nonzero {
    template <class V>
    [[nodiscard]] static constexpr vec<V> compose(composing<V> const& k) {
        V const& given = k->tensor(0);
        V const x = k.rank(given) == 0 ? k(aten::reshape, given, vec<sym_int>(1, 1)) : given;
        std::int64_t const rank = k.rank(x);
        auto const rows = [&](value_spec const& columns) {
            auto const known = std::find_if(columns.items.begin(), columns.items.end(), [](value_spec const& column) {
                return column.is_tensor() && column.tensor.dim() == 1;
            });
            if (known == columns.items.end())
                raise(errc::unsupported, "how many elements are not 0 is not known");
            return make_spec(dtype::i64, {known->tensor.sizes[0], rank});
        };
        V const found = k.by_elements(rows, aten::nonzero, x);
        vec<V> columns;
        for (std::int64_t d = 0; d < rank; ++d)
            columns.push_back(k(aten::select.int_, found, 1, d));
        return columns;
    }
};

} // namespace detail

template <>
struct composition_of<aten::nonzero_numpy_default> : detail::columns_of_nonzero {};
template <>
struct composition_of<aten::where_default> : detail::columns_of_nonzero {};

} // namespace graft
