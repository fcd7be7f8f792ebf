#pragma once

#include <graft/config.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/lower/cpu_library.hpp>
#include <graft/lower/model.hpp>
#include <graft/lower/read_pt2.hpp>
#include <graft/meta/view.hpp>
#include <graft/schema/op_info.hpp>
#include <graft/transform/decompose_options.hpp>

#include <string>
#include <string_view>

namespace graft {

/// Every op that there is: those of `cpu_ops`, and those of the headers in `library/`, which few programs call and only
/// who names them pays for: `basic_model<every_op> m{"model.pt2"}`, `read_pt2<every_op>(path)`,
/// `find_cpu_op<every_op>(name)`, `cpu_library<every_op>()`, `to_edge(program, {.compositions =
/// decomposition_table<every_op>()})`. Eigenvalues need the headers of Eigen 3.4 where this is compiled.
struct every_op;

/// @cond
template <class Ops>
[[nodiscard]] op_info const* find_cpu_op(std::string_view name);
template <class Dialect>
[[nodiscard]] view<op_info const* const> every_known_op();
/// @endcond

/// Of `every_op`.
/// @{
template <>
op_info const* find_cpu_op<every_op>(std::string_view name);
template <>
view<op_info const* const> every_known_op<every_op>(); ///< those that programs are written with
template <>
kernel_library cpu_library<every_op>();
template <>
exported_program read_pt2<every_op>(std::string const& path); ///< canonicalised
/// Those of the headers in `library/`; `decompose` knows those of ATen.
template <>
view<decomposition const> decomposition_table<every_op>();
/// @}

/// Writes what `torch.vmap`, torchvision and `torch.linalg` leave in a program as calls that there are kernels of:
/// `remove_batch_marks`, `bound_boxes`, `merge_error_checks`. For programs that were not read by `read_pt2<every_op>`.
GRAFT_INLINE void canonicalize(exported_program& program);

} // namespace graft

#if defined(GRAFT_SEPARATE_COMPILATION)
extern template class graft::basic_model<graft::every_op>;
#else
#    include <graft/library/every_op.ipp>
#endif
