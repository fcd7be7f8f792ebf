// expect: graft: RULE is never reached: BEFORE is tried first
#include <graft/rulecheck/lint_check.hpp>

using graft::rule;
using graft::rules;
using graft::var;

struct neg_t : graft::op<neg_t> {
    static constexpr graft::schema_text text{"my::neg(Tensor self) -> Tensor"};
    static constexpr graft::meta_function meta = graft::meta_unary<graft::dtype_domain::not_boolean>;
};
inline constexpr neg_t neg;
struct relu_t : graft::op<relu_t> {
    static constexpr graft::schema_text text{"my::relu(Tensor self) -> Tensor"};
    static constexpr graft::meta_function meta = graft::meta_unary<>;
};
inline constexpr relu_t relu;
inline constexpr auto x = var<"x">;

#if defined(GRAFT_EXPECT_ERROR)
inline constexpr auto checked = rules(rule<"wide">(neg(x) >> relu(x)), rule<"narrow">(neg(neg(x)) >> x));
#else
inline constexpr auto checked = rules(rule<"wide">(neg(x) >> relu(x)), rule<"narrow">(neg(neg(x)) >> x).prio(1));
#endif

static_assert(graft::passes_lint<checked>);
