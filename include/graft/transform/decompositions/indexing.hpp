#pragma once

#include <graft/core/fitted_number.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/counting.hpp>
#include <graft/dialect/aten/index.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/promotion.hpp>
#include <graft/meta/vec.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

// Elements at the places that an index names, by `index` and `index_put`.

namespace graft {

namespace detail {

/// Writes values, or adds them, to the slices of a dimension that an index names.
template <class V>
[[nodiscard]] constexpr V put_slices(composing<V> const& k, V const& values, bool accumulate) {
    V const &self = k->tensor("self"), &given = k->tensor("index");
    vec<sym_int> const one(1, 1);
    V const x = k.rank(self) == 0 ? k(aten::reshape, self, one) : self;
    V const index = k.rank(given) == 1 ? given : k(aten::reshape, given, vec<sym_int>(1, -1));
    vec<V const*> places(static_cast<std::size_t>(k.dim("dim", k.rank(x))), nullptr);
    places.push_back(&index);
    V const put = k(aten::index_put, x, places, values, accumulate);
    return k.rank(self) == 0 ? k(aten::reshape, put, vec<sym_int>{}) : put;
}

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
struct composition_of<aten::index_add_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& source = k->tensor("source");
        return detail::put_slices(k, detail::times(k, source, detail::factor_of(k, "alpha", k.dtype(source))), true);
    }
};

template <>
struct composition_of<aten::index_copy_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return detail::put_slices(k, k->tensor("source"), false);
    }
};

template <>
struct composition_of<aten::index_fill_int_scalar> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return detail::put_slices(k, detail::number_tensor(k, k->number("value"), k.dtype(k->tensor("self"))), false);
    }
};

template <>
struct composition_of<aten::index_fill_int_tensor> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return detail::put_slices(k, detail::converted(k, k->tensor("value"), k.dtype(k->tensor("self"))), false);
    }
};

template <>
struct composition_of<aten::take_default> {
    template <class V>
    [[nodiscard]] static constexpr auto compose(composing<V> const& k) {
        vec<V const*> const places(1, &k->tensor("index"));
        return k(aten::index.Tensor, k(aten::reshape, k->tensor("self"), vec<sym_int>(1, -1)), places);
    }
};

template <>
struct composition_of<aten::nonzero_numpy_default> : detail::columns_of_nonzero {};
template <>
struct composition_of<aten::where_default> : detail::columns_of_nonzero {};

} // namespace graft
