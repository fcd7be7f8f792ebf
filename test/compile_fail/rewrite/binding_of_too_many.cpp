// expect: graft: FUNCTION makes no pattern of the arguments of OP; give it a parameter `auto`
#include <graft/rewrite/bind_pattern.hpp>

struct relu_t : graft::op<relu_t> {
    static constexpr graft::schema_text text{"my::relu(Tensor self) -> Tensor"};
};
inline constexpr relu_t relu;

#if defined(GRAFT_EXPECT_ERROR)
constexpr auto meaning = graft::bind_pattern_to_op(relu, [](auto x, auto) { return relu(x); });
#else
constexpr auto meaning = graft::bind_pattern_to_op(relu, [](auto x) { return relu(x); });
static_assert(meaning.view().pattern.size() == 2);
#endif
