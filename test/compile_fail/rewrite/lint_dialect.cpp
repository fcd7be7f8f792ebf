// expect: graft: RULE calls OP with dtypes that the dialect does not admit where GIVEN
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/edge.hpp>
#include <graft/rulecheck/lint_check.hpp>

namespace aten = graft::aten;
using graft::rule;

inline constexpr auto x = graft::var<"x">;
inline constexpr auto negated = aten::mul.Tensor(x, -1) >> aten::neg(x);

#if defined(GRAFT_EXPECT_ERROR)
inline constexpr auto checked = rule<"negated">(negated, where(x.in(graft::dtype::i32, graft::dtype::u16)));
#else
inline constexpr auto checked = rule<"negated">(negated, where(x.in(graft::dtype::i32)));
#endif

static_assert(graft::passes_lint<checked, graft::edge_constraint>);
