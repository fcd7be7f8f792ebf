// expect: graft: RULE may go on for ever
#include <graft/rulecheck/lint_check.hpp>

using graft::rule;
using graft::var;

struct sub_t : graft::op<sub_t> {
    static constexpr graft::schema_text text{"my::sub(Tensor self, Tensor other) -> Tensor"};
    static constexpr graft::meta_function meta = graft::meta_binary<>;
};
inline constexpr sub_t sub;
struct neg_t : graft::op<neg_t> {
    static constexpr graft::schema_text text{"my::neg(Tensor self) -> Tensor"};
    static constexpr graft::meta_function meta = graft::meta_unary<graft::dtype_domain::not_boolean>;
};
inline constexpr neg_t neg;
inline constexpr auto x = var<"x">;
inline constexpr auto y = var<"y">;

#if defined(GRAFT_EXPECT_ERROR)
inline constexpr auto checked = rule<"turn">(sub(x, y) >> sub(y, x));
#else
inline constexpr auto checked = rule<"turn">(sub(x, neg(y)) >> sub(y, x), where(same_dtype(x, y)))
                                    .terminates_because("every turn takes a neg away");
#endif

static_assert(graft::passes_lint<checked>);
