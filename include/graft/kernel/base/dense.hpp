#pragma once

#include <graft/core/dtype.hpp>
#include <graft/core/element.hpp>
#include <graft/core/error.hpp>
#include <graft/core/scalar.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/arithmetic.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/view.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// The tensor itself if it is contiguous and of this dtype, else a converted contiguous copy; complex numbers as real
/// ones are an error.
[[nodiscard]] inline tensor as_dense(tensor const& t, dtype d) {
    if (t.dtype() == d && t.is_contiguous())
        return t;
    if (is_complex(t.dtype()) && !is_complex(d))
        raise(errc::unsupported, "numbers of ", fx_name(t.dtype()), " are not computed with as ", fx_name(d));
    tensor result = tensor::empty(t.sizes(), d);
    kernel::copy(t, result);
    return result;
}

/// Which elements are not zero, contiguous; a complex number is zero where both its parts are.
[[nodiscard]] inline tensor truths_of(tensor const& t) {
    if (!is_complex(t.dtype()))
        return as_dense(t, dtype::boolean);
    tensor result = tensor::empty(t.sizes(), dtype::boolean);
    kernel::copy(t, result);
    return result;
}

/// The elements of a tensor as contiguous ones of type `T`: where they lie, or in a converted copy.
template <element T>
class dense_argument {
public:
    explicit dense_argument(tensor const& t) {
        if (t.dtype() != dtype_of<T> || !t.is_contiguous())
            copy_.emplace(as_dense(t, dtype_of<T>));
        data_ = (copy_ ? *copy_ : t).template data<T>();
    }

    [[nodiscard]] T const* data() const { return data_; }

private:
    std::optional<tensor> copy_;
    T const* data_;
};

/// Where a kernel writes contiguous elements of a dtype: the result itself, or a buffer that `finish` copies and
/// converts to it.
class dense_buffer {
public:
    dense_buffer(tensor& out, dtype d) : out_(out) {
        if (out.dtype() != d || !out.is_contiguous())
            buffer_.emplace(tensor::empty(out.sizes(), d));
    }

    [[nodiscard]] tensor& get() { return buffer_ ? *buffer_ : out_; }
    [[nodiscard]] tensor const& get() const { return buffer_ ? *buffer_ : out_; }

    void finish() {
        if (buffer_)
            kernel::copy(*buffer_, out_);
    }

private:
    tensor& out_;
    std::optional<tensor> buffer_;
};

/// Where a kernel writes contiguous elements of type `T`: the result itself, or a buffer that `finish` copies and
/// converts to it.
template <element T>
class dense_result : public dense_buffer {
public:
    explicit dense_result(tensor& out) : dense_buffer(out, dtype_of<T>) {}

    [[nodiscard]] T* data() const { return get().template data<T>(); }
};

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// start + i * step for each element of a vector, computed in i64 or f64.
inline void arange(scalar start, scalar step, tensor& out) {
    bool const whole = is_integral(out.dtype(), true);
    tensor numbers = tensor::empty(out.sizes(), whole ? dtype::i64 : dtype::f64);
    for (std::int64_t i = 0; i < out.numel(); ++i)
        if (whole)
            numbers.data<std::int64_t>()[i] =
                detail::sum_of(start.to<std::int64_t>(), detail::product_of(i, step.to<std::int64_t>()));
        else
            numbers.data<double>()[i] = start.to<double>() + static_cast<double>(i) * step.to<double>();
    copy(numbers, out);
}

/// Ones on the diagonal of a matrix, zeros elsewhere.
inline void eye(tensor& out) {
    fill(out, 0);
    for (std::int64_t i = 0; i < std::min(out.size(0), out.size(1)); ++i) {
        tensor element = select(select(out, 0, i), 0, i);
        fill(element, 1);
    }
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
