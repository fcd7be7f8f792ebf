// expect: graft: kernel_set names an op without a kernel: include the header
#include <graft/meta/view.hpp>
#include <graft/runtime/kernel.hpp>
#include <graft/schema/op.hpp>

struct relu_t : graft::op<relu_t> {
    static constexpr graft::schema_text text{"aten::relu(Tensor self) -> Tensor"};
};

#if !defined(GRAFT_EXPECT_ERROR)
template <>
struct graft::kernel_of<relu_t> {
    static void run(graft::call<graft::tensor> const&, graft::view<graft::tensor>) {}
};
#endif

constexpr graft::kernel_table kernels{graft::kernel_set<relu_t>};
