// expect: graft: no in-place op: the first argument and the only result of Of must be tensors
#include <graft/dialect/derived_op.hpp>
#include <graft/dialect/described_op.hpp>

struct counted_t : graft::described_op<counted_t, graft::op_tags::none, graft::meta_unary<>> {
#ifdef GRAFT_EXPECT_ERROR
    static constexpr graft::schema_text text{"my::counted(Tensor self) -> int"};
#else
    static constexpr graft::schema_text text{"my::counted(Tensor self) -> Tensor"};
#endif
};

graft::op_info const& info = graft::inplace<counted_t>::info();
