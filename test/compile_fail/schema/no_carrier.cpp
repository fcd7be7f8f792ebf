// expect: graft: no carrier: none of the ARGUMENTS says what the call means
#include "add.hpp"

#if defined(GRAFT_EXPECT_ERROR)
constexpr auto result = add(1, 2);
#else
constexpr auto result = add(1, item{});
#endif
static_assert(sizeof(result) > 0);
