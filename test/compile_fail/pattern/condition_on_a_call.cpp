// expect: graft: a condition is about a variable or .replaced., not about a T
#include <graft/pattern/constraint.hpp>

struct relu_t : graft::op<relu_t> {
    static constexpr graft::schema_text text{"my::relu(Tensor self) -> Tensor"};
};
struct add_t : graft::op<add_t> {
    static constexpr graft::schema_text text{"my::add(Tensor self, Tensor other) -> Tensor"};
    static constexpr bool is_commutative = true;
};
struct permute_t : graft::op<permute_t> {
    static constexpr graft::schema_text text{"my::permute(Tensor self, int[] dims) -> Tensor"};
};
inline constexpr relu_t relu;
inline constexpr add_t add;
inline constexpr permute_t permute;
inline constexpr auto x = graft::var<"x">;
inline constexpr auto y = graft::var<"y">;

#if defined(GRAFT_EXPECT_ERROR)
constexpr auto c = where(rank(relu(x)) == 2);
#else
constexpr auto c = where(rank(x) == 2);
#endif

static_assert(c.size == 1);
