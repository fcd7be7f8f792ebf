#include <graft/schema/detail/parse_type.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>

using graft::schema_argument;
using graft::schema_mistake;
using graft::type_kind;

namespace {

constexpr schema_argument parse(std::string_view text) {
    graft::detail::schema_cursor in(text);
    schema_argument type;
    if (!graft::detail::parse_type(in, type) || in.at != in.size)
        type.name = "malformed";
    return type;
}

constexpr schema_mistake mistake(std::string_view text) {
    graft::detail::schema_cursor in(text);
    schema_argument type;
    return graft::detail::parse_type(in, type) ? schema_mistake::none : in.mistake;
}

static_assert(parse("Tensor").type == type_kind::tensor);
static_assert(parse("SymInt[2]?").list_size == 2);
static_assert(parse("Tensor(a!)").writes && parse("Tensor(a!)").alias == "a");

} // namespace

TEST_CASE("parse_type: optional list and list of optionals are told apart") {
    schema_argument const list = parse("int[]?");
    CHECK((list.list && list.optional && !list.optional_elements && list.list_size == -1));
    schema_argument const elements = parse("Tensor?[]");
    CHECK((elements.list && !elements.optional && elements.optional_elements));
    schema_argument const both = parse("Tensor?[]?");
    CHECK((both.list && both.optional && both.optional_elements));
    schema_argument const plain = parse("int?");
    CHECK((!plain.list && plain.optional));
}

TEST_CASE("parse_type: an alias annotation names its sets, before and after") {
    CHECK(parse("Tensor(a -> *)").alias == "a");
    CHECK(parse("Tensor(a -> *)").alias_after == "*");
    CHECK(parse("Tensor(b|a)").alias == "b|a");
    CHECK(parse("t(*)").alias == "*");
    CHECK_FALSE(parse("Tensor(a)").writes);
    CHECK(parse("Tensor(a!)?").optional);
}

TEST_CASE("parse_type: the alias of a list is not the alias of its elements") {
    CHECK(parse("t[](a!)").alias_of_list);
    CHECK_FALSE(parse("Tensor(a!)[]").alias_of_list);
    CHECK(parse("Tensor(a!)[]").list);
}

TEST_CASE("parse_type: types without a flat form keep their text") {
    CHECK(parse("Dict(str, t)").type == type_kind::dict);
    CHECK(parse("Dict(str, t)").type_name == "Dict(str, t)");
    CHECK(parse("Dict(Tensor, t)(a!)").writes);
    CHECK(parse("(int, Tensor[])[]").type == type_kind::tuple);
    CHECK(parse("(int, Tensor[])[]").list);
    CHECK(parse("Future(t)").type == type_kind::future);
    CHECK(parse("__torch__.torch.classes.rnn.CellParamsBase[]").type == type_kind::object);
    schema_argument const nested = parse("int[2][]");
    CHECK(nested.type == type_kind::list);
    CHECK(nested.type_name == "int[2]");
    CHECK(nested.list_size == -1);
}

TEST_CASE("parse_type: each mistake is named") {
    CHECK(mistake("") == schema_mistake::expected_type);
    CHECK(mistake("Tensr") == schema_mistake::unknown_type);
    CHECK(mistake("Dict(str, tt)") == schema_mistake::unknown_type);
    CHECK(mistake("Dict") == schema_mistake::expected_type);
    CHECK(mistake("(int") == schema_mistake::expected_separator);
    CHECK(mistake("int[2") == schema_mistake::bad_list_size);
    CHECK(mistake("int[x]") == schema_mistake::bad_list_size);
    CHECK(mistake("int[99999]") == schema_mistake::bad_list_size);
    CHECK(mistake("Tensor(!)") == schema_mistake::bad_alias);
    CHECK(mistake("Tensor(a|)") == schema_mistake::bad_alias);
    CHECK(mistake("Tensor(a)(b)") == schema_mistake::bad_alias);
    CHECK(mistake("Tensor(a -> )") == schema_mistake::bad_alias);
}

TEST_CASE("parse_type: nesting without end is refused and not followed") {
    CHECK(mistake(std::string(100'000, '(')) == schema_mistake::nested_too_deeply);
}
