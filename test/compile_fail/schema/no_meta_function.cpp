// expect: graft: no meta function: Op has no static member meta
#include <graft/schema/infer.hpp>
#include <graft/schema/op.hpp>

struct relu_t : graft::op<relu_t> {
    static constexpr graft::schema_text text{"aten::relu(Tensor self) -> Tensor"};
#if !defined(GRAFT_EXPECT_ERROR)
    static constexpr graft::value_spec meta(graft::call<graft::tensor_spec> const& c) { return c.tensor("self"); }
#endif
};

graft::value_spec result(graft::tensor_spec const& x) { return relu_t{}(x); }
