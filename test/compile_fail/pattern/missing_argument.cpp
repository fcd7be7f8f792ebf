// expect: graft: .*missing
#include <graft/pattern/pattern.hpp>

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
constexpr auto p = relu(add(x));
#else
constexpr auto p = relu(add(x, y));
static_assert(p.size == 4);
#endif
