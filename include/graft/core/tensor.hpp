#pragma once

#include <graft/config.hpp>
#include <graft/core/checked.hpp>
#include <graft/core/dim_vector.hpp>
#include <graft/core/dtype.hpp>
#include <graft/core/element.hpp>
#include <graft/core/error.hpp>
#include <graft/core/scalar.hpp>
#include <graft/core/shape.hpp>
#include <graft/core/storage.hpp>
#include <graft/meta/view.hpp>

#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace graft {

/// Calls `f.operator()<T>()` with the element type of the dtype; `undefined` is an error.
template <class F>
constexpr decltype(auto) visit_dtype(dtype d, F&& f) {
    switch (d) {
    case dtype::boolean: return f.template operator()<bool>();
    case dtype::u8: return f.template operator()<std::uint8_t>();
    case dtype::i8: return f.template operator()<std::int8_t>();
    case dtype::i16: return f.template operator()<std::int16_t>();
    case dtype::i32: return f.template operator()<std::int32_t>();
    case dtype::i64: return f.template operator()<std::int64_t>();
    case dtype::u16: return f.template operator()<std::uint16_t>();
    case dtype::u32: return f.template operator()<std::uint32_t>();
    case dtype::u64: return f.template operator()<std::uint64_t>();
    case dtype::f16: return f.template operator()<half>();
    case dtype::bf16: return f.template operator()<bfloat16>();
    case dtype::f32: return f.template operator()<float>();
    case dtype::f64: return f.template operator()<double>();
    case dtype::c32: return f.template operator()<complex_half>();
    case dtype::c64: return f.template operator()<std::complex<float>>();
    case dtype::c128: return f.template operator()<std::complex<double>>();
    case dtype::f8e4m3fn: return f.template operator()<float8_e4m3fn>();
    case dtype::f8e5m2: return f.template operator()<float8_e5m2>();
    case dtype::f8e8m0fnu: return f.template operator()<float8_e8m0fnu>();
    case dtype::undefined: break;
    }
    raise(errc::invalid_argument, "an undefined dtype has no elements");
}

namespace detail {

[[nodiscard]] constexpr std::size_t element_alignment(dtype d) {
    return visit_dtype(d, []<class T>() { return alignof(T); });
}

} // namespace detail

/// A strided view of shared bytes; sizes, strides and offset are in elements, a copy shares.
///
/// Every element lies inside the storage: whatever would not is an error at construction.
/// Strides are not negative; 0 sizes, 0 strides and rank 0 are ordinary.
class tensor {
public:
    tensor() = default;

    /// A view of `nbytes` bytes somebody else allocated; `bytes` keeps them alive.
    tensor(std::shared_ptr<std::byte> bytes, std::size_t nbytes, graft::dtype dtype, dim_vector sizes,
           dim_vector strides, std::int64_t storage_offset)
        : tensor(storage(std::move(bytes), nbytes), dtype, std::move(sizes), std::move(strides), storage_offset) {}

    /// A view of the storage: element i is at `storage_offset` plus the sum of index times stride, counted in elements.
    /// Sizes or strides that leave the storage are an error.
    tensor(graft::storage storage, graft::dtype dtype, dim_vector sizes, dim_vector strides,
           std::int64_t storage_offset)
        : storage_(std::move(storage)), sizes_(std::move(sizes)), strides_(std::move(strides)),
          storage_offset_(storage_offset), dtype_(dtype) {
        check();
    }

    /// A new contiguous tensor of indeterminate elements.
    [[nodiscard]] static tensor empty(dim_vector sizes, graft::dtype dtype);

    /// A new contiguous tensor of zeros.
    [[nodiscard]] static tensor zeros(dim_vector sizes, graft::dtype dtype) {
        tensor result = empty(std::move(sizes), dtype);
        result.storage_.clear();
        return result;
    }

    /// A new contiguous tensor of one number; a number out of range is an error.
    [[nodiscard]] static tensor full(dim_vector sizes, graft::dtype dtype, scalar value);

    /// A new contiguous tensor with a copy of these elements.
    template <element T>
    [[nodiscard]] static tensor from(dim_vector sizes, graft::view<T const> elements) {
        tensor result = empty(std::move(sizes), dtype_of<T>);
        if (static_cast<std::int64_t>(elements.size()) != result.numel())
            raise(errc::invalid_argument, "a tensor of ", result.numel(), " elements cannot be made of ",
                  elements.size());
        std::copy(elements.begin(), elements.end(), result.data<T>());
        return result;
    }

    /// False of the tensor made by the default constructor.
    [[nodiscard]] bool defined() const { return dtype_ != graft::dtype::undefined; }
    /// The dtype of its elements.
    [[nodiscard]] graft::dtype dtype() const { return dtype_; }
    /// The rank.
    [[nodiscard]] std::size_t dim() const { return sizes_.size(); }
    /// An extent for each dimension.
    [[nodiscard]] dim_vector const& sizes() const { return sizes_; }
    /// The distance between neighbours in each dimension, in elements.
    [[nodiscard]] dim_vector const& strides() const { return strides_; }
    /// Where the first element is in the storage, in elements.
    [[nodiscard]] std::int64_t storage_offset() const { return storage_offset_; }

    /// The size of a dimension; counted from the end if negative.
    [[nodiscard]] std::int64_t size(std::int64_t dim) const {
        check_dimension();
        return sizes_[wrap_dim(dim, sizes_.size())];
    }

    /// The stride of a dimension; counted from the end if negative.
    [[nodiscard]] std::int64_t stride(std::int64_t dim) const {
        check_dimension();
        return strides_[wrap_dim(dim, sizes_.size())];
    }

    /// How many elements it has.
    [[nodiscard]] std::int64_t numel() const { return graft::numel(sizes_); }
    /// The bytes of an element.
    [[nodiscard]] std::size_t element_size() const { return graft::element_size(dtype_); }

    /// Bytes of all elements: `numel() * element_size()`.
    [[nodiscard]] std::size_t nbytes() const { return static_cast<std::size_t>(numel()) * element_size(); }

    /// Bytes of the whole storage, whatever part of it the tensor shows.
    [[nodiscard]] std::size_t storage_bytes() const { return storage_.size(); }
    /// The bytes it is a view of.
    [[nodiscard]] graft::storage const& get_storage() const { return storage_; }
    /// True when its elements lie one after another in row-major order.
    [[nodiscard]] bool is_contiguous() const { return graft::is_contiguous(sizes_, strides_); }

    /// True if both show the same allocation.
    [[nodiscard]] bool shares_storage(tensor const& other) const {
        return storage_.owner() != nullptr && storage_.data() == other.storage_.data();
    }

    /// The address of the first element.
    [[nodiscard]] std::byte* data() const {
        return storage_.data() + storage_offset_ * static_cast<std::int64_t>(element_size());
    }

    /// The address of the first element; an error if the elements are not of type `T`.
    template <element T>
    [[nodiscard]] T* data() const {
        if (dtype_ != dtype_of<T>)
            raise(errc::invalid_argument, "a tensor of ", torch_name(dtype_), " was read as ", torch_name(dtype_of<T>));
        return reinterpret_cast<T*>(data());
    }

    /// The only element as a number; an error if there are more, or if it is complex.
    [[nodiscard]] scalar item() const;

    /// Another view of the same storage.
    [[nodiscard]] tensor as_strided(dim_vector sizes, dim_vector strides, std::int64_t storage_offset) const {
        return {storage_, dtype_, std::move(sizes), std::move(strides), storage_offset};
    }

    /// A view of the elements under other sizes; an error unless the tensor is contiguous and has as many elements.
    [[nodiscard]] tensor view(dim_vector sizes) const;

    /// A view of the parts of complex numbers, which are a new last dimension of two; an error if they are not complex.
    [[nodiscard]] tensor view_as_real() const;

    /// A new contiguous tensor with the same elements.
    [[nodiscard]] tensor clone() const {
        if (!defined())
            return {};
        tensor result = empty(sizes_, dtype_);
        copy_elements(result.data());
        return result;
    }

    /// This tensor if it is contiguous, else a contiguous copy.
    [[nodiscard]] tensor contiguous() const { return is_contiguous() ? *this : clone(); }

    /// Shows other sizes, contiguously, from the same offset: cuts a result to its true size.
    void set_sizes(dim_vector sizes) {
        dim_vector strides = contiguous_strides(sizes);
        *this = as_strided(std::move(sizes), std::move(strides), storage_offset_);
    }

private:
    [[nodiscard]] static std::int64_t item_size(graft::dtype dtype) {
        if (dtype == graft::dtype::undefined)
            raise(errc::invalid_argument, "a tensor needs a dtype");
        return static_cast<std::int64_t>(graft::element_size(dtype));
    }

    void check_dimension() const {
        if (sizes_.empty())
            raise(errc::invalid_argument, "a tensor of rank 0 has no dimensions");
    }

    void check() const;
    void copy_elements(std::byte* to) const;

    graft::storage storage_;
    dim_vector sizes_;
    dim_vector strides_;
    std::int64_t storage_offset_ = 0;
    graft::dtype dtype_ = graft::dtype::undefined;
};

/// Raises unless every element lies inside the storage and is aligned.
inline void tensor::check() const {
    std::int64_t const bytes_each = item_size(dtype_);
    if (sizes_.size() != strides_.size())
        raise(errc::invalid_argument, "a tensor has ", sizes_.size(), " sizes but ", strides_.size(), " strides");
    if (storage_offset_ < 0)
        raise(errc::invalid_argument, "a tensor cannot have the storage offset ", storage_offset_);
    for (std::size_t i = 0; i < sizes_.size(); ++i)
        if (sizes_[i] < 0 || strides_[i] < 0)
            raise(errc::invalid_argument, "a tensor cannot have the size ", sizes_[i], " with the stride ",
                  strides_[i]);
    std::int64_t const needed = checked_mul(checked_add(storage_offset_, element_span(sizes_, strides_)), bytes_each);
    if (static_cast<std::uint64_t>(needed) > storage_.size())
        raise(errc::invalid_argument, "a tensor needs a storage of ", needed, " bytes but has ", storage_.size());
    std::size_t const alignment = detail::element_alignment(dtype_);
    if (reinterpret_cast<std::uintptr_t>(storage_.data()) % alignment != 0)
        raise(errc::invalid_argument, "the storage of a tensor of ", torch_name(dtype_), " is not aligned to ",
              alignment, " bytes");
}

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/element_scalar.hpp>

#    include <cstring>

namespace graft {

GRAFT_INLINE tensor tensor::empty(dim_vector sizes, graft::dtype dtype) {
    for (std::int64_t size : sizes)
        if (size < 0)
            raise(errc::invalid_argument, "a tensor cannot have the size ", size);
    std::int64_t const bytes = checked_mul(graft::numel(sizes), item_size(dtype));
    dim_vector strides = contiguous_strides(sizes);
    return {storage::allocate(static_cast<std::size_t>(bytes)), dtype, std::move(sizes), std::move(strides), 0};
}

GRAFT_INLINE tensor tensor::full(dim_vector sizes, graft::dtype dtype, scalar value) {
    tensor result = empty(std::move(sizes), dtype);
    visit_dtype(dtype, [&]<class T>() { std::fill_n(result.data<T>(), result.numel(), element_from<T>(value)); });
    return result;
}

GRAFT_INLINE scalar tensor::item() const {
    if (!defined() || numel() != 1)
        raise(errc::invalid_argument, "item() needs a tensor with one element");
    return visit_dtype(dtype_, [&]<class T>() { return scalar_from(*data<T>()); });
}

GRAFT_INLINE tensor tensor::view(dim_vector sizes) const {
    if (!is_contiguous())
        raise(errc::invalid_argument, "view() needs a contiguous tensor");
    if (graft::numel(sizes) != numel())
        raise(errc::invalid_argument, "view() cannot show ", numel(), " elements as ", graft::numel(sizes));
    dim_vector strides = contiguous_strides(sizes);
    return as_strided(std::move(sizes), std::move(strides), storage_offset_);
}

GRAFT_INLINE tensor tensor::view_as_real() const {
    if (!is_complex(dtype_))
        raise(errc::invalid_argument, "view_as_real takes complex numbers, not ", fx_name(dtype_));
    dim_vector sizes = sizes_, strides = strides_;
    for (std::int64_t& stride : strides)
        stride = checked_mul(stride, 2);
    sizes.push_back(2);
    strides.push_back(1);
    return {storage_, real_part(dtype_), std::move(sizes), std::move(strides), checked_mul(storage_offset_, 2)};
}

GRAFT_INLINE void tensor::copy_elements(std::byte* to) const {
    std::size_t const bytes_each = element_size();
    if (numel() == 0)
        return;
    if (is_contiguous()) {
        std::memcpy(to, data(), nbytes());
        return;
    }
    // One odometer over all dimensions but the last, which is the inner loop.
    std::size_t const inner = sizes_.size() - 1;
    auto const step = [&](std::size_t i) { return strides_[i] * static_cast<std::int64_t>(bytes_each); };
    dim_vector index(inner);
    std::byte const* row = data();
    for (;;) {
        for (std::int64_t i = 0; i < sizes_[inner]; ++i, to += bytes_each)
            std::memcpy(to, row + i * step(inner), bytes_each);
        std::size_t d = inner;
        while (d > 0 && ++index[d - 1] == sizes_[d - 1]) {
            --d;
            index[d] = 0;
            row -= (sizes_[d] - 1) * step(d);
        }
        if (d == 0)
            return;
        row += step(d - 1);
    }
}

} // namespace graft
#endif
