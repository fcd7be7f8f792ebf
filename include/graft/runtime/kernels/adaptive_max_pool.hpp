#pragma once

#include <graft/dialect/aten/pooling_forms.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/image/max_pool.hpp>
#include <graft/runtime/kernels/adapter.hpp>

#include <cstddef>

namespace graft {

namespace detail::inline GRAFT_INSTRUCTION_SET {

template <std::size_t Spatial>
struct adaptive_max_pool_kernel {
    static void run(call<tensor> const& c, auto results) {
        kernel::adaptive_max_pool(c.op().name, c.tensor("self"), Spatial, results[0], results[1]);
    }
};

} // namespace detail::inline GRAFT_INSTRUCTION_SET

template <>
struct kernel_of<aten::adaptive_max_pool2d_default> : detail::adaptive_max_pool_kernel<2> {};
template <>
struct kernel_of<aten::adaptive_max_pool3d_default> : detail::adaptive_max_pool_kernel<3> {};

} // namespace graft
