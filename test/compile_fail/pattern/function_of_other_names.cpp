// expect: graft: a function does not take NAMES patterns; give one name for each of its parameters
#include <graft/pattern/trace.hpp>

struct relu_t : graft::op<relu_t> {
    static constexpr graft::schema_text text{"my::relu(Tensor self) -> Tensor"};
};
inline constexpr relu_t relu;

#if defined(GRAFT_EXPECT_ERROR)
constexpr auto p = graft::trace<"x", "y">([](auto x) { return relu(x); });
#else
constexpr auto p = graft::trace<"x">([](auto x) { return relu(x); });
static_assert(p.size == 2);
#endif
