// expect: flat takes an op whose operands can be exchanged
#include <graft/pattern/list.hpp>

#include "../../ir/toy.hpp"

constexpr auto x = graft::var<"x">;
constexpr auto y = graft::var<"y">;

#if defined(GRAFT_EXPECT_ERROR)
constexpr auto p = graft::flat(toy::sub, x, y);
#else
constexpr auto p = graft::flat(toy::add, x, y);
#endif
