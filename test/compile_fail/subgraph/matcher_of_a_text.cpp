// expect: graft: a T is no pattern, and no function of 1 to 16 of them
#include <graft/subgraph/subgraph_matcher.hpp>

struct relu_t : graft::op<relu_t> {
    static constexpr graft::schema_text text{"my::relu(Tensor self) -> Tensor"};
};
inline constexpr relu_t relu;

#if defined(GRAFT_EXPECT_ERROR)
graft::subgraph_matcher const matcher("graph():");
#else
graft::subgraph_matcher const matcher(relu(graft::var<"x">));
#endif
