#include <graft/meta/hana.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace graft;

namespace {

enum class fruit { apple, pear, plum };

constexpr auto small = values<fruit::apple, fruit::plum>;
constexpr auto numbers = values<1, 2, 3>;
constexpr auto more = join_values(numbers, values<40>);
constexpr auto none = values<>;

constexpr int squared(int n) {
    int result = 0;
    switch_over<more>(n, [&]<int N>() { result = N * N; });
    return result;
}

} // namespace

static_assert(list_size<small> == 2 && list_size<more> == 4 && list_size<none> == 0);
static_assert(list_value<small, 1> == fruit::plum && list_value<more, 3> == 40);
static_assert(contains<small>(fruit::apple) && !contains<small>(fruit::pear));
static_assert(!contains<none>(1));
static_assert(squared(3) == 9 && squared(40) == 1600 && squared(4) == 0);

TEST_CASE("values: a run-time value becomes a constant of its type") {
    std::string name;
    auto const spell = [&]<fruit F>() { name = F == fruit::plum ? "plum" : "apple"; };
    CHECK(switch_over<small>(fruit::plum, spell));
    CHECK(name == "plum");
    name.clear();
    CHECK_FALSE(switch_over<small>(fruit::pear, spell));
    CHECK(name.empty());
}

TEST_CASE("values: only the branch of the value runs, and only once") {
    int calls = 0;
    CHECK(switch_over<more>(2, [&]<int N>() { calls += N; }));
    CHECK(calls == 2);
}
