// Header-only: what holds in constants needs bodies.
#include <graft/ir/string_table.hpp>

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

namespace {

using graft::string_table;

TEST_CASE("string_table: equal texts have one id and keep their order of arrival") {
    string_table strings;
    CHECK(strings.intern("add") == 1);
    CHECK(strings.intern("mul") == 2);
    CHECK(strings.intern("add") == 1);
    CHECK(strings[2] == "mul");
    CHECK(strings.size() == 3);
}

TEST_CASE("string_table: the empty string is id 0 from the start") {
    string_table strings;
    CHECK(strings.size() == 1);
    CHECK(strings.intern("") == 0);
    CHECK(strings.find("") == 0);
    CHECK(strings[0].empty());
}

TEST_CASE("string_table: find does not add") {
    string_table strings;
    CHECK(strings.find("x") == string_table::npos);
    strings.intern("y");
    CHECK(strings.find("x") == string_table::npos);
    CHECK(strings.find("y") == 1);
    CHECK(strings.size() == 2);
}

TEST_CASE("string_table: texts with zeros and prefixes of each other differ") {
    string_table strings;
    using namespace std::string_view_literals;
    CHECK(strings.intern("a") == 1);
    CHECK(strings.intern("a\0"sv) == 2);
    CHECK(strings.intern("a\0b"sv) == 3);
    CHECK(strings.find("a\0"sv) == 2);
}

TEST_CASE("string_table: ten thousand texts come back as they were") {
    string_table strings;
    for (int i = 0; i < 10'000; ++i)
        REQUIRE(strings.intern("name_" + std::to_string(i)) == static_cast<std::uint32_t>(i + 1));
    for (std::uint32_t i = 0; i < 10'000; ++i)
        REQUIRE(strings[i + 1] == "name_" + std::to_string(i));
}

TEST_CASE("string_table: a text stays where it is while others come, and when the table moves") {
    string_table strings;
    std::string_view const first = strings[strings.intern("the first text")];
    char const* const where = first.data();
    for (int i = 0; i < 1000; ++i)
        strings.intern(std::string(100, static_cast<char>('a' + i % 26)) + std::to_string(i));
    string_table const moved = std::move(strings);
    CHECK(moved[1].data() == where);
    CHECK(first == "the first text");
}

TEST_CASE("string_table: a part of its own text can be interned") {
    string_table strings;
    std::string_view const whole = strings[strings.intern("stack_trace")];
    for (std::size_t i = 1; i < whole.size(); ++i)
        CHECK(strings[strings.intern(whole.substr(i))] == std::string("stack_trace").substr(i));
}

TEST_CASE("string_table: a copy shares nothing") {
    string_table strings;
    strings.intern("one");
    string_table copy = strings;
    copy.intern("two");
    strings.intern("three");
    CHECK(copy[2] == "two");
    CHECK(strings[2] == "three");
    CHECK(copy.find("three") == string_table::npos);
}

constexpr bool works_in_constants() {
    string_table strings;
    for (char c = 'a'; c <= 'z'; ++c)
        strings.intern({&c, 1});
    return strings.size() == 27 && strings.intern("q") == 17 && strings[17] == "q" &&
           strings.find("qq") == string_table::npos;
}
static_assert(works_in_constants());

} // namespace
