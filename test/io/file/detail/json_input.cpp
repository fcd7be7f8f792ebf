#include <graft/io/file/detail/json_input.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "../../raises.hpp"

#include <bit>
#include <cstdint>
#include <cstring>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace {

using graft::detail::count_plain_in_json;
using graft::detail::json_input;
using graft::detail::json_token;

// What a parser tells, as text; with an input, of which it was given what that does not leave out.
struct recorder {
    json_input* input = nullptr;
    std::string told;

    bool tell(std::string_view event) {
        told += event;
        told += '\n';
        return true;
    }
    bool text(std::string_view event, std::string_view token) {
        return tell(std::string(event) + std::string(input == nullptr ? token : input->string(token)));
    }

    bool null() { return tell("null"); }
    bool boolean(bool b) { return tell(b ? "true" : "false"); }
    bool number_integer(std::int64_t i) { return tell(std::to_string(i)); }
    bool number_unsigned(std::uint64_t i) { return tell(std::to_string(i)); }
    bool number_float(double d, std::string_view) { return tell(std::to_string(std::bit_cast<std::uint64_t>(d))); }
    bool string(std::string_view s) { return text("string ", s); }
    bool key(std::string_view s) { return text("key ", s); }
    template <class Binary>
    bool binary(Binary const&) {
        return false;
    }
    bool start_array(std::size_t) { return tell("["); }
    bool end_array() { return tell("]"); }
    bool start_object(std::size_t) { return tell("{"); }
    bool end_object() { return tell("}"); }
    template <class Exception>
    bool parse_error(std::size_t position, std::string const&, Exception const& problem) {
        std::string_view what = problem.what();
        std::size_t const dash = what.find(" - ");
        what = what.substr(dash == std::string_view::npos ? 0 : dash);
        tell(std::to_string(input == nullptr ? position : input->count(position)));
        tell(what.substr(0, what.find(';')));
        return false;
    }
};

using json_events = nlohmann::basic_json<std::map, std::vector, graft::detail::json_token>;

std::string told_of_all(std::string_view text) {
    recorder events;
    json_events::sax_parse(text.begin(), text.end(), &events);
    return events.told;
}

std::string told_of_part(std::string text) {
    json_input input(text);
    recorder events{&input, {}};
    json_events::sax_parse(input.begin(), json_input::end(), &events);
    return events.told;
}

// Pieces of which random texts are made, some of them no JSON.
constexpr std::string_view pieces[] = {"{",
                                       "}",
                                       "[",
                                       "]",
                                       ",",
                                       ":",
                                       ", ",
                                       ": ",
                                       "\"a\"",
                                       "\"\"",
                                       "\"a b\"",
                                       "\"",
                                       "\\",
                                       "\\\"",
                                       "\\n",
                                       "\\u0041",
                                       "\\x",
                                       "\"a\\nb\"",
                                       "\xc3\xa9",
                                       "\xff",
                                       "-",
                                       "1e999",
                                       "1",
                                       "-2.5e3",
                                       "true",
                                       "null",
                                       " \n",
                                       "\t",
                                       "\x01",
                                       "a",
                                       "\"k\": ",
                                       "longer than a word",
                                       "\"\\\\\\\"/\\/\\b\\f\\r\\t\"",
                                       "\"\\ud83d\\ude00 and more\"",
                                       "\"\\u00\"",
                                       "\"\x7f\""};

TEST_CASE("json_input: plain characters are counted up to the first that is not") {
    for (std::size_t size = 0; size < 40; ++size)
        for (int code = 0; code < 256; ++code) {
            char const c = static_cast<char>(code);
            bool const plain = code >= 0x20 && code < 0x80 && c != '"' && c != '\\';
            CHECK(graft::detail::is_plain_in_json(c) == plain);
            std::string const text = std::string(size, 'x') + c + std::string(9, '!') + "\x1f\xff";
            CHECK(count_plain_in_json(text) == size + (plain ? 10 : 0));
            CHECK(count_plain_in_json(std::string(size, c)) == (plain ? size : 0));
        }
}

TEST_CASE("json_input: a parser tells the same of a text, and finds the same wrong in the same place") {
    std::minstd_rand random(1);
    for (int i = 0; i < 50'000; ++i) {
        std::string text;
        for (std::size_t n = random() % 12; n > 0; --n)
            text += pieces[random() % std::size(pieces)];
        CAPTURE(text);
        REQUIRE(told_of_part(text) == told_of_all(text));
    }
}

TEST_CASE("json_input: so it does of every prefix of a document, and with any character changed") {
    std::string const document = "\xef\xbb\xbf { \"a\" : [1, -2.5e3 ,\"x\\u0041y\","
                                 " \"\\n plain \\\"text\\\" \\\\\"], \"\" :"
                                 " {\"c\":null,\n \"d\\/\": [true, false,\t18446744073709551616]}}\n ";
    CHECK(told_of_part(document) == told_of_all(document));
    for (std::size_t size = 0; size < document.size(); ++size) {
        std::string_view const prefix = std::string_view(document).substr(0, size);
        REQUIRE(told_of_part(std::string(prefix)) == told_of_all(prefix));
        for (char const c : std::string_view("\"\\,:{}[] \n1xu\xff\0", 16)) {
            std::string changed = document;
            changed[size] = c;
            CAPTURE(changed);
            REQUIRE(told_of_part(changed) == told_of_all(changed));
        }
    }
}

TEST_CASE("json_input: what is left out is not read") {
    std::string text = "[\"many plain characters\",   \"a\\nb\"]";
    json_input input(text);
    std::string read;
    for (auto at = input.begin(); at != json_input::end(); ++at)
        read += *at;
    CHECK(read == "[\"\",\"\\n\"]");
    CHECK(input.count(read.size()) == text.size());
}

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
