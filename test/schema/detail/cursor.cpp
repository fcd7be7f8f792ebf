#include <graft/schema/detail/cursor.hpp>

#include <doctest/doctest.h>

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
