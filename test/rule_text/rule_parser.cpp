#include <graft/rule_text/rule_parser.hpp>

#include <graft/rule_text/rule_text.hpp>

#include "../io/raises.hpp"
#include "../rewrite/every_rule.hpp"
#include "../rewrite/formula.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <random>
#include <string>
#include <string_view>

namespace {

using namespace graft;
using graft_test::raised;

// The fault of what follows both sides, without its place.
std::string fault(std::string const& tail) {
    std::string const all = raised(
        [&] { static_cast<void>(parse_rules("rule \"r\": toy::sub.Tensor(x, y) => x " + tail + ";", &toy::find)); });
    return all == "(nothing raised)" ? "" : all.substr(all.find(": ", all.find("column")) + 2);
}

TEST_CASE("rule_parser: conditions and options say what is wrong with them") {
    CHECK(fault("where rank(x) == 2, dim(x, -1) == dim(y, 0), has_dtype(x, f32, i64)") == "");
    CHECK(fault("where rink(x) == 2") == "'rink' is no condition");
    CHECK(fault("where rank(x) != 2") == "'==' is expected");
    CHECK(fault("where numel(x) >= 2") == "'==' is expected");
    CHECK(fault("where has_dtype(x, f31)") == "a dtype is expected");
    CHECK(fault("where no_user(x, toy::nag)") == "there is no op 'toy::nag'");
    CHECK(fault("with ulp(2), approx(0.5, 1)") == "");
    CHECK(fault("with exact") == "a rule has no option 'exact'");
    CHECK(fault("with ulp(-1)") == "the number is not between 0 and 2147483647");
    CHECK(fault("with approx(True, 1)") == "a number is expected");
    CHECK(fault("where rank(x) == 2 where rank(x) == 2") == "';' is expected");
}

TEST_CASE("rule_parser: a rule that cannot be matched is refused where it begins") {
    std::string const wrong =
        "rule \"a\": toy::neg(x) => x;\n  rule \"b\": toy::neg(one_of(x, toy::sub.Tensor(x, y))) => x;";
    CHECK(raised([&] { static_cast<void>(parse_rules(wrong, &toy::find)); }) ==
          "graft: line 2, column 3: rule 'b': the alternatives of a one_of() bind different variables");
}

TEST_CASE("rule_parser: a text with errors is refused, whatever they are") {
    std::string const good = text(graft_test::every_rule);
    std::mt19937 random{11};
    std::size_t refused = 0;
    for (int i = 0; i < 400; ++i) {
        std::string text = good;
        for (int edits = 1 + i % 3; edits > 0; --edits) {
            std::size_t const at = random() % text.size();
            if (random() % 2 == 0)
                text.erase(at, 1 + random() % 4);
            else
                text[at] = "(),:;=\"<>x0_ .\n"[random() % 15];
        }
        std::string const what = raised([&] { static_cast<void>(parse_rules(text, &toy::find)); });
        refused += what != "(nothing raised)";
        if (what != "(nothing raised)")
            CHECK(what.find("graft: line ") == 0);
    }
    CHECK(refused > 200);
}

using namespace graft_test;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

std::string fault_of_rules(std::string_view rules) {
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
    CHECK(fault_of_rules("rule \"a\": toy::neg(x) => x;\nrule \"b\": toy::nag(x) => x;") ==
          "graft: line 2, column 11: there is no op 'toy::nag'");
    CHECK(fault_of_rules("rule \"a\": toy::neg(x)\n  => toy::relu(y);") ==
          "graft: line 2, column 16: the left side does not bind 'y'");
    CHECK(fault_of_rules("rule \"a\": toy::neg(x) => x where rank(y) == 1;") ==
          "graft: line 1, column 39: the left side does not bind 'y'");
    CHECK(fault_of_rules("# none\nrole") == "graft: line 2, column 1: 'rule' is expected");
    CHECK(fault_of_rules("rule \"a\": toy::neg(x) => x") == "graft: line 1, column 27: ';' is expected");
    CHECK(fault_of_rules("rule \"a\": x => x;") ==
          "graft: line 1, column 1: rule 'a': its left side is not a call of an op");
}

TEST_CASE("parse_rules: lambdas are refused") {
    CHECK(fault_of_rules("rule \"a\": toy::neg(x) => x where predicate;") ==
          "graft: line 1, column 34: a predicate is a lambda and cannot be read");
    CHECK(fault_of_rules("rule \"a\": toy::view(x, _) => toy::view(x, compute(\"\"));") ==
          "graft: line 1, column 51: a function without a name cannot be read");
    CHECK(fault_of_rules("rule \"a\": toy::neg(x) => build(toy::neg);") ==
          "graft: line 1, column 26: a right side that a function builds cannot be read");
}

} // namespace
