// expect: graft: RULE may leave OP beside what it makes of it
#include <graft/rulecheck/lint_check.hpp>

using graft::rule;
using graft::var;

struct add_t : graft::op<add_t> {
    static constexpr graft::schema_text text{"my::add(Tensor self, Tensor other) -> Tensor"};
    static constexpr graft::meta_function meta = graft::meta_binary<>;
    static constexpr bool is_commutative = true;
};
inline constexpr add_t add;
struct mm_t : graft::op<mm_t> {
    static constexpr graft::schema_text text{"my::mm(Tensor self, Tensor mat2) -> Tensor"};
    static constexpr int weight = 16;
};
inline constexpr mm_t mm;
struct addmm_t : graft::op<addmm_t> {
    static constexpr graft::schema_text text{"my::addmm(Tensor self, Tensor mat1, Tensor mat2) -> Tensor"};
    static constexpr int weight = 17;
};
inline constexpr addmm_t addmm;
inline constexpr auto x = var<"x">;
inline constexpr auto y = var<"y">;

#if defined(GRAFT_EXPECT_ERROR)
// `b` may be the very product: then it stays.
inline constexpr auto checked = rule<"addmm">(add(internal(mm(x, y)), var<"b">) >> addmm(var<"b">, x, y));
#else
inline constexpr auto checked =
    rule<"addmm">(add(internal(mm(x, y)), var<"b">) >> addmm(var<"b">, x, y)).may_duplicate();
#endif

static_assert(graft::passes_lint<checked>);
