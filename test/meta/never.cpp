#include <graft/meta/never.hpp>

#include <graft/meta/fixed_string.hpp>

#include <doctest/doctest.h>

TEST_CASE("never: no facts and no types make it true") {
    CHECK_FALSE(graft::never<>);
    CHECK_FALSE(graft::never<1, true, graft::fixed_string("x")>);
    CHECK_FALSE(graft::never_type<>);
    CHECK_FALSE(graft::never_type<int, void>);
}
