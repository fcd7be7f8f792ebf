#pragma once

// The ops that only who names them pays for, made of kernels that this unit and that of kernels have.

#define GRAFT_LIBRARY_BODIES
#if !defined(GRAFT_SOURCE) // a unit of its own
#    define GRAFT_KERNELS_BY_NAME kernels_of_every_op
#endif
#include <graft/library/every_op.ipp>
#include <graft/lower/model.ipp>
#include <graft/runtime/kernels/composite.hpp>

template class graft::basic_model<graft::every_op>;

#if defined(GRAFT_KERNELS_BY_NAME)
graft::kernel_function graft::detail::find_kernel(op_info const& op) {
    static kernel_table const table = cpu_library<every_op>().kernels;
    return table.find(op);
}
#endif
