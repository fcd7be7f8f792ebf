// expect: graft: a T is no pattern, and no function of 1 to 16 of them
#include <graft/subgraph/replace_pattern.hpp>

struct relu_t : graft::op<relu_t> {
    static constexpr graft::schema_text text{"my::relu(Tensor self) -> Tensor"};
};
inline constexpr relu_t relu;

#if defined(GRAFT_EXPECT_ERROR)
auto const done = [](graft::graph& g) { return replace_pattern(g, relu(graft::var<"x">), [] { return 1; }); };
#else
auto const done = [](graft::graph& g) { return replace_pattern(g, relu(graft::var<"x">), [](auto x) { return x; }); };
#endif
