#pragma once

#include <graft/kernel/base/instruction_set.hpp>
#include <graft/runtime/library.hpp>

namespace graft {

struct cpu_ops;

} // namespace graft

namespace graft::inline GRAFT_LIBRARY_INSTRUCTION_SET {

/// What programs run on: the kernels of these ops, a dialect, and what the ops of the Backend dialect compute. A
/// template, as each use compiles the kernels of all of them; under separate compilation those of `cpu_ops` are ready.
template <class Ops = cpu_ops>
[[nodiscard]] kernel_library cpu_library();

} // namespace graft::inline GRAFT_LIBRARY_INSTRUCTION_SET

#if defined(GRAFT_SEPARATE_COMPILATION)
extern template graft::kernel_library graft::cpu_library<graft::cpu_ops>();
#else
#    include <graft/lower/cpu_library.ipp>
#endif
