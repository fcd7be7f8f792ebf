#pragma once

#include <graft/core/element.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/copy.hpp>

#include <utility>

namespace graft::detail {

/// The tensor itself if it is contiguous and of this dtype, else a converted contiguous copy.
[[nodiscard]] inline tensor as_dense(tensor const& t, dtype d) {
    if (t.dtype() == d && t.is_contiguous())
        return t;
    tensor result = tensor::empty(t.sizes(), d);
    kernel::copy(t, result);
    return result;
}

/// Where a kernel writes contiguous elements of type `T`: the result itself, or a buffer that
/// `finish` copies and converts to it.
template <element T>
class dense_result {
public:
    explicit dense_result(tensor& out)
        : out_(out), buffered_(out.dtype() != dtype_of<T> || !out.is_contiguous()),
          dense_(buffered_ ? tensor::empty(out.sizes(), dtype_of<T>) : out) {}

    [[nodiscard]] T* data() const { return dense_.template data<T>(); }
    [[nodiscard]] tensor& get() { return dense_; }

    void finish() {
        if (buffered_)
            kernel::copy(dense_, out_);
    }

private:
    tensor& out_;
    bool buffered_;
    tensor dense_;
};

} // namespace graft::detail
