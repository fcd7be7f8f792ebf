#include <graft/ir/text/detail/text_cursor.hpp>

#include <doctest/doctest.h>

#include "../../../io/raises.hpp"

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
    CHECK(raised([&] { in.expect("="); }) == "graft: '=' is expected [at byte 3]");
}

constexpr bool works_in_constants() {
    text_cursor in{"x = -12"};
    bool const name = in.identifier() == "x";
    in.expect("=");
    return name && in.integer() == -12 && in.done();
}
static_assert(works_in_constants());

TEST_CASE("text_cursor: the type before the number of users is taken, anything else is left") {
    text_cursor typed("typing.List[int] [num_users=1] = x");
    CHECK(typed.type_annotation() == "typing.List[int]");
    CHECK(typed.accept_here("[num_users=1]"));
    text_cursor plain("[num_users=0] = x");
    CHECK(plain.type_annotation().empty());
    CHECK(plain.at() == 0);
    text_cursor other("f32[2] = x[num_users=0]");
    CHECK(other.type_annotation().empty());
    CHECK(other.at() == 0);
    text_cursor short_text("ers=");
    CHECK(short_text.type_annotation().empty());
}

TEST_CASE("text_cursor: accept_here does not skip spaces, line stops at its end") {
    text_cursor in(" a b\nc");
    CHECK_FALSE(in.accept_here("a"));
    in.expect_here(" a");
    CHECK(in.line() == " b");
    CHECK(in.line().empty());
    CHECK_THROWS_AS(in.expect_here("c"), graft::error);
}

TEST_CASE("text_cursor: an escape is the character that it stands for") {
    auto const escaped = [](std::string_view text) { return text_cursor{text}.escape(); };
    CHECK(escaped("\\n") == '\n');
    CHECK(escaped("\\r") == '\r');
    CHECK(escaped("\\t") == '\t');
    CHECK(escaped("\\x7e") == '~');
    CHECK(escaped("\\'") == '\'');
    CHECK_THROWS_AS((void)escaped("\\"), graft::error);
    CHECK_THROWS_AS((void)escaped("\\xg0"), graft::error);
}

} // namespace
