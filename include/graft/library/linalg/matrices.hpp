#pragma once

#include <graft/core/dim_vector.hpp>
#include <graft/core/dtype.hpp>
#include <graft/core/error.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/view.hpp>
#include <graft/library/linalg/matrix.hpp>
#include <graft/meta/vec.hpp>
#include <graft/schema/call.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

/// Tensors whose last two dimensions are matrices.
namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// Calls `f` with a number in which matrices of a dtype are computed with: double, or a complex number of doubles.
/// Results of float32 and complex64 are rounded once, at the end, and what computes is compiled for half as many types.
template <class F>
void visit_field(dtype d, F&& f) {
    if (is_complex(d))
        f(std::complex<double>{});
    else
        f(double{});
}

/// The dtype of such numbers.
template <class T>
inline constexpr dtype dtype_of_field = is_complex_number<T> ? dtype::c128 : dtype::f64;

/// A dense copy in such numbers, or the tensor itself.
template <class T>
[[nodiscard]] tensor dense_field(tensor const& t) {
    if (t.dtype() == dtype_of_field<T>)
        return t.contiguous();
    tensor dense = tensor::empty(t.sizes(), dtype_of_field<T>);
    kernel::copy(t, dense);
    return dense;
}

/// The product of all dimensions but the last `inner`.
[[nodiscard]] inline std::int64_t batch_count(tensor const& t, std::size_t inner = 2) {
    std::int64_t count = 1;
    for (std::size_t i = 0; i + inner < t.dim(); ++i)
        count *= t.sizes()[i];
    return count;
}

/// The matrices of a tensor, or its vectors as columns.
template <class T>
class matrices {
public:
    explicit matrices(tensor const& t, bool columns = false)
        : dense_(dense_field<T>(t)), rows_(columns ? t.size(-1) : t.size(-2)), columns_(columns ? 1 : t.size(-1)) {}

    [[nodiscard]] matrix<T> operator[](std::int64_t i) const {
        matrix<T> made(rows_, columns_);
        T const* const from = reinterpret_cast<T const*>(dense_.data()) + i * made.size();
        std::copy(from, from + made.size(), made.data());
        return made;
    }
    [[nodiscard]] std::int64_t rows() const { return rows_; }
    [[nodiscard]] std::int64_t columns() const { return columns_; }

private:
    tensor dense_;
    std::int64_t rows_, columns_;
};

/// A result of matrices, of columns or, where `inner` is 0, of numbers, which `finish` writes.
template <class T>
class written_matrices {
public:
    explicit written_matrices(tensor& result, std::size_t inner = 2)
        : result_(result), dense_(tensor::empty(result.sizes(), dtype_of_field<T>)),
          rows_(inner == 0 ? 1 : result.size(inner == 2 ? -2 : -1)), columns_(inner == 2 ? result.size(-1) : 1) {}
    written_matrices(written_matrices const&) = delete;
    written_matrices& operator=(written_matrices const&) = delete;

    /// Elements of matrix `i`, row by row.
    void give(std::int64_t i, T const* from) {
        std::int64_t const count = rows_ * columns_;
        std::copy(from, from + count, reinterpret_cast<T*>(dense_.data()) + i * count);
    }
    void give(std::int64_t i, matrix<T> const& m) { give(i, m.data()); }
    void give(std::int64_t i, std::vector<T> const& values) { give(i, values.data()); }
    void finish() { kernel::copy(dense_, result_); }

private:
    tensor& result_;
    tensor dense_;
    std::int64_t rows_, columns_;
};

/// A result of integers, `each` of every matrix, which `finish` writes.
template <class T>
class written_integers {
public:
    explicit written_integers(tensor& result, std::int64_t each = 1)
        : result_(result), dense_(tensor::full(result.sizes(), dtype_of<T>, 0)), each_(each) {}
    written_integers(written_integers const&) = delete;
    written_integers& operator=(written_integers const&) = delete;

    void give(std::int64_t i, std::vector<T> const& values) {
        std::copy(values.begin(), values.end(), dense_.template data<T>() + i * each_);
    }
    void finish() { kernel::copy(dense_, result_); }

private:
    tensor& result_;
    tensor dense_;
    std::int64_t each_;
};

/// A tensor with these batches; its last `inner` dimensions stay.
[[nodiscard]] inline tensor with_batches(tensor const& t, std::size_t inner, dim_vector const& batches) {
    dim_vector sizes = batches;
    for (std::size_t i = t.dim() - inner; i < t.dim(); ++i)
        sizes.push_back(t.sizes()[i]);
    return kernel::expand(t, sizes);
}

/// The dimensions but the last `inner`.
[[nodiscard]] inline dim_vector batches_of_result(tensor const& result, std::size_t inner = 2) {
    dim_vector sizes = result.sizes();
    sizes.resize(sizes.size() - inner);
    return sizes;
}

/// Matrices and right sides of the batches of a result, which are gone through together.
template <class T>
struct equations {
    tensor all_matrices, all_sides;
    matrices<T> left, side;
    std::int64_t count;

    equations(tensor const& a, tensor const& b, dim_vector const& batches, bool vector = false)
        : all_matrices(with_batches(a, 2, batches)), all_sides(with_batches(b, vector ? 1 : 2, batches)),
          left(all_matrices), side(all_sides, vector), count(1) {
        for (std::int64_t const size : batches)
            count *= size;
    }
};

/// What LAPACK says of each matrix: 0, or the number, from 1, of the diagonal element at which there is no more.
class matrix_errors {
public:
    void add(std::int32_t info) { info_.push_back(info); }

    /// Raises an error that names the first matrix of which there is something to say.
    void require_none(call<tensor> const& c, std::string_view what) const {
        for (std::size_t i = 0; i < info_.size(); ++i)
            if (info_[i] != 0)
                raise(errc::invalid_argument, c.op().name, ": matrix ", i, " of the batch ", what,
                      ": see diagonal element ", info_[i]);
    }
    /// As `require_none` where the call asks for it.
    void check(call<tensor> const& c, std::string_view what) const {
        if (c.boolean("check_errors"))
            require_none(c, what);
    }
    void write(tensor& result) const {
        tensor made = tensor::empty(result.sizes(), dtype::i32);
        std::copy(info_.begin(), info_.end(), made.data<std::int32_t>());
        kernel::copy(made, result);
    }

private:
    vec<std::int32_t> info_;
};

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
