// expect: graft: argument given twice: the one of this NAME in SCHEMA; give it once
#include "add.hpp"

using namespace graft::literals;

#if defined(GRAFT_EXPECT_ERROR)
constexpr auto result = add(item{}, item{}, "self"_a = 2);
#else
constexpr auto result = add(item{}, "other"_a = 2);
#endif
static_assert(sizeof(result) > 0);
