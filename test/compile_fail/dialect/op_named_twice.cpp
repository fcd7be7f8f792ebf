// expect: graft: op named twice: two ops of the dialect have this NAME
#include <graft/dialect/dialect.hpp>

struct neg_t : graft::op<neg_t> {
    static constexpr graft::schema_text text{"mine::neg(Tensor self) -> Tensor"};
};
struct negate_t : graft::op<negate_t> {
#if defined(GRAFT_EXPECT_ERROR)
    static constexpr graft::schema_text text{"mine::neg(Tensor self, bool exactly) -> Tensor"};
#else
    static constexpr graft::schema_text text{"mine::neg.exact(Tensor self, bool exactly) -> Tensor"};
#endif
};

struct mine : graft::dialect<mine> {
    using members = graft::op_list<neg_t, negate_t>;
};

static_assert(mine::ops().size() == 2);
