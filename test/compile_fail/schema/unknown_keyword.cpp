// expect: graft: unknown keyword: Op has no argument of this NAME; its arguments are NAMES
#include "add.hpp"

using namespace graft::literals;

#if defined(GRAFT_EXPECT_ERROR)
constexpr auto result = add(item{}, item{}, "weight"_a = 2);
#else
constexpr auto result = add(item{}, item{}, "alpha"_a = 2);
#endif
static_assert(sizeof(result) > 0);
