#include <graft/io/file/detail/json_token.hpp>

#include <doctest/doctest.h>

#include <cstring>
#include <string>

namespace {

using graft::detail::json_token;

TEST_CASE("json_token: it holds what a string holds, and a zero behind it") {
    json_token token;
    std::string text;
    for (int i = 0; i < 1000; ++i) {
        CHECK(std::string_view(token) == text);
        CHECK(token.size() == text.size());
        CHECK(std::strlen(token.data()) == text.size());
        char const c = static_cast<char>('a' + i % 26);
        token.push_back(c);
        text += c;
    }
    token.clear();
    CHECK(token.size() == 0);
    CHECK(*token.data() == '\0');
    token.push_back('\0');
    CHECK(std::string_view(token) == std::string_view("\0", 1));
}

TEST_CASE("json_token: it is made of text, and compares as text does") {
    CHECK(std::string_view(json_token(3, 'x')) == "xxx");
    CHECK(std::string_view(json_token("abc", 2).append("c")) == "abc");
    CHECK(json_token("abc") == json_token("abc", 3));
    CHECK(json_token("ab") < json_token("b"));
}

} // namespace
