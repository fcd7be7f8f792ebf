// expect: graft: SET is no rule; give .*: of lhs >> rhs rule<"name">\(lhs >> rhs\) makes a rule
#include <graft/dialect/aten/unary.hpp>
#include <graft/rewrite/driver.hpp>

inline constexpr auto x = graft::var<"x">;
inline constexpr auto neg_neg = graft::aten::neg(graft::aten::neg(x)) >> x;

std::size_t simplify(graft::graph& g) {
#if defined(GRAFT_EXPECT_ERROR)
    return rewrite(g, graft::rules(neg_neg)).rewrites;
#else
    return rewrite(g, graft::rules(graft::rule<"neg-neg">(neg_neg))).rewrites;
#endif
}
