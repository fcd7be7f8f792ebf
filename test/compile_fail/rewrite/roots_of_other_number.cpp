// expect: graft: the left side of a rule has LEFT roots\(\) and the right side RIGHT
#include <graft/rewrite/rule.hpp>

struct neg_t : graft::op<neg_t> {
    static constexpr graft::schema_text text{"my::neg(Tensor self) -> Tensor"};
};
struct sub_t : graft::op<sub_t> {
    static constexpr graft::schema_text text{"my::sub(Tensor self, Tensor other) -> Tensor"};
};
inline constexpr neg_t neg;
inline constexpr sub_t sub;
inline constexpr auto x = graft::var<"x">;
inline constexpr auto y = graft::var<"y">;

#if defined(GRAFT_EXPECT_ERROR)
constexpr auto both = graft::rule<"both">(graft::roots(sub(x, y), sub(y, x)) >> neg(sub(x, y)));
#else
constexpr auto both =
    graft::rule<"both">(graft::roots(sub(x, y), sub(y, x)) >> graft::roots(sub(x, y), neg(sub(x, y))));
#endif

static_assert(both.options.priority == 0);
