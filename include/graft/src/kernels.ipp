#pragma once

// Every kernel.

#define GRAFT_KERNELS_BODIES
#if !defined(GRAFT_SOURCE) // a unit of its own
#    define GRAFT_KERNELS_BY_NAME kernels_of_cpu_ops
#endif
#include <graft/lower/cpu_library.ipp>

template graft::kernel_library graft::cpu_library<graft::cpu_ops>();

#if defined(GRAFT_KERNELS_BY_NAME)
graft::kernel_function graft::detail::find_kernel(op_info const& op) {
    static kernel_table const table = cpu_library().kernels;
    return table.find(op);
}
#endif
