#pragma once

#include <graft/core/dim_vector.hpp>
#include <graft/core/element_scalar.hpp>
#include <graft/core/error.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/arithmetic.hpp>
#include <graft/kernel/complex_parts.hpp>
#include <graft/kernel/convert.hpp>
#include <graft/kernel/dense.hpp>
#include <graft/kernel/dispatch.hpp>
#include <graft/kernel/divide.hpp>
#include <graft/kernel/indexed_view.hpp>
#include <graft/kernel/operand.hpp>
#include <graft/kernel/reduce.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

namespace graft::kernel {

/// How an element that is scattered meets the one that it falls on.
enum class scatter_mode : std::uint8_t { replace, total, product, average, largest, smallest };

/// Picks the elements that a view of a tensor shows.
using index_function = std::function<detail::indexed_view(tensor const&)>;

} // namespace graft::kernel

namespace graft::detail {

/// What combined with any element leaves it, or is replaced by it.
template <class T>
[[nodiscard]] constexpr T scatter_identity(kernel::scatter_mode mode) {
    switch (mode) {
    case kernel::scatter_mode::product:
        return T{1};
    case kernel::scatter_mode::largest:
        return max_reducer::initial<T>();
    case kernel::scatter_mode::smallest:
        return min_reducer::initial<T>();
    default:
        return T{};
    }
}

template <class T>
[[nodiscard]] constexpr T scattered(kernel::scatter_mode mode, T a, T b) {
    switch (mode) {
    case kernel::scatter_mode::product:
        return product_of(a, b);
    case kernel::scatter_mode::largest:
        return max_of(a, b);
    case kernel::scatter_mode::smallest:
        return min_of(a, b);
    case kernel::scatter_mode::replace:
        return b;
    default:
        return sum_of(a, b);
    }
}

/// Divides each sum by how many elements it has.
template <class T>
void divide_by_counts(tensor& sums, tensor const& counts) {
    for (std::int64_t i = 0; i < sums.numel(); ++i) {
        std::int64_t const n = counts.data<std::int64_t>()[i];
        T& sum = sums.data<T>()[i];
        if (n <= 1)
            continue;
        if constexpr (std::floating_point<T>)
            sum /= static_cast<T>(n);
        else if constexpr (!std::same_as<T, bool>)
            sum = floor_quotient(sum, static_cast<T>(n));
    }
}

} // namespace graft::detail

namespace graft::kernel {

/// The elements that the indices pick, in the sizes of the result.
inline void pick(detail::indexed_view const& picked, tensor& out) {
    detail::row_function const copy_one = detail::copy_function(out.element_size());
    auto const bytes = static_cast<std::int64_t>(out.element_size());
    picked.for_each(out, [&](std::byte* to, std::byte const* from) {
        copy_one(1, to, bytes, from, bytes);
    });
}

inline void scatter(std::string_view op, tensor const& self, index_function const& indices, operand const& src,
                    scatter_mode mode, bool include_self, tensor& out, scalar factor = 1);

/// `scatter` of complex numbers, part by part: what replaces an element, or is added to it.
inline void scatter_parts(std::string_view op, tensor const& self, index_function const& indices, operand src,
                          scatter_mode mode, bool include_self, tensor const& out, scalar factor) {
    if (mode != scatter_mode::replace && mode != scatter_mode::total)
        raise(errc::unsupported, op, ": complex numbers that meet are only added");
    tensor const before = self.clone();  // a view of `out`, perhaps
    bool const whole = is_complex(src.dtype());
    dim_vector strides(src.strides().begin(), src.strides().end());
    for (std::int64_t& stride : strides)
        stride *= 2;
    for (std::int64_t part = 0; part < 2; ++part) {
        auto const one_part = [&]() -> operand {
            if (!whole)
                return part == 0 ? src : operand(0);
            dtype const real = real_part(src.dtype());
            return {src.data() + part * static_cast<std::int64_t>(element_size(real)), real, src.sizes(), strides};
        };
        tensor to = detail::complex_part(out, part);
        scatter(op, detail::complex_part(before, part), indices, one_part(), mode, include_self, to, factor);
    }
}

/// `self` with the elements of `src`, expanded, where the indices say, combined with what was
/// there or, if that does not count, with each other only.
inline void scatter(std::string_view op, tensor const& self, index_function const& indices,
                    operand const& src, scatter_mode mode, bool include_self, tensor& out,
                    scalar factor) {
    if (is_complex(self.dtype()))
        return scatter_parts(op, self, indices, src, mode, include_self, out, factor);
    dispatch_ordered(self.dtype(), op, [&]<class T>() {
        bool const in_result = out.dtype() == dtype_of<T> && out.is_contiguous() && !out.shares_storage(self);
        tensor total = in_result ? out : tensor::empty(self.sizes(), dtype_of<T>);
        detail::indexed_view const view = indices(total);
        tensor added = tensor::empty(view.sizes(), dtype_of<T>);
        copy(src, added);  // before the result is written, which it may be a part of
        copy(self, total);
        T const scale = factor.to<T>();
        if (!include_self)
            view.for_each(added, [&](std::byte*, std::byte* to) {
                *reinterpret_cast<T*>(to) = detail::scatter_identity<T>(mode);
            });
        auto const combine = [&](auto const& step) {
            view.for_each(added, [&](std::byte* from, std::byte* to) {
                T& place = *reinterpret_cast<T*>(to);
                T const value = step(place, detail::product_of(scale, *reinterpret_cast<T const*>(from)));
                // PyTorch keeps a sum in the dtype of the elements.
                place = std::same_as<T, float> ? value : rounded_to(self.dtype(), value);
            });
        };
        if (mode == scatter_mode::total)
            combine([](T a, T b) { return detail::sum_of(a, b); });
        else
            combine([mode](T a, T b) { return detail::scattered(mode, a, b); });
        if (mode == scatter_mode::average) {
            tensor counts = tensor::full(self.sizes(), dtype::i64, include_self ? 1 : 0);
            tensor const ones = tensor::full({}, dtype::i64, 1);
            indices(counts).for_each(ones, [](std::byte*, std::byte* to) {
                ++*reinterpret_cast<std::int64_t*>(to);
            });
            detail::divide_by_counts<T>(total, counts);
        }
        if (!in_result)
            copy(total, out);
    });
}

} // namespace graft::kernel
