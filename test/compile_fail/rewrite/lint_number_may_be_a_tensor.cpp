// expect: graft: RULE changes the dtype from LEFT to RIGHT
#include <graft/rulecheck/lint_check.hpp>

using graft::rule;
using graft::var;

struct add_t : graft::op<add_t> {
    static constexpr graft::schema_text text{"my::add(Tensor self, Tensor other) -> Tensor"};
    static constexpr graft::meta_function meta = graft::meta_binary<>;
    static constexpr bool is_commutative = true;
};
inline constexpr add_t add;
inline constexpr auto x = var<"x">;

#if defined(GRAFT_EXPECT_ERROR)
inline constexpr auto checked = rule<"add-splat">(add(x, graft::splat(0)) >> x, where(is_floating_point(x)));
#else
inline constexpr auto checked = rule<"add-splat">(add(x, graft::splat(0)) >> x, where(same_meta(x, graft::replaced)));
#endif

static_assert(graft::passes_lint<checked>);
