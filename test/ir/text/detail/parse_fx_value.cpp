#include <graft/ir/text/detail/parse_fx_value.hpp>

#include <doctest/doctest.h>

#include <graft/ir/text/print.hpp>

#include "../../../io/raises.hpp"

#include <string>
#include <string_view>

namespace {

using namespace graft;

// Nodes 1 and 2 are `a` and `b`.
constexpr auto find = [](std::string_view name) -> node_id { return name == "a" ? 1u : name == "b" ? 2u : no_node; };

// The text read as the argument of a call, and printed again.
std::string again(std::string_view text) {
    graph g;
    g.placeholder("a");
    g.placeholder("b");
    detail::text_cursor in(text);
    detail::fx_value_parser parser(in, find);
    arg const value = parser.value();
    CHECK(in.done());
    return fx_text(g, g.view(g.encode(value)));
}

TEST_CASE("parse_fx_value: every value prints as it was read") {
    for (char const* const text : {"%a",
                                   "1",
                                   "-1",
                                   "0.5",
                                   "1e-05",
                                   "1e+20",
                                   "-0.0",
                                   "inf",
                                   "-inf",
                                   "nan",
                                   "2j",
                                   "(1+2j)",
                                   "True",
                                   "None",
                                   "Ellipsis",
                                   "torch.float32",
                                   "torch.sparse_coo",
                                   "torch.preserve_format",
                                   "cpu",
                                   "cuda:1",
                                   "abc",
                                   "x.y",
                                   "",
                                   "[]",
                                   "[%a]",
                                   "[1, 2]",
                                   "()",
                                   "(%a,)",
                                   "(%a, %b)",
                                   "((),)",
                                   "[[], ()]",
                                   "{}",
                                   "{k: %a}",
                                   "{k.1: 1, b: [%b]}",
                                   "slice(None, a, 2)",
                                   "slice(1, 'x', None)",
                                   "slice((a, 1), [b], {'k': a})",
                                   "slice(device(type='cuda', index=1), -2j, (1-1j))",
                                   "range(0, 3)",
                                   "range(0, 6, 2)",
                                   "[torch.int8, {a: (%b,)}]",
                                   "(, )",
                                   "(,)",
                                   "[, x]",
                                   "a b"})
        CHECK(again(text) == text);
}

TEST_CASE("parse_fx_value: a word is of the first kind that it looks like, else a string") {
    detail::text_cursor in("[1, 1.0, True, none, 1_0, cpu]");
    detail::fx_value_parser parser(in, find);
    arg const list = parser.value();
    arg_kind const kinds[] = {arg_kind::integer, arg_kind::real,   arg_kind::boolean,
                              arg_kind::string,  arg_kind::string, arg_kind::device};
    for (std::size_t i = 0; i < 6; ++i)
        CHECK(list.items[i].kind == kinds[i]);
}

TEST_CASE("parse_fx_value: a whole value is a node by its bare name, a bare string, or a repr") {
    auto const whole = [](std::string_view text) {
        detail::text_cursor in(text);
        detail::fx_value_parser parser(in, find);
        arg const value = parser.whole(text);
        CHECK(in.done());
        return value.kind;
    };
    CHECK(whole("a") == arg_kind::node);
    CHECK(whole("c") == arg_kind::string);
    CHECK(whole("a, b") == arg_kind::string);
    CHECK(whole("(a, 'it\\'s', device(type='cpu'))") == arg_kind::tuple);
    CHECK(whole("slice(a, None, None)") == arg_kind::slice);
    CHECK(whole("3") == arg_kind::integer);
}

TEST_CASE("parse_fx_value: a malformed value is an error") {
    struct {
        char const *text, *sentence;
    } const cases[] = {
        {"%c", "the node 'c' is used before it is defined"},
        {"[1", "',' or ']' is expected"},
        {"[1 2", "',' or ']' is expected"},
        {"[1,2]", "' ' is expected"},
        {"{a: 1", "', ' is expected"},
        {"{a", "a key and ': ' are expected"},
        {"slice(c, None, None)", "'c' is neither a node nor a literal"},
        {"slice('c", "the string is not closed"},
        {"slice({a: 1}, None, None)", "a string in quotes is expected"},
    };
    for (auto const& c : cases) {
        detail::text_cursor in(c.text);
        detail::fx_value_parser parser(in, find);
        CHECK_MESSAGE(graft_test::sentence([&] { (void)parser.value(); }) == c.sentence, c.text);
    }
    std::string const deep(200, '[');
    detail::text_cursor in(deep);
    detail::fx_value_parser parser(in, find);
    CHECK(graft_test::sentence([&] { (void)parser.value(); }) == "the arguments are nested more than 100 deep");
}

} // namespace
