// expect: graft: no kernel: Op cannot be called with tensors
#include <graft/meta/view.hpp>
#include <graft/runtime/eager.hpp>
#include <graft/schema/op.hpp>

struct relu_t : graft::op<relu_t> {
    static constexpr graft::schema_text text{"aten::relu(Tensor self) -> Tensor"};
};
inline constexpr relu_t relu;

#if !defined(GRAFT_EXPECT_ERROR)
template <>
struct graft::kernel_of<relu_t> {
    static void run(graft::call<graft::tensor> const&, graft::view<graft::tensor>) {}
};
#endif

graft::tensor result = relu(graft::tensor{});
