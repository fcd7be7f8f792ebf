#include "kernels.hpp"

#include <graft/runtime/kernels.hpp>

namespace {

// Writes to its first argument and returns it.
template <class Op>
struct in_place_kernel {
    static void run(graft::call<graft::tensor> const& c, std::span<graft::tensor> results) {
        graft::tensor self[] = {c.tensor("self")};
        graft::kernel_of<Op>::run(c, self);
        results[0] = self[0];
    }
};

} // namespace

namespace graft {

template <>
struct kernel_of<decltype(aten::relu_.default_)> : in_place_kernel<decltype(aten::relu.default_)> {};
template <>
struct kernel_of<decltype(aten::hardtanh_.default_)> : in_place_kernel<decltype(aten::hardtanh.default_)> {};
template <>
struct kernel_of<decltype(aten::add_.Tensor)> : in_place_kernel<decltype(aten::add.Tensor)> {};

} // namespace graft

graft::kernel_library graft_test::all_test_kernels() { return {graft::all_kernels(), {}}; }
