#include <graft/ir/text_cursor.hpp>

#include <doctest/doctest.h>

#include "../io/raises.hpp"

#include <cstdint>
#include <limits>

namespace {

using graft::detail::text_cursor;
using graft_test::raised;

TEST_CASE("text_cursor: tokens are accepted after spaces, and a failed one moves nothing but spaces") {
    text_cursor in{"  graph() x"};
    CHECK_FALSE(in.accept("return"));
    CHECK(in.accept("graph()"));
    CHECK(in.at() == 9);
    CHECK_FALSE(in.accept("xy"));
    CHECK(in.accept("x"));
    CHECK(in.done());
    CHECK(in.peek() == '\0');
    CHECK_FALSE(in.accept("x"));
    CHECK(in.accept(""));
}

TEST_CASE("text_cursor: spaces end at the line, lines do not") {
    text_cursor in{" \t\r\n \nx"};
    in.skip_space();
    CHECK(in.peek() == '\n');
    in.skip_lines();
    CHECK(in.peek() == 'x');
}

TEST_CASE("text_cursor: what was taken is known from where it began") {
    text_cursor in{"abc1_ 23"};
    std::size_t const begin = in.at();
    CHECK(in.identifier() == "abc1_");
    CHECK(in.since(begin) == "abc1_");
    CHECK(in.take([](char c) { return c == 'x'; }).empty());
    CHECK(in.integer() == 23);
}

TEST_CASE("text_cursor: integers are read over their whole range and no further") {
    CHECK(text_cursor{"-9223372036854775808"}.integer() == std::numeric_limits<std::int64_t>::min());
    CHECK(text_cursor{"9223372036854775807"}.integer() == std::numeric_limits<std::int64_t>::max());
    CHECK(text_cursor{" -0"}.integer() == 0);
    CHECK(text_cursor{"007x"}.integer() == 7);
    CHECK(raised([] { (void)text_cursor{"9223372036854775808"}.integer(); }) ==
          "graft: the integer does not fit into 64 bits [at byte 19]");
    CHECK(raised([] { (void)text_cursor{"-9223372036854775809"}.integer(); }) ==
          "graft: the integer does not fit into 64 bits [at byte 20]");
    CHECK(raised([] { (void)text_cursor{"99999999999999999999999999"}.integer(); }) ==
          "graft: the integer does not fit into 64 bits [at byte 26]");
    CHECK(raised([] { (void)text_cursor{"x"}.integer(); }) == "graft: a number is expected [at byte 0]");
    CHECK(raised([] { (void)text_cursor{"-"}.integer(); }) == "graft: a number is expected [at byte 1]");
}

TEST_CASE("text_cursor: a token that is missing is named with its place") {
    text_cursor in{"a  b"};
    in.expect("a");
    CHECK(raised([&] { in.expect("=") ; }) == "graft: '=' is expected [at byte 3]");
}

constexpr bool works_in_constants() {
    text_cursor in{"x = -12"};
    bool const name = in.identifier() == "x";
    in.expect("=");
    return name && in.integer() == -12 && in.done();
}
static_assert(works_in_constants());

} // namespace
