// expect: graft: the set of compiled<set> is no constant; make it a constexpr variable
#include <graft/compiled_rules/compiled_rules.hpp>
#include <graft/dialect/aten/unary.hpp>

inline constexpr auto x = graft::var<"x">;
#if defined(GRAFT_EXPECT_ERROR)
auto const set = graft::rules(graft::rule<"neg-neg">(graft::aten::neg(graft::aten::neg(x)) >> x));
#else
constexpr auto set = graft::rules(graft::rule<"neg-neg">(graft::aten::neg(graft::aten::neg(x)) >> x));
#endif

std::size_t simplify(graft::graph& g) { return rewrite(g, graft::compiled<set>).rewrites; }
