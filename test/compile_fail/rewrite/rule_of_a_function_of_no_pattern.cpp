// expect: graft: a function that stands for a pattern gives a RESULT
#include <graft/rewrite/rule.hpp>

struct relu_t : graft::op<relu_t> {
    static constexpr graft::schema_text text{"my::relu(Tensor self) -> Tensor"};
};
inline constexpr relu_t relu;

#if defined(GRAFT_EXPECT_ERROR)
constexpr auto r = graft::rule<"r">([](auto x) { return relu(relu(x)); }, [](auto) { return relu; });
#else
constexpr auto r = graft::rule<"r">([](auto x) { return relu(relu(x)); }, [](auto x) { return relu(x); });
static_assert(r.name == "r");
#endif
