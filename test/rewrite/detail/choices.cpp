#include <graft/rewrite/detail/choices.hpp>

#include <doctest/doctest.h>

#include <string>

namespace {

using graft::detail::choices;

TEST_CASE("choices: all ways are tried, the last choice changes first") {
    choices c;
    std::string ways;
    do {
        std::size_t const first = c.choose(2), only = c.choose(1);
        ways += std::to_string(first) + std::to_string(only);
        if (first == 1)
            ways += std::to_string(c.choose(3));
        ways += " ";
    } while (c.next(0));
    CHECK(ways == "00 100 101 102 ");
}

TEST_CASE("choices: a part of a match tries its own ways and leaves none behind") {
    choices c;
    std::string ways;
    do {
        ways += std::to_string(c.choose(2)) + ":";
        std::size_t const base = c.depth();
        do
            ways += std::to_string(c.choose(2));
        while (c.next(base));
        c.close(base);
        ways += " ";
    } while (c.next(0));
    CHECK(ways == "0:01 1:01 ");
}

TEST_CASE("choices: the ways of one rule at one node are bounded") {
    choices c;
    std::size_t ways = 0;
    do {
        for (int i = 0; i < 100; ++i)
            static_cast<void>(c.choose(2));
        ++ways;
    } while (c.next(0));
    CHECK(ways == choices::most_ways);
    c.clear();
    CHECK(c.choose(2) == 0);
}

} // namespace
