// Fuzzes calls of ops: any op, with tensors of any dtype, sizes, strides and elements, and any attributes. A call
// gives its results or a graft::error.
// Seeds: ../fuzz/seeds/op_call.tar.xz

#include "random_call.hpp"

#include <graft/core/block_cache.hpp>
#include <graft/core/error.hpp>
#include <graft/library/every_op.hpp>
#include <graft/runtime/evaluate.hpp>

#include <cstddef>
#include <cstdint>

using namespace graft_test;

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    static graft::kernel_table const kernels = graft::cpu_library<graft::every_op>().kernels;
    graft::storage_limit const limit(std::size_t{1} << 26);
    byte_source bytes(data, size);
    graft::kernel_entry const& entry = kernels.entries()[bytes.below(kernels.entries().size())];
    try {
        random_call const made(*graft::find_cpu_op<graft::every_op>(entry.name), bytes);
        static_cast<void>(graft::evaluate(made.get(), entry.run));
    } catch (graft::error const&) {
    }
    return 0;
}
