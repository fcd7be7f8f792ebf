#include <graft/io/file/json.hpp>

#include <doctest/doctest.h>

#include "../raises.hpp"

#include <limits>

namespace {

using graft::json_document;
using graft::json_kind;
using graft_test::raised;

std::string refused(std::string_view text) {
    return raised([&] { json_document::parse(text); });
}

std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

TEST_CASE("json: a scalar is a document") {
    CHECK(json_document::parse("true").root().as_bool());
    CHECK(json_document::parse(" \"a\\u00e9\\n\" ").root().as_string() == "a\xc3\xa9\n");
    CHECK(json_document::parse("null").root().is_null());
}

TEST_CASE("json: integers keep all their bits, larger numbers are real") {
    CHECK(json_document::parse("-9223372036854775808").root().as_int() == std::numeric_limits<std::int64_t>::min());
    CHECK(json_document::parse("9223372036854775807").root().as_int() == std::numeric_limits<std::int64_t>::max());
    json_document const large = json_document::parse("9223372036854775808");
    CHECK(large.root().kind() == json_kind::real);
    CHECK(large.root().as_real() == 0x1p63);
    CHECK(json_document::parse("1.0").root().kind() == json_kind::real);
}

TEST_CASE("json: a document outlives its text and its copies") {
    std::string text = R"({"key": ["value"]})";
    json_document copy = json_document::parse("0");
    {
        json_document const document = json_document::parse(text);
        copy = document;
    }
    text.assign(text.size(), 'x');
    CHECK((*copy.root().at("key").items().begin()).as_string() == "value");
}

TEST_CASE("json: a text that is no JSON is refused with the offset") {
    CHECK(refused("") == "graft: malformed JSON: unexpected end of input [at byte 0]");
    CHECK(refused("[1, 2") == "graft: malformed JSON: unexpected end of input [at byte 5]");
    CHECK(refused("[1,, 2]") == "graft: malformed JSON: unexpected ',' [at byte 3]");
    CHECK(refused("{} {}").starts_with("graft: malformed JSON: "));
    CHECK(refused("\"\xff\"").starts_with("graft: malformed JSON: invalid string"));
    CHECK(refused("1e999").ends_with("[at byte 4]"));
    CHECK(refused("NaN") != "(nothing raised)");
    CHECK(raised([] { json_document::parse("[", "models/m.json"); }) ==
          "graft: models/m.json: malformed JSON: unexpected end of input [at byte 1]");
}

TEST_CASE("json: every prefix of an object is refused") {
    std::string const text = R"({"a": [1, -2.5e3, "x\u0041y"], "b": {"c": null, "d": true}})";
    CHECK(refused(text) == "(nothing raised)");
    for (std::size_t size = 0; size < text.size(); ++size)
        CHECK(refused(text.substr(0, size)) != "(nothing raised)");
}

TEST_CASE("json: nesting is limited") {
    CHECK(refused(nested(json_document::max_depth)) == "(nothing raised)");
    CHECK(refused(nested(json_document::max_depth + 1))
              .starts_with("graft: containers are nested deeper than 200 [at $[0][0]"));
    CHECK(refused(std::string(1'000'000, '[')) == refused(nested(json_document::max_depth + 1)));
}

TEST_CASE("json: a member named twice is refused") {
    CHECK(refused(R"({"b": [{"x": 1, "y": 2, "x": 3}]})") == "graft: the member 'x' comes twice [at $.b[0]]");
    CHECK(refused(R"([{"x": 1}, {"x": 1}])") == "(nothing raised)");
}

TEST_CASE("json: the origin leads every later error") {
    json_document const document = json_document::parse("{}", "config.json");
    CHECK(raised([&] { (void)document.root().at("x"); }) == "graft: config.json: the member 'x' is missing [at $]");
}

} // namespace
