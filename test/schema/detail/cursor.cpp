#include <graft/schema/detail/cursor.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>

using graft::schema_mistake;
using graft::detail::schema_cursor;

namespace {

constexpr bool reads_names() {
    schema_cursor in("  alpha , beta)");
    return in.identifier() == "alpha" && in.accept(',') && in.identifier() == "beta" && !in.accept(',') &&
           in.accept(')') && in.at == in.size && in.peek() == '\0';
}
static_assert(reads_names());

} // namespace

TEST_CASE("cursor: names and punctuation are read with the spaces before them") {
    CHECK(reads_names());
    schema_cursor in("\n\t ->x");
    CHECK(in.accept("->"));
    CHECK(in.identifier() == "x");
    CHECK(in.identifier().empty());
}

TEST_CASE("cursor: what is not there does not move it") {
    schema_cursor in("a  -x");
    CHECK(in.identifier() == "a");
    CHECK_FALSE(in.accept("->"));
    CHECK_FALSE(in.accept('x'));
    CHECK(in.at == 1);
    CHECK(in.since(0) == "a");
}

TEST_CASE("cursor: the first mistake is kept, at the next character that is not a space") {
    schema_cursor in("a  b", 1);
    CHECK_FALSE(in.fail(schema_mistake::expected_type));
    CHECK_FALSE(in.fail_at(0, schema_mistake::bad_alias));
    CHECK(in.mistake == schema_mistake::expected_type);
    CHECK(in.mistake_at == 3);
}

TEST_CASE("cursor: an empty text ends everywhere") {
    schema_cursor in("");
    CHECK(in.peek() == '\0');
    CHECK(in.peek(5) == '\0');
    CHECK_FALSE(in.accept('\0'));
    CHECK_FALSE(in.starts("x"));
    CHECK(in.identifier().empty());
}

using graft::literal;
using graft::literal_kind;

namespace {

struct result {
    literal value;
    schema_mistake mistake;
    std::size_t end;
};

constexpr result parse(std::string_view text) {
    graft::detail::schema_cursor in(text);
    result r{};
    graft::detail::parse_number(in, r.value);
    r.mistake = in.mistake;
    r.end = in.at;
    return r;
}

constexpr bool is_integer(std::string_view text, std::int64_t value) {
    result const r = parse(text);
    return r.mistake == schema_mistake::none && r.end == text.size() && r.value.kind == literal_kind::integer &&
           r.value.integer == value;
}

constexpr bool is_real(std::string_view text, double value) {
    result const r = parse(text);
    return r.mistake == schema_mistake::none && r.end == text.size() && r.value.kind == literal_kind::real &&
           r.value.real == value;
}

static_assert(is_integer("-100", -100));
static_assert(is_real("0.33333333333333331", 1.0 / 3));
static_assert(is_real("1.0000000000000001e-05", 1e-5));
static_assert(is_real("60.", 60) && is_real(".5", .5) && is_real("1e-08", 1e-8));

} // namespace

TEST_CASE("parse_number: integers up to the ends of 64 bits") {
    CHECK(is_integer("0", 0));
    CHECK(is_integer("0007", 7));
    CHECK(is_integer("9223372036854775807", std::numeric_limits<std::int64_t>::max()));
    CHECK(is_integer("-9223372036854775808", std::numeric_limits<std::int64_t>::min()));
    for (std::string_view const text : {"9223372036854775808", "-9223372036854775809", "100000000000000000000"})
        CHECK(parse(text).mistake == schema_mistake::bad_number);
}

TEST_CASE("parse_number: reals agree with the C library") {
    for (char const* const text : {"1.", "0.1", "0.125", "9.9999999999999995e-07", "1.0000000000000001e-15",
                                   "1.7976931348623157e308", "4.9406564584124654e-324", "0e0", "-2.5E+3",
                                   "123456789012345678.5", "12345678901234567890.", "0.30000000000000004", "1e-400"})
        CHECK(is_real(text, std::strtod(text, nullptr)));
}

TEST_CASE("parse_number: infinities and nan have names") {
    CHECK(is_real("inf", std::numeric_limits<double>::infinity()));
    CHECK(is_real("-inf", -std::numeric_limits<double>::infinity()));
    CHECK(std::isnan(parse("nan").value.real));
}

TEST_CASE("parse_number: a real that no double holds is a mistake") {
    for (std::string_view const text : {"1e309", "1e99999999999", "-1e400"})
        CHECK(parse(text).mistake == schema_mistake::bad_number);
}

TEST_CASE("parse_number: what is no number is a mistake") {
    for (std::string_view const text : {"", "-", ".", "x", "1e", "1e+", "--1"})
        CHECK(parse(text).mistake == schema_mistake::bad_default);
}

TEST_CASE("parse_number: the number ends at the first other character") {
    CHECK(parse("12, ").end == 2);
    CHECK(parse("1.5)").end == 3);
}
