#include <graft/ir/detail/json_string.hpp>

#include <doctest/doctest.h>

#include <graft/core/error.hpp>

#include <string>

namespace {

using namespace graft;
using namespace graft::detail;

TEST_CASE("json_string: characters are escaped as json.dumps does, and read again") {
    std::string const all = "a\"\\/\b\f\n\r\t\x01\x7f\u00e9\u20ac\U0001f600";
    CHECK(python_json(all) == R"("a\"\\/\b\f\n\r\t\u0001\u007f\u00e9\u20ac\ud83d\ude00")");
    CHECK(json_unquoted(python_json(all)) == all);
    CHECK(json_unquoted("\"\\u00E9\\/\"") == "\u00e9/");
    for (char const* const bad : {"\xff", "\xc3", "\xe2\x82", "\xc3(", "\x80"})
        CHECK_THROWS_AS(static_cast<void>(python_json(bad)), error);
}

TEST_CASE("json_string: a text that is no JSON string is read to its end, and not further") {
    CHECK(json_string_size("\"a\\\"b\" c") == 6);
    CHECK(json_string_size("\"a\\") == 3);
    CHECK(json_string_size("\"") == 1);
    for (char const* const cut : {"", "\"", "\"\\\"", "\"\\u\"", "\"\\u12\"", "\"\\ud83d\"", "\"\\ud83d\\u\""})
        CHECK(json_unquoted(cut).size() < 7);
}

TEST_CASE("json_string: a list of strings, and nothing else, is one") {
    CHECK(json_strings("[]")->empty());
    CHECK(*json_strings(R"(["a", "b\"]"])") == vec<std::string>{"a", "b\"]"});
    for (char const* const other : {"", "[", "{}", "[1]",
                                    R"(["a"])"
                                    "]",
                                    R"(["a",])", R"(["a" "b"])", R"(["a)", "[\"]"})
        CHECK(!json_strings(other));
}

TEST_CASE("json_string: the repr of a JSON value is Python's") {
    CHECK(json_repr(R"([1, 2.5, -1e-07, null, true, {"a": false}, "it's"])") ==
          R"([1, 2.5, -1e-07, None, True, {'a': False}, "it's"])");
    CHECK(json_repr("[NaN, -Infinity]") == "[nan, -inf]");
    CHECK(json_repr("shapes.null") == "shapes.null");
    CHECK(json_repr("\"open") == "'ope'");
    CHECK(json_repr("") == "");
}

} // namespace
