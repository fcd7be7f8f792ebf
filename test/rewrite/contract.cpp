#include <graft/rewrite/contract.hpp>

#include <doctest/doctest.h>

#include <initializer_list>

using graft::contract;
using graft::exact;
using graft::implies;

TEST_CASE("contract: an exact rule keeps every contract, and each concession is one of its own") {
    constexpr contract zero{.ignores_sign_of_zero = true}, finite{.finite_only = true}, one{.ulp = 1}, two{.ulp = 2},
        near{.atol = 1e-6, .rtol = 1e-5};
    for (contract const& c : {exact, zero, finite, one, two, near}) {
        CHECK(implies(exact, c));
        CHECK(implies(c, c));
        CHECK(implies(c, exact) == (c == exact));
    }
    static_assert(implies(one, two));
    static_assert(!implies(two, one));
    static_assert(!implies(zero, finite));
    static_assert(!implies(near, contract{.atol = 1e-6}));
}
