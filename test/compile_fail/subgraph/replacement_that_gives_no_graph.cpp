// expect: graft: a function that stands for a pattern gives a RESULT
#include <graft/subgraph/replace_pattern.hpp>

struct relu_t : graft::op<relu_t> {
    static constexpr graft::schema_text text{"my::relu(Tensor self) -> Tensor"};
};
inline constexpr relu_t relu;

#if defined(GRAFT_EXPECT_ERROR)
auto const done = [](graft::graph& g) { return replace_pattern(g, relu(graft::var<"x">), [](auto) { return relu; }); };
#else
auto const done = [](graft::graph& g) { return replace_pattern(g, relu(graft::var<"x">), [](auto x) { return x; }); };
#endif
