// expect: graft: PACKET has no default overload, so that it cannot be called itself; call one of its OVERLOADS
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/pattern/pattern.hpp>

inline constexpr auto x = graft::var<"x">;
inline constexpr auto y = graft::var<"y">;

#if defined(GRAFT_EXPECT_ERROR)
inline constexpr auto sum = graft::aten::add(x, y);
#else
inline constexpr auto sum = graft::aten::add.Tensor(x, y);
#endif
static_assert(graft::pattern_like<decltype(graft::aten::add.Tensor(sum, x))>);
