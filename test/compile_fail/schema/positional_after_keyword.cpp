// expect: graft: positional argument after a keyword argument: the one at this POSITION, counted from 0; give it before
#include "add.hpp"

using namespace graft::literals;

#if defined(GRAFT_EXPECT_ERROR)
constexpr auto result = add("self"_a = item{}, item{});
#else
constexpr auto result = add(item{}, "other"_a = item{});
#endif
static_assert(sizeof(result) > 0);
