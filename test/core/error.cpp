#include <graft/core/error.hpp>

#include <doctest/doctest.h>

#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>

using namespace graft;

TEST_CASE("error: what() holds the sentence and every place that is known") {
    error e(errc::parse, "a bracket is missing");
    CHECK(std::strcmp(e.what(), "graft: a bracket is missing") == 0);
    e.at_byte(12).at_path("$.graph").at_node("relu", "File \"m.py\", line 3");
    CHECK(std::strcmp(e.what(), "graft: a bracket is missing [at byte 12] [at $.graph] [at %relu]\n"
                                "File \"m.py\", line 3") == 0);
    CHECK(e.code() == errc::parse);
    CHECK(e.sentence() == "a bracket is missing");
    CHECK(e.byte() == 12u);
    CHECK(e.path() == "$.graph");
    CHECK(e.node() == "relu");
    CHECK(e.stack_trace() == "File \"m.py\", line 3");
}

TEST_CASE("error: the innermost place is kept") {
    error e(errc::file, "short");
    e.at_byte(0).at_byte(7).at_path("$.a").at_path("$").at_node("a", "A").at_node("b", "B");
    CHECK(e.byte() == 0u);
    CHECK(e.path() == "$.a");
    CHECK(e.node() == "a");
    CHECK(e.stack_trace() == "A");
}

TEST_CASE("error: raise joins texts and integers to one sentence") {
    std::int64_t const lowest = std::numeric_limits<std::int64_t>::min();
    CHECK_THROWS_WITH(raise(errc::internal, "one"), "graft: one");
    CHECK_THROWS_WITH(raise(errc::internal, "size ", lowest, " of ", std::string("x"), 'y' - 'x'),
                      "graft: size -9223372036854775808 of x1");
    CHECK_THROWS_WITH(raise(errc::internal, "bytes ", std::numeric_limits<std::size_t>::max()),
                      "graft: bytes 18446744073709551615");
}

TEST_CASE("error: raise_at_byte is a parse error with an offset") {
    try {
        raise_at_byte(5, "expected ", 2, " more");
    } catch (error const& e) {
        CHECK(e.code() == errc::parse);
        CHECK(e.byte() == 5u);
        CHECK(e.sentence() == "expected 2 more");
    }
}

namespace {

TEST_CASE("attempt: what raises nothing is called, and nothing else") {
    int called = 0, told = 0;
    attempt([&] { ++called; }, [&](error const&) { ++told; });
    CHECK(called == 1);
    CHECK(told == 0);
}

TEST_CASE("attempt: an error goes to the second function, which may raise another") {
    std::string heard;
    attempt([] { raise(errc::parse, "no such op"); }, [&](error const& e) { heard = e.what(); });
    CHECK(heard == "graft: no such op");
    auto const nested = [] {
        attempt([] { raise(errc::parse, "no such op"); },
                [](error const& e) { raise(errc::internal, "while reading: ", e.sentence()); });
    };
    CHECK_THROWS_WITH_AS(nested(), "graft: while reading: no such op", error);
}

TEST_CASE("attempt: exceptions of other types pass") {
    bool told = false;
    auto const listens = [&](error const&) { told = true; };
    CHECK_THROWS_AS(attempt([] { throw std::logic_error("mine"); }, listens), std::logic_error);
    CHECK_FALSE(told);
}

} // namespace
