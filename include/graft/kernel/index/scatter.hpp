#pragma once

#include <graft/core/dim_vector.hpp>
#include <graft/core/error.hpp>
#include <graft/core/fitted_number.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/arithmetic.hpp>
#include <graft/kernel/base/convert.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/dispatch.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/loop.hpp>
#include <graft/kernel/base/loop_nest.hpp>
#include <graft/kernel/base/operand.hpp>
#include <graft/kernel/elementwise/complex.hpp>
#include <graft/kernel/elementwise/complex_functions.hpp>
#include <graft/kernel/elementwise/divide.hpp>
#include <graft/kernel/index/indexed_view.hpp>
#include <graft/kernel/reduce/reduce.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring> // memcpy
#include <functional>
#include <string_view>
#include <type_traits> // integral_constant

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// How an element that is scattered meets the one that it falls on.
enum class scatter_mode : std::uint8_t { replace, total, product, average, largest, smallest };

/// Picks the elements that a view of a tensor shows.
using index_function = std::function<detail::indexed_view(tensor const&)>;

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// What combined with any element leaves it, or is replaced by it.
template <class T>
[[nodiscard]] constexpr T scatter_identity(kernel::scatter_mode mode) {
    switch (mode) {
    case kernel::scatter_mode::product: return T{1};
    case kernel::scatter_mode::largest: return max_reducer::initial<T>();
    case kernel::scatter_mode::smallest: return min_reducer::initial<T>();
    default: return T{};
    }
}

template <class T>
[[nodiscard]] constexpr T scattered(kernel::scatter_mode mode, T a, T b) {
    switch (mode) {
    case kernel::scatter_mode::product: return product_of(a, b);
    case kernel::scatter_mode::largest: return max_of(a, b);
    case kernel::scatter_mode::smallest: return min_of(a, b);
    default: return sum_of(a, b);
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

/// The elements that are scattered, in the dtype of `total` and apart from it: where they lie, or copied.
class scatter_source {
public:
    scatter_source(std::string_view op, indexed_view const& view, kernel::operand const& src, tensor const& total)
        : from_(src) {
        loop_nest nest(op, view.sizes());
        nest.add(from_.data(), element_size(src.dtype()), src.sizes(), src.strides());
        nest.add(total.data(), static_cast<std::size_t>(total.numel()) * total.element_size(), {}, {});
        if (src.dtype() == total.dtype() && !nest.overlap(0, 1))
            return;
        copy_ = tensor::empty(src.is_number() ? dim_vector() : view.sizes(), total.dtype());
        kernel::copy(src, copy_);
        from_ = copy_;
    }
    scatter_source(scatter_source const&) = delete;
    scatter_source& operator=(scatter_source const&) = delete;

    [[nodiscard]] kernel::operand const& get() const { return from_; }

private:
    tensor copy_;
    kernel::operand from_;
};

/// Copies elements to where a view lies, or what it picks to them.
template <bool ToView>
void move_elements(indexed_view const& view, kernel::operand const& plain, std::size_t bytes) {
    auto const move = [&]<std::size_t Bytes>(std::integral_constant<std::size_t, Bytes>) {
        view.for_each_row(plain, [](indexed_row const& row) {
            if (row.offset == nullptr)
                return ToView ? copy_row<Bytes>(row.size, row.picked, row.picked_step, row.plain, row.plain_step)
                              : copy_row<Bytes>(row.size, row.plain, row.plain_step, row.picked, row.picked_step);
            row.for_each<Bytes>([](std::byte* one, std::byte* picked) {
                std::memcpy(ToView ? picked : one, ToView ? one : picked, Bytes);
            });
        });
    };
    switch (bytes) {
    case 1: return move(std::integral_constant<std::size_t, 1>{});
    case 2: return move(std::integral_constant<std::size_t, 2>{});
    case 4: return move(std::integral_constant<std::size_t, 4>{});
    case 8: return move(std::integral_constant<std::size_t, 8>{});
    default: return move(std::integral_constant<std::size_t, 16>{});
    }
}

/// What the view picks becomes `step(picked, scale * element)`, rounded to a dtype if one is given.
template <class T, class Step>
void combine_elements(indexed_view const& view, kernel::operand const& plain, T scale, dtype rounding, Step step) {
    constexpr std::int64_t bytes = sizeof(T);
    auto const combined = [=](T place, T element) { return step(place, product_of(scale, element)); };
    view.for_each_row(plain, [&](indexed_row const& row) {
        if (row.offset == nullptr && row.plain_step == bytes && row.picked_step == bytes &&
            rounding == dtype::undefined)
            return update_loop(combined, row.size, reinterpret_cast<T*>(row.picked),
                               reinterpret_cast<T const*>(row.plain));
        row.template for_each<bytes>([=](std::byte const* element, std::byte* picked) {
            T& place = *reinterpret_cast<T*>(picked);
            T const value = combined(place, *reinterpret_cast<T const*>(element));
            place = rounding == dtype::undefined ? value : rounded_to(rounding, value);
        });
    });
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// The elements that the indices pick, in the sizes of the result.
inline void pick(detail::indexed_view const& picked, tensor& out) {
    detail::move_elements<false>(picked, out, out.element_size());
}

/// `self` with the elements of `src`, expanded, where the indices say, combined with what was
/// there or, if that does not count, with each other only.
void scatter(std::string_view op, tensor const& self, index_function const& indices, operand const& src,
             scatter_mode mode, bool include_self, tensor_parameter auto& out, scalar factor = 1);

/// `scatter` that multiplies complex numbers, in c128.
void scatter_products(std::string_view op, tensor const& self, index_function const& indices, operand const& src,
                      bool include_self, tensor_parameter auto& out) {
    using number = detail::complex_number;
    tensor total = tensor::empty(self.sizes(), dtype::c128);
    detail::indexed_view const view = indices(total);
    detail::scatter_source const from(op, view, src, total);
    copy(self, total);
    if (!include_self) {
        tensor const identity = tensor::full({}, dtype::c128, 1);
        detail::move_elements<true>(view, identity, sizeof(number));
    }
    view.for_each_row(from.get(), [](detail::indexed_row const& row) {
        row.for_each<sizeof(number)>([](std::byte const* element, std::byte* picked) {
            number& product = *reinterpret_cast<number*>(picked);
            product = detail::complex_product(product, *reinterpret_cast<number const*>(element));
        });
    });
    copy(total, out);
}

/// `scatter` of complex numbers that are added, part by part.
void scatter_parts(std::string_view op, tensor const& self, index_function const& indices, operand src,
                   scatter_mode mode, bool include_self, tensor_parameter auto const& out, scalar factor) {
    if (mode != scatter_mode::total && mode != scatter_mode::average)
        raise(errc::invalid_argument, op, ": complex numbers have no order");
    tensor const before = self.clone(); // a view of `out`, perhaps
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

void scatter(std::string_view op, tensor const& self, index_function const& indices, operand const& src,
             scatter_mode mode, bool include_self, tensor_parameter auto& out, scalar factor) {
    bool const in_result = out.is_contiguous() && !out.shares_storage(self);
    if (mode == scatter_mode::replace) {
        bool const direct = in_result && out.dtype() == self.dtype();
        tensor total = direct ? out : tensor::empty(self.sizes(), self.dtype());
        detail::indexed_view const view = indices(total);
        detail::scatter_source const from(op, view, src, total);
        copy(self, total);
        detail::move_elements<true>(view, from.get(), total.element_size());
        if (!direct)
            copy(total, out);
        return;
    }
    if (mode == scatter_mode::average && self.dtype() == dtype::boolean)
        raise(errc::invalid_argument, op, ": truth values have no mean");
    if (is_complex(self.dtype()) && mode == scatter_mode::product)
        return scatter_products(op, self, indices, src, include_self, out);
    if (is_complex(self.dtype()))
        return scatter_parts(op, self, indices, src, mode, include_self, out, factor);
    dispatch_ordered(self.dtype(), op, [&]<class T>() {
        bool const direct = in_result && out.dtype() == dtype_of<T>;
        tensor total = direct ? out : tensor::empty(self.sizes(), dtype_of<T>);
        detail::indexed_view const view = indices(total);
        detail::scatter_source const from(op, view, src, total);
        copy(self, total);
        if (!include_self) {
            tensor const identity = tensor::full({}, dtype_of<T>, detail::scatter_identity<T>(mode));
            detail::move_elements<true>(view, identity, sizeof(T));
        }
        // PyTorch keeps a sum in the dtype of the elements.
        dtype const rounding = self.dtype() == dtype_of<T> ? dtype::undefined : self.dtype();
        if (mode == scatter_mode::total)
            detail::combine_elements<T>(view, from.get(), factor.to<T>(), rounding,
                                        [](T a, T b) { return detail::sum_of(a, b); });
        else
            detail::combine_elements<T>(view, from.get(), factor.to<T>(), rounding,
                                        [mode](T a, T b) { return detail::scattered(mode, a, b); });
        if (mode == scatter_mode::average) {
            if (std::integral<T> && rounding != dtype::undefined) {
                tensor sums = tensor::empty(self.sizes(), rounding);
                copy(total, sums);
                copy(sums, total);
            }
            tensor counts = tensor::empty(self.sizes(), dtype::i64);
            scatter(op, tensor::full(self.sizes(), dtype::i64, include_self ? 1 : 0), indices, 1, scatter_mode::total,
                    true, counts);
            detail::divide_by_counts<T>(total, counts);
        }
        if (!direct)
            copy(total, out);
    });
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
