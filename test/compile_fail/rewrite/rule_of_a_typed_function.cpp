// expect: graft: RULE needs lhs >> rhs and at most one where.*; the sides may be two functions
#include <graft/rewrite/rule.hpp>

struct relu_t : graft::op<relu_t> {
    static constexpr graft::schema_text text{"my::relu(Tensor self) -> Tensor"};
};
inline constexpr relu_t relu;

#if defined(GRAFT_EXPECT_ERROR)
constexpr auto r = graft::rule<"r">([](int) { return 1; }, [](auto x) { return relu(x); });
#else
constexpr auto r = graft::rule<"r">([](auto x) { return relu(relu(x)); }, [](auto x) { return relu(x); });
static_assert(r.name == "r");
#endif
