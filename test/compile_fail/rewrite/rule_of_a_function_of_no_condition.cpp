// expect: graft: RULE needs lhs >> rhs and at most one where
#include <graft/rewrite/rule.hpp>

struct relu_t : graft::op<relu_t> {
    static constexpr graft::schema_text text{"my::relu(Tensor self) -> Tensor"};
};
inline constexpr relu_t relu;

constexpr auto twice = [](auto x) { return relu(relu(x)); };
constexpr auto once = [](auto x) { return relu(x); };
#if defined(GRAFT_EXPECT_ERROR)
constexpr auto r = graft::rule<"r">(twice, once, [](auto x) { static_cast<void>(rank(x) == 2); });
#else
constexpr auto r = graft::rule<"r">(twice, once, [](auto x) { return where(rank(x) == 2); });
#endif

static_assert(r.name == "r");
