#include <graft/rule_text/rule_words.hpp>

#include <doctest/doctest.h>

#include "../io/raises.hpp"
#include "../ir/toy.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace {

using namespace graft;
using graft_test::raised;

// The words as a class of its own.
struct reader : detail::rule_words {
    reader(std::string_view text, rule_list& kept) : rule_words(text, &toy::find, kept) {}

    using rule_words::accept;
    using rule_words::accept_word;
    using rule_words::bind;
    using rule_words::in_;
    using rule_words::integer;
    using rule_words::is_left_;
    using rule_words::negations_;
    using rule_words::number_of;
    using rule_words::op;
    using rule_words::quoted;
    using rule_words::read_constant;
    using rule_words::variable_name;
    using rule_words::word;
};

TEST_CASE("rule_words: spaces, lines and comments stand between words") {
    rule_list kept;
    reader in{"  one # two\n\t three(4)", kept};
    CHECK(in.word() == "one");
    CHECK_FALSE(in.accept_word("four"));
    CHECK(in.accept_word("three"));
    CHECK(in.accept("("));
    CHECK(in.integer() == 4);
    CHECK_FALSE(in.accept("("));
    CHECK(in.accept(")"));
}

TEST_CASE("rule_words: names are bound on the left, numbered in order, and asked for elsewhere") {
    rule_list kept;
    reader in{"a b var(\"c d\") a e f", kept};
    CHECK(in.variable_name() == "a");
    CHECK(in.variable_name() == "b");
    CHECK(in.variable_name() == "c d");
    CHECK(in.variable_name() == "a");
    CHECK(in.number_of("c d") == 2);
    in.negations_ = 1;
    CHECK(in.variable_name() == "e");
    CHECK(in.number_of("e") == -1);
    in.is_left_ = false;
    CHECK(raised([&] { static_cast<void>(in.variable_name()); }).find("the left side does not bind 'f'") !=
          std::string::npos);
}

TEST_CASE("rule_words: what is kept does not need the text any more") {
    rule_list kept;
    std::string text = "\"a \\\"b\\\"\" name \"text\"";
    reader in{text, kept};
    std::string_view const quoted = in.quoted(), name = in.variable_name();
    constant const literal = in.read_constant();
    text.assign(text.size(), ' ');
    CHECK(quoted == "a \"b\"");
    CHECK(name == "name");
    CHECK(literal.text == "text");
}

TEST_CASE("rule_words: ops are those of the lookup, literals what a rule can hold") {
    rule_list kept;
    CHECK(reader{" toy::add.Tensor(", kept}.op().name == "toy::add.Tensor");
    CHECK(raised([&] {
              static_cast<void>(reader{"toy::nag", kept}.op());
          }).find("there is no op 'toy::nag'") != std::string::npos);
    CHECK((reader{"[1, -2]", kept}.read_constant() == ints(1, -2)));
    CHECK((reader{"0.5", kept}.read_constant() == to_constant(0.5)));
    CHECK((reader{"torch.float16", kept}.read_constant() == to_constant(dtype::f16)));
    CHECK((reader{"None", kept}.read_constant() == constant{}));
    for (char const* const wrong : {"[1, 2.0]", "[[1]]", "(1, 2)", "[\"a\"]"})
        CHECK(raised([&] { static_cast<void>(reader{wrong, kept}.read_constant()); }) != "(nothing raised)");
    std::string items = "[0";
    for (std::size_t i = 1; i < constant::max_items; ++i)
        items += ", 0";
    std::string const most = items + "]", many = items + ", 0]";
    CHECK(reader{most, kept}.read_constant().count == constant::max_items);
    CHECK(raised([&] { static_cast<void>(reader{many, kept}.read_constant()); }) != "(nothing raised)");
}

} // namespace
