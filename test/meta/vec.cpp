#include <graft/meta/vec.hpp>

#include <graft/meta/view.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <list>
#include <memory>
#include <random>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

using graft::vec;
using graft::view;

namespace {

// Counts how many live, and throws at the copy (or move, where that may throw) of a given number.
template <bool SafeMove>
struct counted {
    static inline int alive = 0, copies_left = -1;

    counted() : counted(0) {}
    counted(int n) : number(std::make_unique<int>(n)) { ++alive; }
    counted(counted const& other) : number((count_down(), std::make_unique<int>(*other.number))) { ++alive; }
    counted(counted&& other) noexcept(SafeMove)
        : number(std::make_unique<int>(other.number == nullptr ? -1 : *other.number)) {
        if constexpr (!SafeMove)
            count_down();
        ++alive;
        other.number = nullptr;
    }
    counted& operator=(counted const& other) {
        count_down();
        number = std::make_unique<int>(*other.number);
        return *this;
    }
    counted& operator=(counted&& other) noexcept {
        number = std::move(other.number);
        return *this;
    }
    ~counted() { --alive; }

    static void count_down() {
        if (copies_left == 0)
            throw std::runtime_error("no more copies");
        if (copies_left > 0)
            --copies_left;
    }
    friend bool operator==(counted const& a, counted const& b) {
        return a.number != nullptr && b.number != nullptr && *a.number == *b.number;
    }

    std::unique_ptr<int> number;
};

// What `change` does to lists of both kinds if the n-th copy throws, for each n until none does: both have the same
// elements then where `same` says so, neither has lost or kept an object, and both can be used.
template <class Item, class Change>
void check_throwing(Change const& change, bool same = true) {
    bool thrown = true;
    for (int n = 0; thrown; ++n) {
        REQUIRE(n < 100);
        thrown = false;
        {
            vec<Item> ours;
            std::vector<Item> theirs;
            for (int i = 0; i < 4; ++i) {
                ours.emplace_back(i);
                theirs.emplace_back(i);
            }
            REQUIRE(ours.capacity() == theirs.capacity());
            auto const throws = [&](auto& list) {
                Item::copies_left = n;
                bool threw = false;
                try {
                    change(list);
                } catch (std::runtime_error const&) {
                    threw = true;
                }
                Item::copies_left = -1;
                return threw;
            };
            bool const theirs_throws = throws(theirs);
            thrown = throws(ours);
            if (same)
                CHECK(thrown == theirs_throws);
            if (same || !thrown)
                CHECK(std::equal(ours.begin(), ours.end(), theirs.begin(), theirs.end()));
            ours.emplace_back(7);
            CHECK(*ours.back().number == 7);
            CHECK(Item::alive == static_cast<int>(ours.size() + theirs.size()));
        }
        CHECK(Item::alive == 0);
    }
}

constexpr vec<int> squares(int count) {
    vec<int> list;
    for (int i = 0; i < count; ++i)
        list.push_back(i * i);
    return list;
}

} // namespace

//=== constants ===//
static_assert(squares(10)[9] == 81);
static_assert(squares(3) == vec{0, 1, 4});
static_assert(squares(3) < vec{0, 1, 4, 0});
static_assert((vec{2.0} <=> vec{1.0, 3.0}) == std::partial_ordering::greater);
static_assert([] {
    vec<int> list = squares(5);
    list.insert(list.begin() + 1, {7, 8, 9});
    list.erase(list.begin());
    list.pop_back();
    list.insert(list.end(), 2, list[0]);
    list.resize(8);
    return list == vec{7, 8, 9, 1, 4, 9, 7, 7};
}());
static_assert([] {
    vec<vec<int>> lists(2, squares(3));
    lists.push_back(lists[0]);
    lists.emplace(lists.begin(), 2u, 5);
    lists.insert(lists.begin(), lists.back());
    vec<vec<int>> const copy = lists;
    lists.clear();
    lists = copy;
    erase_if(lists, [](vec<int> const& l) { return l.size() == 2; });
    return copy.size() == 5 && lists.size() == 4 && lists[0] == squares(3) && lists == vec<vec<int>>(4, squares(3));
}());
static_assert([] {
    vec<int> list = squares(4);
    for (int i = 0; i < 3; ++i)
        list.pop_back();
    list.push_back(5);
    list.clear();
    list.push_back(6);
    list.assign(3, list[0]);
    list.assign(list.begin() + 1, list.begin() + 1);
    return list.empty() && list.capacity() >= 4;
}());
static_assert(std::is_nothrow_move_constructible_v<vec<std::string>>);
static_assert(std::is_nothrow_move_assignable_v<vec<std::string>>);

//=== as std::vector ===//
TEST_CASE("vec: random changes give what they give to std::vector, with the same room") {
    std::mt19937 random(1);
    auto const below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
    for (int round = 0; round < 300; ++round) {
        vec<std::string> ours;
        std::vector<std::string> theirs;
        vec<std::uint8_t> our_bytes;
        std::vector<std::uint8_t> their_bytes;
        for (int step = 0; step < 40; ++step) {
            std::size_t const at = below(theirs.size() + 1), to = at + below(theirs.size() - at + 1);
            auto const byte = static_cast<std::uint8_t>(below(256));
            std::string const text(below(40), static_cast<char>('a' + below(26)));
            std::vector<std::string> const more(below(4), text);
            std::vector<std::uint8_t> const more_bytes(more.size(), byte);
            std::list<std::string> const chain(more.begin(), more.end());
            std::uint64_t const what = below(16);
            auto const change = [&](auto& list, auto const& item, auto const& items, auto const& linked) {
                auto const place = list.begin() + static_cast<std::ptrdiff_t>(at);
                auto const end = list.begin() + static_cast<std::ptrdiff_t>(to);
                switch (what) {
                case 0:
                case 1:
                case 2: list.push_back(item); break;
                case 3: list.insert(place, item); break;
                case 4: list.insert(place, more.size(), item); break;
                case 5: list.insert(place, items.begin(), items.end()); break;
                case 6: list.insert(place, linked.begin(), linked.end()); break;
                case 7: list.erase(place, end); break;
                case 8: list.resize(at); break;
                case 9: list.resize(list.size() + more.size(), item); break;
                case 10: list.resize(list.size() + more.size()); break;
                case 11: list.reserve(list.size() + at); break;
                case 12: list.assign(items.begin(), items.end()); break;
                case 13: list.assign(at, item); break;
                case 14:
                    if (at < list.size()) {
                        list.insert(list.begin(), list[at]);
                        list.push_back(list[at]);
                        list.resize(list.size() + 2, list[at]);
                        list.insert(list.begin() + 1, 3, list[at]);
                    }
                    break;
                default:
                    if (!list.empty())
                        list.pop_back();
                }
            };
            change(ours, text, more, chain);
            change(theirs, text, more, chain);
            change(our_bytes, byte, more_bytes, more_bytes);
            change(their_bytes, byte, more_bytes, more_bytes);
            REQUIRE(ours == theirs);
            REQUIRE(our_bytes == their_bytes);
            REQUIRE(our_bytes.capacity() == their_bytes.capacity());
            REQUIRE(ours.capacity() == theirs.capacity());
            vec<std::string> copy(ours);
            REQUIRE(copy == ours);
            copy = ours;
            REQUIRE((copy <=> ours) == std::strong_ordering::equal);
            copy.push_back("");
            REQUIRE(copy > ours);
        }
    }
}

TEST_CASE("vec: an element can be added to its own list") {
    vec<std::string> list{"a word longer than any that is kept in place", "b"};
    for (int i = 0; i < 10; ++i) {
        list.push_back(list[0]);
        list.insert(list.begin() + 1, list.back());
        list.emplace(list.begin(), list[0]);
        list.insert(list.begin(), 2, list[1]);
        list.resize(list.size() + 1, list[0]);
    }
    CHECK(std::count(list.begin(), list.end(), list[0]) == 61);
    list.assign(3, list[2]);
    CHECK(list == vec<std::string>(3, "a word longer than any that is kept in place"));
    vec<std::string>& same = list;
    list = same;
    CHECK(list.size() == 3);
    list = std::move(same);
    CHECK(list.size() == 3);
}

TEST_CASE("vec: adding one by one takes memory a few times only") {
    vec<int> list;
    int times = 0;
    for (int i = 0; i < 10'000; ++i) {
        std::size_t const room = list.capacity();
        list.resize(list.size() + 1, i);
        times += room != list.capacity();
    }
    CHECK(times < 20);
    CHECK(list.back() == 9'999);
    int const* const before = list.data();
    list.clear();
    list.insert(list.end(), 10'000, 1);
    CHECK(list.data() == before);
}

TEST_CASE("vec: elements that can only be moved") {
    vec<std::unique_ptr<int>> list;
    for (int i = 0; i < 5; ++i)
        list.push_back(std::make_unique<int>(i));
    list.insert(list.begin(), std::make_unique<int>(9));
    list.erase(list.begin() + 1);
    CHECK(*list[0] == 9);
    CHECK(*list[1] == 1);
    CHECK(erase_if(list, [](auto const& p) { return *p > 2; }) == 3);
    CHECK(list.size() == 2);
    std::vector<std::unique_ptr<int>> theirs = std::move(list);
    CHECK(*theirs[1] == 2);
    list = std::move(theirs);
    CHECK(*list[0] == 1);
}

TEST_CASE("vec: what was moved from is empty") {
    vec<std::string> from{"a", "b"};
    std::string const* const place = from.data();
    vec<std::string> to = std::move(from);
    CHECK(to.data() == place);
    CHECK(from.empty());
    from.push_back("c");
    swap(from, to);
    CHECK(to == vec<std::string>{"c"});
}

//=== exceptions ===//
TEST_CASE_TEMPLATE("vec: a copy that throws loses nothing and leaves what std::vector leaves", Item, counted<true>,
                   counted<false>) {
    Item const extra(5);
    std::vector<Item> const more(3, extra);
    // The items above live outside the lists.
    int const outside = Item::alive;
    Item::alive = 0;
    check_throwing<Item>([&](auto& list) { list.push_back(extra); });
    check_throwing<Item>([&](auto& list) { list.push_back(list[1]); });
    check_throwing<Item>([&](auto& list) { list.reserve(20); });
    check_throwing<Item>([&](auto& list) { list.resize(20); });
    check_throwing<Item>([&](auto& list) { list.resize(20, extra); });
    check_throwing<Item>([&](auto& list) { list.insert(list.end(), 3, extra); });
    check_throwing<Item>([&](auto& list) { auto const copy = list; });
    check_throwing<Item>([&](auto& list) {
        auto copy = list;
        copy.push_back(extra);
        copy.push_back(extra);
        list = copy;
    });
    // Of several, and in the middle, std::vector promises no more than that all is still sound.
    check_throwing<Item>([&](auto& list) { list.insert(list.end(), more.begin(), more.end()); }, false);
    check_throwing<Item>([&](auto& list) { list.insert(list.begin() + 1, extra); }, false);
    check_throwing<Item>([&](auto& list) { list.insert(list.begin() + 1, 3, extra); }, false);
    check_throwing<Item>([&](auto& list) { list.insert(list.begin() + 1, more.begin(), more.end()); }, false);
    check_throwing<Item>([&](auto& list) { list.assign(2, extra); }, false);
    check_throwing<Item>([&](auto& list) { list.assign(more.begin(), more.end()); }, false);
    check_throwing<Item>([&](auto& list) { list.assign(9, extra); }, false);
    Item::alive += outside;
}

TEST_CASE("vec: more elements than there is memory for are an error") {
    vec<std::uint64_t> list{1};
    CHECK_THROWS_AS(list.reserve(std::size_t(-1) / 8), std::length_error);
    CHECK_THROWS_AS(list.resize(std::size_t(-1)), std::length_error);
    CHECK_THROWS_AS(list.insert(list.end(), std::size_t(-1), 1), std::length_error);
    CHECK_THROWS_AS(vec<std::uint64_t>(std::size_t(1) << 61), std::length_error);
    CHECK_THROWS_AS(static_cast<void>(list.at(1)), std::out_of_range);
    CHECK(list == vec<std::uint64_t>{1});
    CHECK(list.at(0) == 1);
}

//=== lists of others ===//
TEST_CASE("vec: lists of the standard library go in and out") {
    auto const count = [](vec<std::string> const& list) { return list.size(); };
    std::vector<std::string> const theirs{"a", "b", "c"};
    std::array<std::string, 2> const array{"a", "b"};
    std::string const plain[] = {"a"};
    CHECK(count(theirs) == 3);
    CHECK(count(array) == 2);
    CHECK(count(plain) == 1);
    CHECK(count(std::span(theirs)) == 3);
    CHECK(count(view(theirs)) == 3);
    CHECK(count({"a", "b"}) == 2);
    CHECK(count(std::list<std::string>{"a"}) == 1);

    vec<std::string> const ours = theirs;
    std::vector<std::string> back = ours;
    CHECK(back == theirs);
    back = vec<std::string>{"d"};
    CHECK(back.size() == 1);
    std::vector<std::string> const built(ours);
    CHECK(built == ours);
    CHECK(ours == built);
    CHECK(ours != back);
    std::span<std::string const> const span = ours;
    CHECK(span.data() == ours.data());
    auto const size_of = [](std::vector<std::string> const& list) { return list.size(); };
    CHECK(size_of(ours) == 3);
    CHECK(size_of(vec<std::string>{"x"}) == 1);
}

TEST_CASE("vec: the elements of a std::vector that ends are moved, those that a view shows are copied") {
    std::string const text = "a word longer than any that is kept in place";
    std::vector<std::string> theirs{text};
    char const* const place = theirs[0].data();
    vec<std::string> ours = std::move(theirs);
    CHECK(ours[0].data() == place);
    vec<std::string> const copy = std::span(ours);
    CHECK(ours[0] == text);
    CHECK(copy == ours);
    std::vector<std::string> const back = std::move(ours);
    CHECK(back[0].data() == place);
}

TEST_CASE("vec: truth values are bools, whatever std::vector makes of them") {
    std::vector<bool> const theirs{true, false, true};
    vec<bool> ours = theirs;
    bool& second = ours[1];
    second = true;
    CHECK(ours == vec<bool>{true, true, true});
    CHECK(theirs != ours);
    std::vector<bool> const back = ours;
    CHECK(back == std::vector<bool>{true, true, true});
}

static_assert(!std::is_convertible_v<vec<int>, std::vector<long>>);
static_assert(!std::is_convertible_v<vec<char>, std::string>);
static_assert(!std::is_convertible_v<std::vector<int>, vec<long>>);
static_assert(!std::is_convertible_v<int, vec<int>>);
static_assert(std::is_same_v<decltype(vec{1, 2}), vec<int>>);
static_assert(std::is_same_v<decltype(vec(std::declval<char const*>(), std::declval<char const*>())), vec<char>>);

TEST_CASE("vec: an input that can be read once only") {
    std::istringstream words("graph of ops");
    vec<std::string> list{std::istream_iterator<std::string>(words), std::istream_iterator<std::string>()};
    CHECK(list == vec<std::string>{"graph", "of", "ops"});
    vec<std::string> reversed;
    std::copy(list.rbegin(), list.rend(), std::back_inserter(reversed));
    CHECK(reversed == vec<std::string>{"ops", "of", "graph"});
}
