#pragma once

#include <graft/core/device.hpp>
#include <graft/core/dtype.hpp>
#include <graft/core/layout.hpp>
#include <graft/core/shape.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/sym_int.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace graft {

/// A symbolic size against a constant other than 1 is that constant: it is equal to it or 1.
[[nodiscard]] constexpr sym_int broadcast_size(sym_int const& a, sym_int const& b, std::size_t dim) {
    if (a == b || b == 1)
        return a;
    if (a == 1)
        return b;
    if (a.is_symbolic() && b.is_symbolic())
        raise(errc::unsupported, "cannot decide whether two symbolic sizes are equal at dimension ", dim);
    if (a.is_symbolic())
        return b;
    if (b.is_symbolic())
        return a;
    detail::raise_broadcast(a.value(), b.value(), dim);
}

/// What is known of a tensor without its elements: what FX calls a fake tensor.
struct tensor_spec {
    graft::dtype dtype = graft::dtype::undefined;  ///< of its elements
    vec<sym_int> sizes;                            ///< an extent for each dimension
    vec<sym_int> strides;                          ///< in elements, one for each dimension
    sym_int storage_offset;                        ///< in elements
    device dev;                                    ///< where it lives
    bool requires_grad = false;                    ///< what torch.export recorded
    graft::layout layout = graft::layout::strided; ///< strided, or a sparse one

    /// The rank.
    [[nodiscard]] constexpr std::size_t dim() const { return sizes.size(); }
    /// How many elements it has: the product of its sizes.
    [[nodiscard]] constexpr sym_int numel() const { return graft::numel(sizes); }

    friend constexpr bool operator==(tensor_spec const&, tensor_spec const&) = default;
};

/// True if the elements lie densely in row-major order for every value of the symbols.
[[nodiscard]] constexpr bool is_contiguous(tensor_spec const& spec) { return is_contiguous(spec.sizes, spec.strides); }

/// The spec of a new contiguous tensor on the CPU.
[[nodiscard]] constexpr tensor_spec make_spec(dtype d, vec<sym_int> sizes) {
    tensor_spec spec;
    spec.dtype = d;
    spec.strides = contiguous_strides(sizes);
    spec.sizes = std::move(sizes);
    return spec;
}

/// What a node's value looks like: what FX keeps in meta["val"].
///
/// `integer` is the expression of a sym_int, of a sym_bool (0, 1 or a comparison) and of a
/// sym_float.
struct value_spec {
    /// What kind of value it is.
    enum class kind : std::uint8_t { none, tensor, sym_int, sym_bool, sym_float, list };

    kind k = kind::none;    ///< what kind of value it is
    tensor_spec tensor;     ///< of a tensor
    graft::sym_int integer; ///< of a number that may be symbolic
    vec<value_spec> items;  ///< of a list

    constexpr value_spec() = default;
    /// Of a tensor.
    constexpr value_spec(tensor_spec spec) : k(kind::tensor), tensor(std::move(spec)) {}

    /// The value of a symbolic integer.
    [[nodiscard]] static constexpr value_spec of_integer(graft::sym_int value) {
        return of(kind::sym_int, std::move(value));
    }

    /// The value of a symbolic truth: 0, 1 or a comparison.
    [[nodiscard]] static constexpr value_spec of_boolean(graft::sym_int value) {
        return of(kind::sym_bool, std::move(value));
    }

    /// The value of a symbolic real number.
    [[nodiscard]] static constexpr value_spec of_real(graft::sym_int value) {
        return of(kind::sym_float, std::move(value));
    }

    /// Several values: a list or a tuple.
    [[nodiscard]] static constexpr value_spec of_list(vec<value_spec> values) {
        value_spec result;
        result.k = kind::list;
        result.items = std::move(values);
        return result;
    }

    /// True for a value of that kind.
    /// @{
    [[nodiscard]] constexpr bool is_none() const { return k == kind::none; }
    [[nodiscard]] constexpr bool is_tensor() const { return k == kind::tensor; }
    [[nodiscard]] constexpr bool is_list() const { return k == kind::list; }
    /// @}

    /// True when kind and contents are equal.
    friend constexpr bool operator==(value_spec const& a, value_spec const& b) {
        return a.k == b.k && a.tensor == b.tensor && a.integer == b.integer && a.items == b.items;
    }

private:
    static constexpr value_spec of(kind k, graft::sym_int value) {
        value_spec result;
        result.k = k;
        result.integer = std::move(value);
        return result;
    }
};

namespace detail {

// The tensor that a value is; null where it is something else, or nothing is known of it.
[[nodiscard]] constexpr tensor_spec const* tensor_of(value_spec const* val) {
    return val != nullptr && val->is_tensor() ? &val->tensor : nullptr;
}

} // namespace detail

} // namespace graft
