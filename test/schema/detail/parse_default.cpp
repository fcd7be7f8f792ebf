#include <graft/schema/detail/parse_default.hpp>

#include <graft/meta/view.hpp>
#include <graft/schema/detail/parse_type.hpp>

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <string_view>

using graft::literal;
using graft::literal_kind;
using graft::schema_argument;
using graft::schema_mistake;

namespace {

struct result {
    literal value;
    schema_mistake mistake;
};

/// Parses `TYPE=DEFAULT`.
constexpr result parse(std::string_view text, graft::view<char> characters = {}) {
    graft::detail::schema_cursor in(text);
    schema_argument argument;
    if (graft::detail::parse_type(in, argument) && in.accept('='))
        graft::detail::parse_default(in, characters, argument);
    return {argument.default_value, in.mistake};
}

constexpr bool is_integer(result const& r, std::int64_t value) {
    return r.mistake == schema_mistake::none && r.value.kind == literal_kind::integer && r.value.integer == value;
}

static_assert(is_integer(parse("int=-1"), -1));
static_assert(parse("float=2").value.real == 2.0);
static_assert(parse("int[2]=0").value.count == 2);

} // namespace

TEST_CASE("parse_default: one value for a list of known size stands for all elements") {
    literal const value = parse("SymInt[3]=1").value;
    CHECK(value.kind == literal_kind::integers);
    CHECK(value.expanded);
    CHECK((value.count == 3 && value.items[0] == 1 && value.items[2] == 1));
    CHECK(parse("int[]=1").mistake == schema_mistake::default_of_other_type);
}

TEST_CASE("parse_default: lists keep their elements") {
    literal const value = parse("int[2]=[-2, 1]").value;
    CHECK((value.count == 2 && value.items[0] == -2 && value.items[1] == 1 && !value.expanded));
    literal const reals = parse("float[]=[0.5, 1]").value;
    CHECK(reals.kind == literal_kind::reals);
    CHECK((reals.real_item(0) == 0.5 && reals.real_item(1) == 1.0));
    CHECK(parse("float[]?=[1]").value.real_item(0) == 1.0);
    literal const booleans = parse("bool[2]=[True, False]").value;
    CHECK((booleans.kind == literal_kind::booleans && booleans.items[0] == 1));
    CHECK(parse("Tensor[]=[]").value.kind == literal_kind::empty_list);
    CHECK(parse("int[]=[]").value.kind == literal_kind::integers);
    CHECK(parse("int[]=[1,2,3,4,5,6,7,8,9]").mistake == schema_mistake::default_too_long);
    CHECK(parse("int[9]=0").mistake == schema_mistake::default_too_long);
    CHECK(parse("int[]=[1").mistake == schema_mistake::bad_default);
    CHECK(parse("int[]=[[1]]").mistake == schema_mistake::bad_default);
}

TEST_CASE("parse_default: a number takes the type of its argument, but as PyTorch not under `?`") {
    CHECK(parse("float=1").value.kind == literal_kind::real);
    CHECK(parse("float?=1").value.kind == literal_kind::integer);
    CHECK(parse("Scalar=1").value.kind == literal_kind::integer);
    CHECK(parse("Scalar=1.").value.kind == literal_kind::real);
    CHECK(parse("Scalar=True").value.kind == literal_kind::boolean);
}

TEST_CASE("parse_default: None is for what is optional") {
    CHECK(parse("Tensor?=None").value.kind == literal_kind::none);
    CHECK(parse("Tensor?=None").mistake == schema_mistake::none);
    CHECK(parse("int[]?=None").mistake == schema_mistake::none);
    CHECK(parse("int=None").mistake == schema_mistake::default_of_other_type);
}

TEST_CASE("parse_default: the names PyTorch knows have its numbers") {
    CHECK(parse("int=Mean").value.integer == 1);
    CHECK(parse("ScalarType=long").value.integer == 4);
    CHECK(parse("MemoryFormat=contiguous_format").value.text == "contiguous_format");
    CHECK(is_integer(parse("MemoryFormat=0"), 0));
}

TEST_CASE("parse_default: a value of another type is a mistake") {
    for (std::string_view const text : {"int=1.5", "int=True", "bool=1", "str=1", "int=\"1\"", "Tensor=1", "Device=1"})
        CHECK(parse(text).mistake == schema_mistake::default_of_other_type);
}

TEST_CASE("parse_default: strings are decoded, and refer to the text when there is nothing to "
          "decode") {
    std::array<char, 32> characters{};
    CHECK(parse("str=\"linear\"").value.text == "linear");
    CHECK(parse("str='it'").value.text == "it");
    CHECK(parse("str=\"\"").value.text.empty());
    CHECK(parse(R"(str=" \n\t\"\'\\")", characters).value.text == " \n\t\"'\\");
    CHECK(parse("str=\"open").mistake == schema_mistake::unterminated_string);
    CHECK(parse("str=\"open\\").mistake == schema_mistake::unterminated_string);
}
