// expect: graft: RULE changes the sizes from LEFT to RIGHT where GIVEN
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
inline constexpr auto y = var<"y">;

#if defined(GRAFT_EXPECT_ERROR)
inline constexpr auto checked = rule<"drop-other">(add(x, y) >> x, where(same_dtype(x, y)));
#else
inline constexpr auto checked = rule<"drop-other">(add(x, y) >> x, where(same_meta(x, y)));
#endif

static_assert(graft::passes_lint<checked>);
