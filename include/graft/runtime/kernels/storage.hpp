#pragma once

#include <graft/core/dim_vector.hpp>
#include <graft/dialect/aten/elementary.hpp>
#include <graft/dialect/aten/storage.hpp>
#include <graft/dialect/aten/symbolic.hpp>
#include <graft/dialect/dim_order_ops.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/reduce/reduce.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/kernels/adapter.hpp>
#include <graft/runtime/kernels/composite.hpp>
#include <graft/runtime/kernels/elementwise.hpp>
#include <graft/runtime/kernels/logical.hpp>
#include <graft/runtime/kernels/shape.hpp>

#include <algorithm>
#include <utility>

namespace graft {

namespace detail::inline GRAFT_INSTRUCTION_SET {

/// A tensor of these sizes and strides, all 0.
[[nodiscard]] inline tensor strided_zeros(dim_vector sizes, dim_vector strides, dtype d) {
    std::int64_t extent = 1;
    for (std::size_t i = 0; i < sizes.size(); ++i)
        extent = sizes[i] == 0 ? 0 : checked_add(extent, checked_mul(sizes[i] - 1, strides[i]));
    for (std::int64_t const size : sizes)
        extent = size == 0 ? 0 : extent;
    tensor storage = tensor::empty({extent}, d);
    kernel::fill(storage, 0);
    return storage.as_strided(std::move(sizes), std::move(strides), 0);
}

/// A copy in the host's memory.
struct host_copy_kernel {
    static void run(call<tensor> const& c, auto results) { kernel::copy(c.tensor("self"), results[0]); }
};

} // namespace detail::inline GRAFT_INSTRUCTION_SET

template <>
struct kernel_of<et_copy::_h2d_copy_default> : detail::host_copy_kernel {};
template <>
struct kernel_of<et_copy::_d2h_copy_default> : detail::host_copy_kernel {};

/// What is called empty is zero, so that programs are deterministic.
template <>
struct kernel_of<dim_order_ops::_empty_dim_order_default> {
    static void run(call<tensor> const&, auto results) { kernel::fill(results[0], 0); }
};

template <>
struct kernel_of<aten::empty_strided_default> {
    static void run(call<tensor> const&, auto results) { kernel::fill(results[0], 0); }
};

/// The result shows the memory of `self` if that is large enough; else it holds the elements of `self` in the order
/// of memory, and zeros.
template <>
struct kernel_of<aten::resize_inplace_default> {
    static void run(call<tensor> const& c, auto results) {
        tensor const& self = c.tensor("self");
        tensor_spec const wanted = meta_resize(detail::spec_call{c}.get()).tensor;
        dim_vector sizes = detail::concrete(wanted.sizes), strides = detail::concrete(wanted.strides);
        auto const bytes = static_cast<std::int64_t>(self.element_size());
        std::int64_t const room = static_cast<std::int64_t>(self.storage_bytes()) / bytes - self.storage_offset();
        tensor larger = detail::strided_zeros(sizes, strides, self.dtype());
        std::int64_t const needed = static_cast<std::int64_t>(larger.storage_bytes()) / bytes;
        if (needed <= room) {
            results[0] = self.as_strided(std::move(sizes), std::move(strides), self.storage_offset());
            return;
        }
        tensor held = larger.as_strided({room}, {1}, 0);
        kernel::copy(self.as_strided({room}, {1}, self.storage_offset()), held);
        results[0] = std::move(larger);
    }
};

// Numbers read off tensors: the result is a tensor without dimensions.

template <>
struct kernel_of<aten::_local_scalar_dense_default> {
    static void run(call<tensor> const& c, auto results) {
        tensor const& self = c.tensor("self");
        if (self.numel() != 1)
            raise(errc::invalid_argument, c.op().name, ": 'self' has ", self.numel(), " elements, not one");
        results[0] = tensor::empty({}, self.dtype());
        kernel::copy(self.as_strided({}, {}, self.storage_offset()), results[0]);
    }
};

template <>
struct kernel_of<aten::item_default> : kernel_of<aten::_local_scalar_dense_default> {};

template <>
struct kernel_of<aten::is_nonzero_default> {
    static void run(call<tensor> const& c, view<tensor> results) {
        kernel_of<aten::_local_scalar_dense_default>::run(c, results);
        results[0] = tensor::full({}, dtype::boolean, results[0].item().to<bool>());
    }
};

template <>
struct kernel_of<aten::allclose_default> {
    static void run(call<tensor> const& c, auto results) {
        call<tensor> each(decltype(aten::isclose.default_)::info());
        for (std::size_t i = 0; i < c.op().arguments.size(); ++i)
            each.set(i, c[i]);
        results[0] = tensor::empty({}, dtype::boolean);
        kernel::all(evaluate(each, &kernel_of<aten::isclose_default>::run)[0], {}, results[0]);
    }
};

} // namespace graft
