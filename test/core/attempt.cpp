#include <graft/core/attempt.hpp>

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>

namespace {

using namespace graft;

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
