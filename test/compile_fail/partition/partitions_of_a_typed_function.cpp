// expect: graft: a T is no pattern, and no function of 1 to 16 of them
#include <graft/partition/pattern_support.hpp>

struct relu_t : graft::op<relu_t> {
    static constexpr graft::schema_text text{"my::relu(Tensor self) -> Tensor"};
};
inline constexpr relu_t relu;

#if defined(GRAFT_EXPECT_ERROR)
auto const parts = [](graft::graph const& g) { return generate_pattern_op_partitions(g, {[](int x) { return x; }}); };
#else
auto const parts = [](graft::graph const& g) {
    return generate_pattern_op_partitions(g, {[](auto x) { return relu(x); }});
};
#endif
