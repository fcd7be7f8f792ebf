#include "library.hpp"

#include "own_ops.hpp"

#include <graft/lower/cpu_library.hpp>
#include <graft/lower/cpu_ops.hpp>
#include <graft/meta/vec.hpp>

using namespace graft;

namespace {

struct own_dialect : dialect<own_dialect> {
    using members = own::own_ops;
};

} // namespace

kernel_library graft_opt_library() {
    static kernel_library const all = cpu_library();
    static vec<kernel_entry> const kernels = joined_kernels(kernels_of<own_dialect>(), all.kernels);
    return {kernel_table(kernels), all.bound};
}

op_info const* find_graft_opt_op(std::string_view name) {
    op_info const* const own = own_dialect::find(name);
    return own != nullptr ? own : find_cpu_op(name);
}
