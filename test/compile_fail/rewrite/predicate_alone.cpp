// expect: graft: RULE needs lhs >> rhs and at most one where
#include <graft/rewrite/rule.hpp>

using graft::any;
using graft::rule;
using graft::var;

struct relu_t : graft::op<relu_t> {
    static constexpr graft::schema_text text{"my::relu(Tensor self) -> Tensor"};
};
struct add_t : graft::op<add_t> {
    static constexpr graft::schema_text text{"my::add(Tensor self, Tensor other) -> Tensor"};
};
inline constexpr relu_t relu;
inline constexpr add_t add;
inline constexpr auto x = var<"x">;
inline constexpr auto y = var<"y">;

#if defined(GRAFT_EXPECT_ERROR)
constexpr auto twice = rule<"twice">(relu(relu(x)) >> relu(x), [](graft::match const&) { return true; });
#else
constexpr auto twice = rule<"twice">(relu(relu(x)) >> relu(x), graft::where([](graft::match const&) { return true; }));
#endif

static_assert(twice.name == "twice");
