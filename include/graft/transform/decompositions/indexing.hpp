#pragma once

#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/index.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/promotion.hpp>
#include <graft/meta/vec.hpp>

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

} // namespace detail

template <>
struct composition_of<aten::index_add_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& source = k->tensor("source");
        return detail::put_slices(
            k, k->number("alpha") == scalar(1) ? source : k(aten::mul.Scalar, source, k->number("alpha")), true);
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

} // namespace graft
