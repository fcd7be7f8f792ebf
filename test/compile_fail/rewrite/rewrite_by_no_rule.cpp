// expect: graft: SET is no rule; give .*: of lhs >> rhs rule<"name">\(lhs >> rhs\) makes a rule
#include <graft/dialect/aten/unary.hpp>
#include <graft/rewrite/driver.hpp>

inline constexpr auto x = graft::var<"x">;

std::size_t simplify(graft::graph& g) {
#if defined(GRAFT_EXPECT_ERROR)
    return rewrite(g, graft::aten::neg(graft::aten::neg(x)) >> x).rewrites;
#else
    return rewrite(g, graft::rule<"neg-neg">(graft::aten::neg(graft::aten::neg(x)) >> x)).rewrites;
#endif
}
