// expect: graft: a function does not take NAMES patterns; give one name for each of its parameters
#include <graft/rewrite/rule.hpp>

struct relu_t : graft::op<relu_t> {
    static constexpr graft::schema_text text{"my::relu(Tensor self) -> Tensor"};
};
inline constexpr relu_t relu;

#if defined(GRAFT_EXPECT_ERROR)
constexpr auto r = graft::rule<"r", "x", "y">([](auto x) { return relu(relu(x)); }, [](auto x) { return relu(x); });
#else
constexpr auto r = graft::rule<"r", "x">([](auto x) { return relu(relu(x)); }, [](auto x) { return relu(x); });
static_assert(r.name == "r");
#endif
