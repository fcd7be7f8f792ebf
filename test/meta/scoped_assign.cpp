#include <graft/meta/scoped_assign.hpp>

#include <doctest/doctest.h>

#include <stdexcept>

namespace {

using graft::scoped_assign;

constexpr int seen_within() {
    int number = 1, within = 0;
    {
        scoped_assign const two(number, 2);
        within = number;
    }
    return 10 * within + number;
}
static_assert(seen_within() == 21);

TEST_CASE("scoped_assign: the variable has its value again after the scope") {
    CHECK(seen_within() == 21);
    int number = 1;
    {
        scoped_assign const two(number, 2);
        scoped_assign const three(number, 3);
        CHECK(number == 3);
    }
    CHECK(number == 1);
}

TEST_CASE("scoped_assign: also when the scope is left by an exception") {
    int number = 1;
    try {
        scoped_assign const two(number, 2);
        throw std::runtime_error("out of here");
    } catch (std::runtime_error const&) {
        CHECK(number == 1);
    }
}

} // namespace
