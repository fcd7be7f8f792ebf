#pragma once

// The ops that only who names them pays for, made of kernels that the unit of kernels has.

#define GRAFT_LIBRARY_BODIES
#if !defined(GRAFT_SOURCE) // a unit of its own
#    define GRAFT_KERNELS_ELSEWHERE
#endif
#include <graft/library/every_op.ipp>
#include <graft/lower/model.ipp>
#include <graft/runtime/kernels/composite.hpp>

#if defined(GRAFT_KERNELS_ELSEWHERE)
template <class Op>
    requires(graft::cpu_ops::contains<Op>)
inline constexpr graft::kernel_function (*graft::detail::compiled_kernel<Op>)() = [] {
    static kernel_function const compiled = cpu_library().kernels.find(Op::info());
    return compiled;
};
#endif

template class graft::basic_model<graft::every_op>;
