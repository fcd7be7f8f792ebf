#pragma once

#include <graft/core/dtype.hpp>
#include <graft/core/element_scalar.hpp>
#include <graft/core/half.hpp>
#include <graft/core/promotion.hpp>
#include <graft/core/scalar.hpp>
#include <graft/core/tensor.hpp>
#include <graft/meta/view.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring> // memcpy

namespace graft::kernel {

/// What an element-wise kernel reads: a tensor, or a number, which weighs less in type
/// promotion.
///
/// It refers to the tensor, which must outlive it.
class operand {
public:
    operand(tensor const& t)
        : data_(t.data()), sizes_(t.sizes()), strides_(t.strides()), dtype_(t.dtype()),
          kind_(t.dim() == 0 ? operand_kind::zero_dim : operand_kind::tensor) {}

    /// Elements at an address, as a tensor has them.
    operand(std::byte* data, graft::dtype dtype, graft::view<std::int64_t const> sizes,
            graft::view<std::int64_t const> strides)
        : data_(data), sizes_(sizes), strides_(strides), dtype_(dtype),
          kind_(sizes.empty() ? operand_kind::zero_dim : operand_kind::tensor) {}

    operand(scalar number) : dtype_(number.dtype()), kind_(operand_kind::scalar) {
        if (number.is_complex())
            store(std::array{number.real_part(), number.imaginary_part()});
        else if (number.is_real())
            store(number.to<double>());
        else if (number.is_boolean())
            store(number.to<bool>());
        else
            store(number.to<std::int64_t>());
    }

    template <detail::arithmetic T>
    operand(T number) : operand(scalar(number)) {}

    [[nodiscard]] graft::dtype dtype() const { return dtype_; }
    [[nodiscard]] bool is_number() const { return kind_ == operand_kind::scalar; }
    [[nodiscard]] promotion_operand promotion() const { return {dtype_, kind_}; }
    [[nodiscard]] graft::view<std::int64_t const> sizes() const { return sizes_; }
    [[nodiscard]] graft::view<std::int64_t const> strides() const { return strides_; }

    /// A number as f16 or bf16 holds it, if that is the dtype; anything else as it is.
    [[nodiscard]] operand rounded(graft::dtype d) const {
        if (!is_number() || dtype_ == dtype::boolean || is_complex(dtype_) || (d != dtype::f16 && d != dtype::bf16))
            return *this;
        double const exact = dtype_ == dtype::f64 ? load<double>() : static_cast<double>(load<std::int64_t>());
        return scalar(rounded_to(d, exact));
    }

    /// The number in a tensor without dimensions of another real dtype, if the dtype is f16 or bf16, so that it is not
    /// rounded to that; anything else as it is.
    [[nodiscard]] operand exact(graft::dtype d) const {
        bool const real = !is_complex(dtype_) && dtype_ != dtype::boolean;
        if (kind_ != operand_kind::zero_dim || !real || d == dtype_ || (d != dtype::f16 && d != dtype::bf16))
            return *this;
        return visit_dtype(dtype_, [&]<class T>() { return scalar_from(load<T>()); });
    }

    /// The address of the first element.
    [[nodiscard]] std::byte* data() { return is_number() ? number_.data() : data_; }

private:
    template <class T>
    [[nodiscard]] T load() const {
        T value{};
        std::memcpy(&value, is_number() ? number_.data() : data_, sizeof value);
        return value;
    }
    template <class T>
    void store(T value) {
        std::memcpy(number_.data(), &value, sizeof value);
    }

    std::byte* data_ = nullptr;
    graft::view<std::int64_t const> sizes_, strides_;
    alignas(8) std::array<std::byte, 16> number_{};
    graft::dtype dtype_;
    operand_kind kind_;
};

} // namespace graft::kernel
