// Header-only: what holds in constants needs bodies.
#include <graft/ir/text/detail/parse_argument.hpp>

#include <doctest/doctest.h>

#include <graft/ir/text/parse.hpp>

#include "../../../io/raises.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace {

using namespace graft;
using graft_test::raised;

// Reads one argument of a graph with the nodes `x` and `odd name`, and hands it to `use`.
template <class Use>
auto read(std::string_view text, Use use, bool bare_nodes = false) {
    graph g;
    node_id const x = g.placeholder("x");
    g.rename(g.placeholder("y"), "odd name");
    detail::text_cursor in{text};
    detail::argument_parser parser{in, g};
    arg const a = parser.argument(bare_nodes);
    CHECK(in.done());
    return use(a, x);
}

arg_kind kind_of(std::string_view text) {
    return read(text, [](arg const& a, node_id) { return a.kind; });
}

std::string text_of(std::string_view text) {
    return read(text, [](arg const& a, node_id) {
        CHECK(a.kind == arg_kind::string);
        return std::string{a.text};
    });
}

double real_of(std::string_view text) {
    return read(text, [](arg const& a, node_id) {
        CHECK(a.kind == arg_kind::real);
        return std::bit_cast<double>(a.bits);
    });
}

std::string refused(std::string_view text) {
    return raised([&] { read(text, [](arg const&, node_id) { return 0; }); });
}

TEST_CASE("parse_argument: every literal has its kind") {
    CHECK(kind_of("None") == arg_kind::none);
    CHECK(kind_of("True") == arg_kind::boolean);
    CHECK(kind_of("12") == arg_kind::integer);
    CHECK(kind_of("1.0") == arg_kind::real);
    CHECK(kind_of("torch.float32") == arg_kind::dtype);
    CHECK(kind_of("torch.channels_last") == arg_kind::memory_format);
    CHECK(kind_of("torch.strided") == arg_kind::layout);
    CHECK(kind_of("torch.something") == arg_kind::string);
    CHECK(kind_of("device(\"cuda:0\")") == arg_kind::device);
    CHECK(kind_of("slice(None, 1, 2)") == arg_kind::slice);
    CHECK(kind_of("[]") == arg_kind::list);
    CHECK(kind_of("()") == arg_kind::tuple);
    CHECK(kind_of("{}") == arg_kind::dict);
    CHECK(kind_of("%x") == arg_kind::node);
    CHECK(kind_of("%\"odd name\"") == arg_kind::node);
}

TEST_CASE("parse_argument: numbers are read exactly") {
    CHECK(real_of("1e-05") == 1e-5);
    CHECK(real_of("0.1") == 0.1);
    CHECK(real_of("-2.5e+300") == -2.5e300);
    CHECK(real_of("5e-324") == 5e-324);
    CHECK(real_of("1.7976931348623157e+308") == std::numeric_limits<double>::max());
    CHECK(std::signbit(real_of("-0.0")));
    CHECK(real_of("inf") == std::numeric_limits<double>::infinity());
    CHECK(real_of("-inf") == -std::numeric_limits<double>::infinity());
    CHECK(std::isnan(real_of("nan")));
    CHECK(read("-9223372036854775808", [](arg const& a, node_id) { return a.bits; }) ==
          std::numeric_limits<std::int64_t>::min());
}

TEST_CASE("parse_argument: strings are between either quotes, with escapes") {
    CHECK(text_of("\"a b\"") == "a b");
    CHECK(text_of("'it is'") == "it is");
    CHECK(text_of(R"("a\"b\\c\nd\te\x00\x1f'")") == std::string("a\"b\\c\nd\te\0\x1f'", 12));
    CHECK(text_of(R"('\'')") == "'");
    CHECK(text_of("\"\"").empty());
    CHECK(text_of("nearest") == "nearest");
    CHECK(text_of("cuda:0") == "cuda:0");
}

TEST_CASE("parse_argument: aggregates nest, with one comma at the end allowed") {
    read("[1, (%x,), {k: [2.5], \"odd key\": 'v',}, slice(%x, None, 3)]", [](arg const& a, node_id x) {
        REQUIRE(a.items.size() == 4);
        CHECK(a.items[1].items.size() == 1);
        CHECK(a.items[1].items[0].bits == x);
        CHECK(a.items[2].keys[1] == "odd key");
        CHECK(a.items[2].items[1].text == "v");
        CHECK(a.items[3].items[2].bits == 3);
        return 0;
    });
    read("(1, 2,)", [](arg const& a, node_id) {
        CHECK(a.items.size() == 2);
        return 0;
    });
}

TEST_CASE("parse_argument: in a return line and in a slice nodes need no percent sign") {
    auto const is_node = [](arg const& a, node_id x) {
        return a.items[0].kind == arg_kind::node && a.items[0].bits == x;
    };
    CHECK(read("(x, y)", is_node, true));
    CHECK(read("slice(x, None, None)", is_node));
    CHECK_FALSE(read("(x, y)", is_node));
}

TEST_CASE("parse_argument: what is no argument is refused at its byte") {
    CHECK(refused("") == "graft: an argument is expected [at byte 0]");
    CHECK(refused("[1, ") == "graft: an argument is expected [at byte 4]");
    CHECK(refused("[1 2]") == "graft: ',' is expected [at byte 3]");
    CHECK(refused("%") == "graft: the name of a node is expected after '%' [at byte 1]");
    CHECK(refused("%nobody") == "graft: the node 'nobody' is used before it is defined [at byte 7]");
    CHECK(refused("\"abc") == "graft: the string is not closed [at byte 4]");
    CHECK(refused("\"abc\\") == "graft: the string is not closed [at byte 5]");
    CHECK(refused("\"\\x4\"") == "graft: two hexadecimal digits are expected after \\x [at byte 4]");
    CHECK(refused("\"\\x") == "graft: two hexadecimal digits are expected after \\x [at byte 3]");
    CHECK(refused("[1, 99999999999999999999]") == "graft: the integer does not fit into 64 bits [at byte 24]");
    CHECK(refused("[1, 1-2]") == "graft: '1-2' is not a number [at byte 5]");
    CHECK(refused("[1, 1e]") == "graft: '1e' is not a number [at byte 4]");
    CHECK(refused("[1, 1e999]") == "graft: '1e999' is not a number [at byte 4]");
    CHECK(refused("[1, 12ae]") == "graft: '12ae' is not a number [at byte 4]");
    CHECK(refused("slice(1, 2)") == "graft: a slice has a start, a stop and a step [at byte 11]");
    CHECK(refused("device(cpu)") == "graft: a device is written device(\"cpu\") [at byte 7]");
    CHECK(refused("{k 1}") == "graft: ':' is expected [at byte 3]");
    CHECK(refused("{k: 1") == "graft: ',' is expected [at byte 5]");
}

TEST_CASE("parse_argument: arguments nested more than a hundred deep are refused, not followed") {
    std::string const deep = std::string(100'000, '[');
    CHECK(refused(deep) == "graft: the arguments are nested more than 100 deep [at byte 100]");
    CHECK(kind_of(std::string(100, '(') + std::string(100, ')')) == arg_kind::tuple);
}

constexpr bool works_in_constants() {
    graph g;
    node_id const x = g.placeholder("x");
    detail::text_cursor in{"[1, -2.5e-1, \"a\\n\", {k: %x}, torch.float16]"};
    detail::argument_parser parser{in, g};
    arg const a = parser.argument();
    return a.items.size() == 5 && std::bit_cast<double>(a.items[1].bits) == -0.25 && a.items[2].text == "a\n" &&
           a.items[3].items[0].bits == x && a.items[4].kind == arg_kind::dtype;
}
static_assert(works_in_constants());

TEST_CASE("parse_argument: complex numbers and ranges have their parts, or are errors") {
    for (char const* const text : {"(complex(1.0, -2.5),)", "(range(1, 5),)", "(range(1, 5, 2), Ellipsis)"})
        CHECK_NOTHROW((void)parse("graph():\n    return " + std::string{text}));
    for (char const* const text : {"complex(1.0)", "complex(1, 2)", "range(1)", "range(1, 2.0)", "slice(1, 2)"})
        CHECK_THROWS_AS((void)parse("graph():\n    return " + std::string{text}), error);
}

} // namespace
