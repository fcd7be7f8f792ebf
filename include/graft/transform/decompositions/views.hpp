#pragma once

#include <graft/dialect/aten/activation.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/fourier.hpp>
#include <graft/dialect/aten/sort.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/promotion.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/compare.hpp>
#include <graft/symbolic/sym_int.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

// Views and conversions by the few that are core.

namespace graft {

namespace detail {

/// The tensor with its dimensions in this order.
template <class V>
[[nodiscard]] constexpr V with_dims(composing<V> const& k, V const& self, vec<std::int64_t> const& order) {
    return k(aten::permute, self, vec<sym_int>(order.begin(), order.end()));
}

/// The tensor with two dimensions exchanged.
template <class V>
[[nodiscard]] constexpr V exchanged(composing<V> const& k, V const& self, std::int64_t a, std::int64_t b) {
    vec<std::int64_t> order;
    for (std::int64_t d = 0; d < k.rank(self); ++d)
        order.push_back(d == a ? b : d == b ? a : d);
    return order.empty() ? self : with_dims(k, self, order);
}

/// The tensor with dimensions moved to other places; those that are not named keep their order.
template <class V>
[[nodiscard]] constexpr V with_moved(composing<V> const& k, vec<sym_int> const& from, vec<sym_int> const& to) {
    V const& self = k->tensor("self");
    std::int64_t const rank = k.rank(self);
    vec<std::int64_t> order(static_cast<std::size_t>(rank), -1), rest;
    for (std::size_t i = 0; i < from.size() && rank > 0; ++i)
        order[static_cast<std::size_t>(k.wrapped("destination", k.number_of(to[i]), rank))] =
            k.wrapped("source", k.number_of(from[i]), rank);
    for (std::int64_t d = 0; d < rank; ++d)
        if (std::find(order.begin(), order.end(), d) == order.end())
            rest.push_back(d);
    std::size_t next = 0;
    for (std::int64_t& d : order)
        if (d < 0)
            d = rest[next++];
    return order.empty() ? self : with_dims(k, self, order);
}

/// A matrix, or each of a batch of them, transposed.
struct matrix_transpose {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        std::int64_t const rank = k.rank(self);
        return rank < 2 ? self : exchanged(k, self, rank - 2, rank - 1);
    }
};

/// A matrix transposed, or each of a batch, and of complex numbers the conjugates.
struct conjugate_transpose {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const transposed = matrix_transpose::compose(k);
        return is_complex(k.dtype(transposed)) ? k(aten::_conj_physical, transposed) : transposed;
    }
};

/// The dimensions of size 1.
template <class V>
[[nodiscard]] constexpr vec<sym_int> single_dims(composing<V> const& k, V const& self) {
    vec<sym_int> dims;
    for (std::int64_t d = 0; d < k.rank(self); ++d)
        if (k.size(self, d) == 1)
            dims.push_back(d);
    return dims;
}

/// Parts of a dimension of this size, the last one smaller if need be.
template <class V>
[[nodiscard]] constexpr vec<V> parts_of(composing<V> const& k, V const& self, std::int64_t dim, std::int64_t length,
                                        std::int64_t part) {
    vec<sym_int> sizes;
    for (std::int64_t at = 0; at < length || sizes.empty(); at += part)
        sizes.push_back(std::min(part, length - at));
    return k.all(aten::split_with_sizes, self, sizes, dim);
}

/// Parts of a dimension of symbolic size: as many as are recorded, of the sizes that are.
template <class V>
[[nodiscard]] constexpr vec<V> recorded_parts(composing<V> const& k, V const& self, std::int64_t dim) {
    return k.all(aten::split_with_sizes, self, k.recorded_lengths(dim), dim);
}

/// At most so many parts of a dimension, all of one size but the last.
struct chunk_composition {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        std::int64_t const dim = k.dim("dim", k.rank(self)), chunks = k.number_of(k->integer("chunks"));
        k.require(chunks > 0, "'chunks' must be positive, not ", chunks);
        if (k.size(self, dim).is_symbolic())
            return recorded_parts(k, self, dim);
        std::int64_t const length = k.number_of(k.size(self, dim));
        if (length == 0)
            return k.all(aten::split_with_sizes, self, vec<sym_int>(static_cast<std::size_t>(chunks), 0), dim);
        return parts_of(k, self, dim, length, (length + chunks - 1) / chunks);
    }
};

/// Parts of a dimension of this size.
struct split_composition {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        std::int64_t const dim = k.dim("dim", k.rank(self));
        if (k.size(self, dim).is_symbolic() || k->integer("split_size").is_symbolic())
            return recorded_parts(k, self, dim);
        std::int64_t const part = k.number_of(k->integer("split_size"));
        return parts_of(k, self, dim, k.number_of(k.size(self, dim)), part == 0 ? 1 : part);
    }
};

/// An op that is another one under a name of its own: the arguments are the same.
template <class Op>
struct renamed {
    [[nodiscard]] static constexpr auto compose(auto const& k) { return k.forward(Op{}); }
};

} // namespace detail

template <>
struct composition_of<aten::mT_default> : detail::matrix_transpose {};
template <>
struct composition_of<aten::mH_default> : detail::conjugate_transpose {};
template <>
struct composition_of<aten::adjoint_default> : detail::conjugate_transpose {};

template <>
struct composition_of<aten::transpose_int> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        return detail::exchanged(k, self, k.wrapped("dim0", k.number_of(k->integer("dim0")), k.rank(self)),
                                 k.wrapped("dim1", k.number_of(k->integer("dim1")), k.rank(self)));
    }
};

template <>
struct composition_of<aten::t_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        return k.rank(self) < 2 ? self : detail::exchanged(k, self, 0, 1);
    }
};

template <>
struct composition_of<aten::numpy_T_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        vec<std::int64_t> order;
        for (std::int64_t d = k.rank(self); d-- > 0;)
            order.push_back(d);
        return order.empty() ? self : detail::with_dims(k, self, order);
    }
};

template <>
struct composition_of<aten::movedim_intlist> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return detail::with_moved(k, k->integers("source"), k->integers("destination"));
    }
};

template <>
struct composition_of<aten::movedim_int> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return detail::with_moved(k, {k->integer("source")}, {k->integer("destination")});
    }
};

template <>
struct composition_of<aten::narrow_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        std::int64_t const dim = k.dim("dim", k.rank(self));
        sym_int const start = k->integer("start");
        sym_int const first = known_lt(start, 0) == true ? k.size(self, dim) + start : start;
        return k(aten::slice.Tensor, self, dim, first, first + k->integer("length"));
    }
};

template <>
struct composition_of<aten::expand_as_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return k(aten::expand, k->tensor("self"), k.sizes(k->tensor("other")));
    }
};

template <>
struct composition_of<aten::chunk_default> : detail::chunk_composition {};
template <>
struct composition_of<aten::split_tensor> : detail::split_composition {};

template <>
struct composition_of<aten::flatten_using_ints> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        std::int64_t const first = k.dim("start_dim", k.rank(self)), last = k.dim("end_dim", k.rank(self));
        vec<sym_int> sizes;
        for (std::int64_t d = 0; d < k.rank(self); ++d)
            if (d > first && d <= last)
                sizes.back() *= k.size(self, d);
            else
                sizes.push_back(k.size(self, d));
        return k(aten::reshape, self, sizes.empty() ? vec<sym_int>(1, 1) : sizes);
    }
};

template <>
struct composition_of<aten::unbind_int> {
    template <class V>
    [[nodiscard]] static constexpr auto compose(composing<V> const& k) {
        V const& self = k->tensor("self");
        std::int64_t const dim = k.dim("dim", k.rank(self));
        vec<V> parts;
        sym_int const length = k.size(self, dim);
        std::int64_t const count =
            length.is_symbolic() ? static_cast<std::int64_t>(k.recorded().items.size()) : k.number_of(length);
        for (std::int64_t i = 0; i < count; ++i)
            parts.push_back(k(aten::select.int_, self, dim, i));
        return parts;
    }
};

template <>
struct composition_of<aten::squeeze_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return k(aten::squeeze.dims, k->tensor("self"), detail::single_dims(k, k->tensor("self")));
    }
};

template <>
struct composition_of<aten::squeeze_copy_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return k(aten::squeeze_copy.dims, k->tensor("self"), detail::single_dims(k, k->tensor("self")));
    }
};

template <>
struct composition_of<aten::squeeze_dim> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return k(aten::squeeze.dims, k->tensor("self"), vec<sym_int>(1, k->integer("dim")));
    }
};

template <>
struct composition_of<aten::type_as_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return detail::converted(k, k->tensor("self"), k.dtype(k->tensor("other")));
    }
};

template <>
struct composition_of<aten::to_dtype> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        dtype const d = k->dtype("dtype").value_or(k.dtype(self));
        if (k->boolean("copy") || k->has("memory_format"))
            return k(aten::_to_copy, self, d, k.skip, k.skip, k.skip, k.skip, k["memory_format"]);
        return detail::converted(k, self, d);
    }
};

template <>
struct composition_of<aten::contiguous_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        tensor_spec const spec = k.spec(self);
        bool const row_major =
            k->memory_format("memory_format").value_or(memory_format::contiguous) == memory_format::contiguous;
        if (row_major && spec.strides == contiguous_strides(spec.sizes))
            return self;
        return k(aten::clone, self, k["memory_format"]);
    }
};

template <>
struct composition_of<aten::zeros_like_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return k(aten::full_like, k->tensor("self"), 0, k["dtype"]);
    }
};

template <>
struct composition_of<aten::ones_like_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return k(aten::full_like, k->tensor("self"), 1, k["dtype"]);
    }
};

template <>
struct composition_of<aten::zeros_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return k(aten::full, k["size"], 0, k->dtype("dtype").value_or(dtype::f32));
    }
};

template <>
struct composition_of<aten::ones_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return k(aten::full, k["size"], 1, k->dtype("dtype").value_or(dtype::f32));
    }
};

template <>
struct composition_of<aten::new_zeros_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return k(aten::full, k["size"], 0, k->dtype("dtype").value_or(k.dtype(k->tensor("self"))));
    }
};

template <>
struct composition_of<aten::new_ones_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return k(aten::full, k["size"], 1, k->dtype("dtype").value_or(k.dtype(k->tensor("self"))));
    }
};

template <>
struct composition_of<aten::new_full_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return k(aten::full, k["size"], k["fill_value"], k->dtype("dtype").value_or(k.dtype(k->tensor("self"))));
    }
};

template <>
struct composition_of<aten::_unsafe_view_default> : detail::renamed<aten::view_default> {};
template <>
struct composition_of<aten::swapaxes_default> : detail::renamed<aten::transpose_int> {};
template <>
struct composition_of<aten::swapdims_default> : detail::renamed<aten::transpose_int> {};
template <>
struct composition_of<aten::broadcast_to_default> : detail::renamed<aten::expand_default> {};

} // namespace graft
