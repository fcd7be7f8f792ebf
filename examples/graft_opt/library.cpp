#include "library.hpp"

#include "own_ops.hpp"

#include <graft/dialect/dialect.hpp>
#include <graft/library/every_op.hpp>
#include <graft/meta/vec.hpp>

using namespace graft;

namespace {

struct own_dialect : dialect<own_dialect> {
    using members = own::own_ops;
};

} // namespace

kernel_library graft_opt_library() {
    static kernel_library const all = cpu_library<every_op>();
    static vec<kernel_entry> const kernels = joined_kernels(kernels_of<own_dialect>(), all.kernels);
    return {kernel_table(kernels), all.bound, all.prepare_regions};
}

op_info const* find_graft_opt_op(std::string_view name) {
    op_info const* const own = own_dialect::find(name);
    return own != nullptr ? own : find_cpu_op<every_op>(name);
}

decompose_options graft_opt_decompositions() {
    return {.preserve_ops = {}, .compositions = decomposition_table<every_op>()};
}
