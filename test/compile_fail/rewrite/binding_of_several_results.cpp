// expect: graft: FUNCTION makes no pattern of the arguments of OP; .* and one result
#include <graft/rewrite/bind_pattern.hpp>

#include <tuple>

struct relu_t : graft::op<relu_t> {
    static constexpr graft::schema_text text{"my::relu(Tensor self) -> Tensor"};
};
inline constexpr relu_t relu;

#if defined(GRAFT_EXPECT_ERROR)
constexpr auto meaning = graft::bind_pattern_to_op(relu, [](auto x) { return std::tuple{relu(x), x}; });
#else
constexpr auto meaning = graft::bind_pattern_to_op(relu, [](auto x) { return std::tuple{relu(x)}; });
static_assert(meaning.view().pattern.size() == 2);
#endif
