// Header-only: what holds in constants needs bodies.
#include <graft/ir/name_scope.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace graft;

struct scope {
    string_table strings;
    name_scope names;

    std::string create(std::string_view candidate) { return std::string{strings[names.create(strings, candidate)]}; }
};

TEST_CASE("name_scope: the sequence that FX was run on gives FX's names") {
    scope s;
    std::pair<char const*, char const*> const sequence[] = {
        {"add", "add"},   {"add", "add_1"},   {"add_1", "add_2"}, {"add_1", "add_3"}, {"1x", "_1x"},  {"a.b", "a_b"},
        {"", "_unnamed"}, {"for", "for_1"},   {"x_007", "x_007"}, {"x", "x"},         {"x_7", "x_7"}, {"_", "_"},
        {"sum", "sum_1"}, {"add_5", "add_5"}, {"add", "add_6"},   {"inf", "inf_1"}};
    for (auto const& [candidate, name] : sequence)
        CHECK(s.create(candidate) == name);
}

TEST_CASE("name_scope: runs of what is no identifier become one underscore") {
    scope s;
    CHECK(s.create("a.-b") == "a_b");
    CHECK(s.create("..") == "_");
    CHECK(s.create("a.") == "a_");
    CHECK(s.create("add.tensor") == "add_tensor");
    CHECK(s.create("\xc3\xa4x") == "_x");
}

TEST_CASE("name_scope: a number after an underscore counts the base, and a base needs a letter before it") {
    scope s;
    CHECK(s.create("x_1_2") == "x_1_2");
    CHECK(s.create("x_1") == "x_1");
    CHECK(s.create("x_1_2") == "x_1_3");
    CHECK(s.create("_1") == "_1");
    CHECK(s.create("_1") == "_1_1");
    CHECK(s.create("__1") == "__1");
    CHECK(s.create("x1") == "x1");
    CHECK(s.create("x1") == "x1_1");
}

TEST_CASE("name_scope: Python's keywords, builtins and torch are numbered from 1") {
    scope s;
    for (char const* const word : {"for", "True", "lambda", "print", "torch", "device", "nan", "NoneType", "pytree",
                                   "fx_pytree", "ZeroDivisionError", "__name__"})
        CHECK(s.create(word) == std::string(word) + "_1");
    CHECK(s.create("for") == "for_2");
    CHECK(s.create("max") == "max_1");
    CHECK(s.create("max_1") == "max_2");
    CHECK(s.create("For") == "For");
}

TEST_CASE("name_scope: None is not refused, as in FX, whose table takes it for no entry") {
    scope s;
    CHECK(s.create("None") == "None");
    CHECK(s.create("None") == "None_1");
}

TEST_CASE("name_scope: the words it refuses are sorted, as the search needs them") {
    CHECK(std::is_sorted(detail::illegal_names.begin(), detail::illegal_names.end()));
    CHECK(std::adjacent_find(detail::illegal_names.begin(), detail::illegal_names.end()) ==
          detail::illegal_names.end());
}

TEST_CASE("name_scope: a name that was claimed is not created again, legal or not") {
    scope s;
    s.names.claim(s.strings, "add_1");
    s.names.claim(s.strings, "a b");
    CHECK(s.create("add") == "add");
    CHECK(s.create("add") == "add_2");
    CHECK(s.create("a b") == "a_b");
}

TEST_CASE("name_scope: numbers too long for an integer are part of the name") {
    scope s;
    std::string const huge = "x_" + std::string(40, '9');
    CHECK(s.create(huge) == huge);
    CHECK(s.create(huge) == huge + "_1");
}

TEST_CASE("name_scope: a hundred thousand equal candidates are named in linear time") {
    scope s;
    for (int i = 0; i < 100'000; ++i)
        s.names.create(s.strings, "add");
    CHECK(s.create("add") == "add_100000");
    for (int i = 0; i < 100'000; ++i)
        s.names.create(s.strings, "add_1");
    CHECK(s.create("add") == "add_200001");
}

constexpr bool works_in_constants() {
    string_table strings;
    name_scope names;
    names.create(strings, "sum");
    return strings[names.create(strings, "sum")] == "sum_2";
}
static_assert(works_in_constants());

TEST_CASE("name_scope: a number of up to 19 digits is counted on") {
    string_table strings;
    name_scope names;
    auto const create = [&](std::string_view candidate) { return strings[names.create(strings, candidate)]; };
    CHECK(create("x_999999999999999999") == "x_999999999999999999");
    CHECK(create("x_999999999999999999") == "x_1000000000000000000");
    CHECK(create("x_01") == "x_01");
    CHECK(create("x_01") == "x_2");
}

} // namespace
