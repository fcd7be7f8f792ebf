#include <graft/meta/view.hpp>

#include <graft/meta/vec.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

using graft::vec;
using graft::view;

namespace {

int sum(view<int const> items) {
    int total = 0;
    for (int const item : items)
        total += item;
    return total;
}
void negate(view<int> items) {
    for (int& item : items)
        item = -item;
}

struct base {
    int number = 0;
};
struct derived : base {
    int more = 0;
};

constexpr int numbers[] = {1, 2, 3, 4, 5};

} // namespace

static_assert(view<int const>().empty());
static_assert(view<int const>(numbers).size() == 5);
static_assert(view<int const>(numbers).first(2).back() == 2);
static_assert(view<int const>(numbers).last(2).front() == 4);
static_assert(view<int const>(numbers).subspan(3).size() == 2);
static_assert(view<int const>(numbers).subspan(1, 3).back() == 4);
static_assert(view<int const>(numbers).subspan(5).empty());
static_assert(*view<int const>(numbers).rbegin() == 5);
static_assert(view<int const>(numbers, numbers + 3).size() == 3);
static_assert(view<int const>(numbers, 0).empty());
static_assert(view<int const>(numbers).size_bytes() == 5 * sizeof(int));
static_assert(std::is_trivially_copyable_v<view<int>>);

// What is only to be read does not become writable, nor a list of one type that of another.
static_assert(std::is_convertible_v<view<int>, view<int const>>);
static_assert(!std::is_convertible_v<view<int const>, view<int>>);
static_assert(!std::is_convertible_v<std::vector<int> const&, view<int>>);
static_assert(!std::is_convertible_v<std::vector<derived>&, view<base>>);
static_assert(!std::is_convertible_v<std::vector<derived>&, view<base const>>);
static_assert(!std::is_convertible_v<std::vector<int>&, view<long const>>);
static_assert(!std::is_convertible_v<std::vector<bool>&, view<bool const>>);
// A temporary list can be read in a call, and not be written to.
static_assert(std::is_convertible_v<std::vector<int>, view<int const>>);
static_assert(!std::is_convertible_v<std::vector<int>, view<int>>);
static_assert(std::is_convertible_v<std::span<int>, view<int>>);

TEST_CASE("view: every list of the standard library that has its elements in a row is seen") {
    std::vector<int> list{1, 2, 3};
    std::array<int, 3> const array{1, 2, 3};
    int plain[] = {1, 2, 3};
    vec<int> const own{1, 2, 3};
    CHECK(sum(list) == 6);
    CHECK(sum(array) == 6);
    CHECK(sum(plain) == 6);
    CHECK(sum(own) == 6);
    CHECK(sum(std::span(list)) == 6);
    CHECK(sum(std::span<int const, 3>(array)) == 6);
    CHECK(sum({1, 2, 3}) == 6);
    CHECK(sum({}) == 0);
    CHECK(sum(std::vector<int>{4, 5}) == 9);
    negate(list);
    CHECK(list == std::vector{-1, -2, -3});
}

TEST_CASE("view: the type of the elements is found") {
    std::vector<int> list{1, 2};
    std::vector<int> const fixed{1, 2};
    CHECK(std::is_same_v<decltype(view(list)), view<int>>);
    CHECK(std::is_same_v<decltype(view(fixed)), view<int const>>);
    CHECK(std::is_same_v<decltype(view(numbers)), view<int const>>);
    CHECK(std::is_same_v<decltype(view(list.data(), 2)), view<int>>);
    CHECK(std::is_same_v<decltype(view(std::span(fixed))), view<int const>>);
}

TEST_CASE("view: a std::span sees what a view sees") {
    view<int const> const seen(numbers);
    std::span<int const> const span = seen;
    CHECK(span.data() == numbers);
    CHECK(span.size() == 5);
}

TEST_CASE("view: a std::span that writes is made of what a function returns, which an algorithm takes as well") {
    std::vector<int> list{3, 1, 2};
    auto const shown = [&] { return view<int>(list); };
    std::span<int> const span = shown();
    span[0] = 0;
    CHECK(list[0] == 0);
    CHECK(*std::ranges::find(shown(), 2) == 2);
}

TEST_CASE("view: algorithms of the standard library take one") {
    std::vector<int> list{3, 1, 2};
    view<int> const seen(list);
    std::ranges::sort(seen);
    CHECK(list == std::vector{1, 2, 3});
    CHECK(std::ranges::lower_bound(seen, 2) == seen.begin() + 1);
    CHECK(std::find(seen.rbegin(), seen.rend(), 3) == seen.rbegin());
}

TEST_CASE("view: the bytes of its elements") {
    std::string const text = "graft";
    view<std::byte const> const bytes = graft::as_bytes(view(text.data(), text.size()));
    CHECK(bytes.size() == 5);
    CHECK(bytes[0] == std::byte{'g'});
    CHECK(graft::as_bytes(view<int const>(numbers)).size() == sizeof numbers);
}

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
