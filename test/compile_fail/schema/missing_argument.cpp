// expect: graft: missing argument: SCHEMA has no default for the one of this NAME; give it
#include "add.hpp"

using namespace graft::literals;

#if defined(GRAFT_EXPECT_ERROR)
constexpr auto result = add(item{});
#else
constexpr auto result = add(item{}, item{});
#endif
static_assert(sizeof(result) > 0);
