// expect: graft: too many positional arguments: GIVEN, where SCHEMA takes MOST; leave the others out, or give
#include "add.hpp"

using namespace graft::literals;

#if defined(GRAFT_EXPECT_ERROR)
constexpr auto result = add(item{}, item{}, 2);
#else
constexpr auto result = add(item{}, item{}, "alpha"_a = 2);
#endif
static_assert(sizeof(result) > 0);
