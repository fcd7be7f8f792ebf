#include <graft/schema/parse.hpp>

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

using graft::schema_mistake;

namespace {

constexpr graft::parsed_schema parse(std::string_view text) {
    std::vector<graft::schema_argument> slots(graft::bound_schema(text).slots);
    std::vector<char> characters(graft::bound_schema(text).characters);
    graft::parsed_schema parsed = graft::parse_schema(text, slots, characters);
    return parsed;
}

struct place {
    schema_mistake mistake;
    std::size_t position;
    friend constexpr bool operator==(place, place) = default;
};

constexpr place fault(std::string_view text) { return {parse(text).mistake, parse(text).position}; }

constexpr std::string_view add = "aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor";

constexpr bool add_is_parsed() {
    std::array<graft::schema_argument, 8> slots;
    graft::parsed_schema const parsed = graft::parse_schema(add, slots, {});
    graft::op_info const info = graft::make_op_info(add, parsed, slots);
    return info.name == "aten::add.Tensor" && info.hash == graft::fnv1a("aten::add.Tensor") &&
           info.arguments.size() == 3 && info.returns.size() == 1 && info.find_argument("alpha") == 2 &&
           info.arguments[2].kwarg_only && !info.arguments[1].kwarg_only &&
           info.arguments[2].default_value.integer == 1;
}
static_assert(add_is_parsed());
static_assert(fault("aten::f(Tensor self) Tensor") == place{schema_mistake::expected_arrow, 21});

} // namespace

TEST_CASE("parse_schema: names, arguments and returns are found") {
    CHECK(add_is_parsed());
    CHECK(parse("f() -> ()").name == "f");
    CHECK(parse("f() -> ()").arguments == 0);
    CHECK(parse("f() -> ()").returns == 0);
    CHECK(parse("a::b::c.d(int x) -> (int y, int z)").returns == 2);
    CHECK(parse("\n aten::f(\n  int x,\n  int y) -> int\n").arguments == 2);
}

TEST_CASE("parse_schema: `...` makes a list variadic") {
    CHECK(parse("aten::format(str self, ...) -> str").variadic_arguments);
    CHECK(parse("f(...) -> ...").variadic_returns);
    CHECK(parse("f() -> (int, ...)").variadic_returns);
    CHECK_FALSE(parse(add).variadic_arguments);
}

TEST_CASE("parse_schema: each mistake is found at its place") {
    CHECK(fault("") == place{schema_mistake::expected_name, 0});
    CHECK(fault("aten::(Tensor self) -> Tensor") == place{schema_mistake::expected_name, 6});
    CHECK(fault("aten::f.(Tensor self) -> Tensor") == place{schema_mistake::expected_name, 8});
    CHECK(fault("aten ::f() -> Tensor") == place{schema_mistake::expected_open, 5});
    CHECK(fault("f(Tensor) -> Tensor") == place{schema_mistake::expected_argument_name, 8});
    CHECK(fault("f(Tensr x) -> Tensor") == place{schema_mistake::unknown_type, 2});
    CHECK(fault("f(int x int y) -> Tensor") == place{schema_mistake::expected_separator, 8});
    CHECK(fault("f(int x, int x) -> Tensor") == place{schema_mistake::duplicate_argument, 13});
    CHECK(fault("f(*, int x, *, int y) -> int") == place{schema_mistake::duplicate_star, 12});
    CHECK(fault("f(int x, ) -> int") == place{schema_mistake::expected_type, 9});
    CHECK(fault("f(..., int x) -> int") == place{schema_mistake::expected_separator, 5});
    CHECK(fault("f(int x) -> int int int") == place{schema_mistake::trailing_text, 20});
    CHECK(fault("f(int x) -> (int") == place{schema_mistake::expected_separator, 16});
    CHECK(fault("f(int x) -> ") == place{schema_mistake::expected_type, 12});
    CHECK(fault("f(int x=) -> int") == place{schema_mistake::bad_default, 8});
}

TEST_CASE("parse_schema: every proper prefix of a schema is malformed") {
    for (std::size_t n = 0; n + 1 < add.size(); ++n)
        CHECK(parse(add.substr(0, n)).mistake != schema_mistake::none);
}

TEST_CASE("parse_schema: no text makes it read or write out of bounds") {
    std::string const text(R"(a::b.c(Dict(str, t)(a!) x="\n'", *, int[2]?[] y=[-1.5e3, 2]) -> (t(a), ...))");
    std::string const noise = "()[]?,*=!|.\"\\'-> 1ae\n";
    for (std::size_t i = 0; i < text.size(); ++i)
        for (char const c : noise) {
            std::string changed = text;
            changed[i] = c;
            CHECK(parse(changed).position <= changed.size());
            CHECK(parse(changed.substr(i)).position <= changed.size());
        }
}

TEST_CASE("parse_schema: more than 255 arguments are refused") {
    std::string text = "f(int a0";
    for (int i = 1; i < 255; ++i)
        text += ", int a" + std::to_string(i);
    CHECK(parse(text + ") -> ()").mistake == schema_mistake::none);
    CHECK(parse(text + ", int b) -> ()").mistake == schema_mistake::too_many_arguments);
}

TEST_CASE("make_op_info: a malformed schema gives nothing but its text") {
    std::array<graft::schema_argument, 4> slots;
    std::string_view const text = "f(int x -> int";
    graft::op_info const info = graft::make_op_info(text, graft::parse_schema(text, slots, {}), slots);
    CHECK(info.text == text);
    CHECK(info.name.empty());
    CHECK(info.arguments.empty());
}
