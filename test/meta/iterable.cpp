#include <graft/meta/iterable.hpp>

#include <doctest/doctest.h>

#include <array>
#include <concepts>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

TEST_CASE("iterable: containers, views, arrays and lists are, numbers, pointers and optionals are not") {
    CHECK((graft::iterable<std::vector<bool>> && graft::iterable<std::span<int const>> && graft::iterable<int[3]> &&
           graft::iterable<std::string_view> && graft::iterable<std::initializer_list<int>>));
    CHECK_FALSE((graft::iterable<int> || graft::iterable<int*> || graft::iterable<std::optional<int>>));
}

TEST_CASE("iterable: what a loop gives, as a value") {
    CHECK(std::same_as<graft::iterated_value<std::array<double, 2>>, double>);
    CHECK(std::same_as<graft::iterated_value<std::span<int const>>, int>);
    CHECK(std::same_as<graft::iterated_value<std::vector<bool>>, bool>);
}
