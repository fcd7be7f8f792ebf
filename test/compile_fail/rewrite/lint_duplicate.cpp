// expect: graft: RULE matches the same as BEFORE
#include <graft/rulecheck/lint_check.hpp>

using graft::rule;
using graft::rules;
using graft::var;

struct add_t : graft::op<add_t> {
    static constexpr graft::schema_text text{"my::add(Tensor self, Tensor other) -> Tensor"};
    static constexpr graft::meta_function meta = graft::meta_binary<>;
    static constexpr bool is_commutative = true;
};
inline constexpr add_t add;
struct neg_t : graft::op<neg_t> {
    static constexpr graft::schema_text text{"my::neg(Tensor self) -> Tensor"};
    static constexpr graft::meta_function meta = graft::meta_unary<graft::dtype_domain::not_boolean>;
};
inline constexpr neg_t neg;
struct sub_t : graft::op<sub_t> {
    static constexpr graft::schema_text text{"my::sub(Tensor self, Tensor other) -> Tensor"};
    static constexpr graft::meta_function meta = graft::meta_binary<>;
};
inline constexpr sub_t sub;
inline constexpr auto x = var<"x">;
inline constexpr auto y = var<"y">;

#if defined(GRAFT_EXPECT_ERROR)
inline constexpr auto checked = rules(rule<"one">(add(x, neg(y)) >> sub(x, y), where(same_dtype(x, y))),
                                      rule<"two">(add(neg(x), y) >> sub(y, x), where(same_dtype(x, y))));
#else
inline constexpr auto checked = rules(rule<"one">(add(x, neg(y)) >> sub(x, y), where(same_dtype(x, y))));
#endif

static_assert(graft::passes_lint<checked>);
