#include <graft/io/file/json_text.hpp>

#include <graft/io/file/json.hpp>

#include <doctest/doctest.h>

namespace {

std::string json_of(std::string_view characters) {
    std::string out;
    graft::append_json_string(out, characters);
    return out;
}

TEST_CASE("json_text: quotes, backslashes and control characters are escaped") {
    CHECK(json_of("a\"b\\c") == R"("a\"b\\c")");
    CHECK(json_of(std::string_view("\n\0", 2)) == R"("\u000a\u0000")");
    CHECK(json_of("\xc3\xa9") == "\"\xc3\xa9\"");
}

TEST_CASE("json_text: every character comes back from the parser") {
    std::string all;
    for (int c = 0; c < 128; ++c)
        all += static_cast<char>(c);
    std::string const text = json_of(all);
    CHECK(graft::json_document::parse(text).root().as_string() == all);
}

} // namespace
