#include <graft/rewrite/text/parse_rules.hpp>

#include <doctest/doctest.h>

#include <graft/rewrite/text/rule_text.hpp>

#include "../../io/raises.hpp"
#include "../every_rule.hpp"
#include "../formula.hpp"

#include <array>
#include <string>
#include <string_view>

namespace {

using namespace graft;
using namespace graft_test;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

std::string fault(std::string_view rules) {
    return raised([&] { static_cast<void>(parse_rules(rules, &toy::find)); });
}

TEST_CASE("parse_rules: what text prints of a rule is that rule again") {
    for (std::size_t i = 0; i < every_rule.size(); ++i) {
        std::string const printed = text(every_rule[i]);
        CAPTURE(printed);
        rule_list const read = parse_rules(printed, &toy::find);
        REQUIRE(read.size() == 1);
        CHECK((read[0] == every_rule[i]));
        CHECK(text(read) == printed);
    }
    rule_list const all = parse_rules(text(every_rule), &toy::find);
    CHECK(all.size() == every_rule.size());
}

TEST_CASE("parse_rules: rules that were read rewrite as those that were compiled") {
    std::string file = R"(
# two rules
rule "fuse": toy::add.Tensor(one_use(toy::mul.Tensor(x, y)), z) => toy::fma(x, y, z);
rule "twice":
    toy::neg(toy::neg(x))    # undone
    => x with prio(1);
)";
    rule_list const read = parse_rules(file, &toy::find);
    file.assign(file.size(), '#'); // nothing of it is needed any more
    CHECK(rewritten([](value a, value b, value c) { return toy::add(toy::neg(toy::neg(c)), toy::mul(a, b)); }, read,
                    2) == "fma(a, b, c); 1");
}

TEST_CASE("parse_rules: functions are those that are given, by their names") {
    constexpr auto one = [](match const&) { return arg{1}; };
    constexpr auto less = [](arg_ref a) { return arg{a.integer() - 1}; };
    constexpr auto more = [](arg_ref a) { return arg{a.integer() + 1}; };
    auto const r =
        rule<"r">(toy::cat(list(x), y) >> toy::cat(list(x, compute<"one">(one)), compute<"less">(y, less, more)));
    std::array<named_function, 2> const known{named_function{"one", one}, named_function{"less", nullptr, less, more}};
    CHECK((parse_rules(text(r), &toy::find, known)[0] == detail::view_of(r)));
    CHECK(raised([&] {
              static_cast<void>(parse_rules(text(r), &toy::find));
          }).find("there is no function of this name") != std::string::npos);
}

TEST_CASE("parse_rules: an error says line and column") {
    CHECK(fault("rule \"a\": toy::neg(x) => x;\nrule \"b\": toy::nag(x) => x;") ==
          "graft: line 2, column 11: there is no op 'toy::nag'");
    CHECK(fault("rule \"a\": toy::neg(x)\n  => toy::relu(y);") ==
          "graft: line 2, column 16: the left side does not bind 'y'");
    CHECK(fault("rule \"a\": toy::neg(x) => x where rank(y) == 1;") ==
          "graft: line 1, column 39: the left side does not bind 'y'");
    CHECK(fault("# none\nrole") == "graft: line 2, column 1: 'rule' is expected");
    CHECK(fault("rule \"a\": toy::neg(x) => x") == "graft: line 1, column 27: ';' is expected");
    CHECK(fault("rule \"a\": x => x;") == "graft: line 1, column 1: rule 'a': its left side is not a call of an op");
}

TEST_CASE("parse_rules: lambdas are refused") {
    CHECK(fault("rule \"a\": toy::neg(x) => x where predicate;") ==
          "graft: line 1, column 34: a predicate is a lambda and cannot be read");
    CHECK(fault("rule \"a\": toy::view(x, _) => toy::view(x, compute(\"\"));") ==
          "graft: line 1, column 51: a function without a name cannot be read");
    CHECK(fault("rule \"a\": toy::neg(x) => build(toy::neg);") ==
          "graft: line 1, column 26: a right side that a function builds cannot be read");
}

} // namespace
